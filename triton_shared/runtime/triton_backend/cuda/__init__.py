"""The former name of `triton_shared.triton.cuda`, for one release: installations name it to Triton."""
