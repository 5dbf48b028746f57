"""TileRing of tensors copied by TMA, to shared memory and from it.

In: loads and stores of blocks with affine addresses.  Out: tensor maps for the launch, bulk copies and mbarriers.
Start with `tensor_maps.py`, which says of each access why it is a tile or not.
"""
