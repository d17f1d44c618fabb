"""The cases, one module each; `kitchen.catalog` finds them by their names."""
