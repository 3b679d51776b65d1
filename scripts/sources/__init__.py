"""Checks of the sources and of the pages: layout, names, tables, samples."""
