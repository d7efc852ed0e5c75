"""Draws a picture from a running simulation, with Polars and matplotlib.

The cells are those of a notebook: an editor that knows `# %%` runs them one by one.
"""

# %% A simulation that runs, on a thread of its own. Python's other threads run while it steps.
import threading
import time

import matplotlib
import polars
from swarm import World

matplotlib.use("Agg")  # leave this out in a notebook
from matplotlib import pyplot

world = World(units=3000)
stop = threading.Event()


def simulate():
    while not stop.is_set():
        try:
            world.step(0.05)
        except BufferError:
            pass  # an edit has the columns for a moment
        time.sleep(0.002)


simulation = threading.Thread(target=simulate)
simulation.start()

# %% Look at it for a while, and give one team a push to the right. A frame shares the memory of its
# batch, which stays as it was while the simulation goes on.
def look():
    units = polars.DataFrame(world.units()).drop_nulls("id")
    x, y = (polars.col("vel").arr.get(axis) for axis in [0, 1])
    return units.with_columns(speed=(x**2 + y**2).sqrt())


moments = []
for moment in range(18):
    if moment == 6:
        with world.edit("vel") as units:
            units.vel[units.team == 1] += [4, 0]
    speeds = look().group_by("team").agg(polars.col("speed").mean())
    moments.append(speeds.with_columns(moment=moment))
    time.sleep(0.02)
speeds = polars.concat(moments).sort("moment")

# %% Draw.
units = look().with_columns(x=polars.col("pos").arr.get(0), y=polars.col("pos").arr.get(1))
figure, (places, curves) = pyplot.subplots(1, 2, figsize=(10, 5), layout="constrained")
for (team,), members in units.sort("team").partition_by("team", as_dict=True).items():
    places.scatter(members["x"], members["y"], s=3, label=f"team {team}")
    of_team = speeds.filter(polars.col("team") == team)
    curves.plot(of_team["moment"], of_team["speed"], label=f"team {team}")
places.set(title="where the units are", aspect="equal")
curves.set(title="how fast they are", xlabel="moment", ylabel="mean speed")
curves.legend()
figure.savefig("target/picture.png", dpi=100)

# %% The end.
stop.set()
simulation.join()
print(f"target/picture.png: {units.height} units, {world.copies} copies of the columns")
