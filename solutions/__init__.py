"""The reference fixes, one file each, to be read, copied and imported."""
