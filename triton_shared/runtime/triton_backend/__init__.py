"""The former name of `triton_shared.triton`, for one release: installations name it to Triton."""
