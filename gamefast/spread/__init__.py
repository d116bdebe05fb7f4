"""Beyond one machine: the same rounds over blocks of positions, on Dask (lecture 15). It needs the extra `scale`."""
