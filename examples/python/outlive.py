"""Arrays that outlive their block, for valgrind. With `--mistake`, an array forgets its base object.

`outlive` runs both: valgrind must find nothing here, and must find the mistake.
"""

import gc
import sys

import numpy
from swarm import World


class Forgetful:
    """A base object that has the address of a column, and does not hold its memory."""

    def __init__(self, array):
        self.__array_interface__ = dict(array.__array_interface__)


def kept(world, take):
    """Takes arrays out of a block, uses them, and lets them go."""
    try:
        with world.edit("pos", "hp") as units:
            arrays = take(units)
        raise AssertionError("the block must end with an error")
    except BufferError:
        pass
    for array in arrays:
        if array.flags.writeable:
            array[...] = 1
        array.sum()
    # The exception's traceback is gone, so these are the last holders.
    del arrays, array
    world.step()


def mistake(world):
    """Writes through an address whose hub has moved."""
    with world.edit("pos") as units:
        array = numpy.asarray(Forgetful(units.pos))
    world.add(50_000)  # the hub grows, and frees the memory
    array[...] = 1


world = World(1000)
if sys.argv[1:] == ["--mistake"]:
    mistake(world)
    sys.exit()

TAKES = [
    lambda units: [units.pos],
    lambda units: [units.pos[10:20], units.hp[::2]],
    lambda units: [units.pos.T, units.vel, units.id, units.tired, units.live],
    lambda units: [numpy.asarray(units.pos.base), units.hp.reshape(10, -1)],
]
for take in TAKES:
    for _ in range(3):
        kept(world, take)
        world.add(2000)

# Arrays that outlive the world, and batches that outlive it.
mine = World(500)
batch = mine.units()
try:
    with mine.edit("pos") as units:
        pos = units.pos[1:]
except BufferError:
    pass
del mine, units
gc.collect()
pos += 1
del pos
capsules = [batch.__arrow_c_array__(), batch.__arrow_c_stream__(), batch.__arrow_c_schema__()]
del batch
gc.collect()
del capsules

# Private arrays of a world that goes on.
with world.edit(copy=True) as units:
    private = units.pos
    private += 1
    world.add(5000)
world.step()
private += 1
print("arrays outlived their blocks")
