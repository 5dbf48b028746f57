"""A cache of compiled kernels that many machines share: ``TRITON_SHARED_REMOTE_CACHE`` names it (docs/remote_cache.md).

It is imported where that variable is set.  `current` is the `Remote` of this process, `stores` has the kinds of
servers, `sealed` what authenticates an entry, `identity` what makes two machines' compilers the same.
"""

from triton_shared.runtime.remote_cache.client import Remote, current
from triton_shared.runtime.remote_cache.identity import digest

__all__ = ["Remote", "current", "digest"]
