"""The tt and tts dialects and the engine that reads and prints them."""
