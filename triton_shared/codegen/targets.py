"""The targets that there is code for: each is a package with its ``PASSES``, ``shared-to-<name>`` among them."""

TARGETS = {"cpu": "triton_shared.codegen.cpu"}
