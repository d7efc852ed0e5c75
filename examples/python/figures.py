"""Figures: NumPy's two passes beside the same passes in Rust, and the time to lend a view."""

import statistics
import time

from swarm import World

ROWS = 1_000_000
ROUNDS = 200


def timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(works, rounds):
    """Runs the works in turn, so that what slows the machine slows all of them."""
    times = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            times[name].append(timed(work))
    return times


def passes():
    world = World(ROWS)

    def rust():
        world.drift(0.01)

    def numpy():
        with world.edit("pos") as units:
            units.pos += units.vel * 0.01

    times = in_turn({"Rust": rust, "NumPy": numpy}, ROUNDS)
    for kind, of in [("median", statistics.median), ("fastest", min)]:
        taken = {name: of(each) for name, each in times.items()}
        for name, seconds in taken.items():
            print(f"two passes over {ROWS:,} rows, {name}, {kind}: {seconds * 1e3:.2f} ms")
        print(f"NumPy's rate is {taken['Rust'] / taken['NumPy']:.2f} of Rust's")


def lending():
    small, large = World(10), World(ROWS)

    def block(world, *names):
        def work():
            for _ in range(100):
                with world.edit(*names) as units:
                    units.vel

        return work

    def stamped():
        with large.edit("pos"):
            pass

    def batch():
        for _ in range(100):
            small.units()

    works = {
        "a block with a view of one column, 10 rows": (block(small, "vel"), 100),
        "a block with a view of one column, 1,000,000 rows": (block(large, "vel"), 100),
        "a block that stamps 1,000,000 rows": (stamped, 1),
        "a batch of 10 rows": (batch, 100),
    }
    for name, (work, calls) in works.items():
        work()
        seconds = statistics.median(timed(work) for _ in range(20)) / calls
        print(f"{name}: {seconds * 1e6:.1f} us")


passes()
lending()
