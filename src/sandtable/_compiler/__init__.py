"""Compiles kernels: decorators, linking and the cache kept between runs. Games import it from `sandtable.authoring`."""
