"""Pure questions about tt IR: where pointers point, which lanes a mask keeps, what a value is used for."""
