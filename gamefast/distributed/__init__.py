"""Beyond one machine: the same passes over blocks of positions, on Dask (lecture 15). It needs the
extra `scale`.
"""
