"""Reports: what was measured, what was found, and the page that shows it."""

from importlib import import_module

from sandtable.lab.run.extras import extra

# whichever of its modules is imported first, missing packages are reported in one sentence
with extra("lab"):
    import_module("polars")
