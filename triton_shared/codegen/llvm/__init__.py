"""From loops and vectors to LLVM IR and machine code."""
