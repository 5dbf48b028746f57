"""The driver that Inductor makes active before it compiles and launches kernels for CPU tensors."""

from triton_shared.triton import driver


class InductorDriver(driver.CPUDriver):
    """A `CPUDriver` that Triton never chooses: whoever wants it sets it active."""

    @classmethod
    def is_active(cls) -> bool:
        """False."""
        return False
