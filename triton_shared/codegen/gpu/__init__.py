"""GPU code generation: from the shared form to PTX and cubins."""
