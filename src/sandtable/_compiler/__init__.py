"""Compiles kernels: decorators, what is linked to what, what is kept between runs. Games take it from `sandtable.authoring`."""
