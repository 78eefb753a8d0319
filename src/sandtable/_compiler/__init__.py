"""Compiles kernels: decorators, linking, the cache between runs. Games import it from `sandtable.authoring`."""
