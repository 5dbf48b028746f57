"""The former name of `triton_shared.triton.cpu`, for one release: installations name it to Triton."""
