"""The tests. A package of its own, because some packages of others bring a package `tests` too."""
