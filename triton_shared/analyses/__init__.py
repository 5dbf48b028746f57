"""Pure questions about tt IR: where pointers point, which elements a mask keeps, what a value is used for."""
