"""What every layer needs to read and build IR, of whatever dialect."""
