"""A world that several threads use at once. A test that hangs ends the run with all stacks."""

import faulthandler
import sys
import threading
import time

import numpy
import polars
import pytest
from swarm import World


@pytest.fixture(autouse=True)
def impatience():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    faulthandler.dump_traceback_later(120, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()
    sys.setswitchinterval(interval)


def run(*works):
    """Runs functions on threads, and raises what one of them raises."""
    errors = []

    def guarded(work):
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def patient(use):
    """Calls a function until the world is not lent. Any other error passes."""
    while True:
        try:
            return use()
        except BufferError as error:
            assert "lent" in str(error)


def test_a_block_ends_well_whatever_other_threads_lend(world):
    """A block of another thread is not taken for an array that is alive."""
    sys.setswitchinterval(1e-3)

    def edit():
        blocks = 0
        while blocks < 200_000:
            try:
                block = world.edit("hp")
                block.__enter__()
            except BufferError as error:
                assert "lent" in str(error)
                continue
            block.__exit__(None, None, None)
            blocks += 1

    run(edit, edit, edit)
    assert len(world) == 100


def test_no_increment_is_lost(world):
    def edit():
        for _ in range(2000):
            block = patient(lambda: world.edit("hp"))
            patient(block.__enter__)
            block.hp += 1
            block.__exit__(None, None, None)

    run(edit, edit, edit)
    assert set(polars.DataFrame(world.units())["hp"]) == {6100}


def test_arrays_are_dropped_while_others_wait_for_the_world(world):
    stop = threading.Event()

    def drop():
        for _ in range(1000):
            mine = patient(lambda: world.edit("pos"))
            patient(mine.__enter__)
            views = [mine.pos[1:], mine.pos]
            del mine  # the views are the last holders
            views.clear()
        stop.set()

    def use(call):
        def work():
            while not stop.is_set():
                try:
                    call()
                except BufferError:
                    pass

        return work

    calls = [lambda: world.copies, lambda: len(world), world.step, world.units, world.edit]
    run(drop, *map(use, calls))
    assert len(world) == 100


def test_other_threads_run_within_a_step_whether_they_wait_or_not():
    world = World(1_000_000)
    ended = threading.Event()
    turns, most = 0, 0

    def step():
        nonlocal most
        for _ in range(10):
            before = turns
            world.step()
            most = max(most, turns - before)
        ended.set()

    def count():
        nonlocal turns
        while not ended.is_set():
            turns += 1
            time.sleep(0.0001)

    def wait(use):
        def work():
            while not ended.is_set():
                use()

        return work

    run(step, count, *map(wait, [lambda: len(world), lambda: world.copies, world.edit]))
    assert most >= 15
    assert world.copies == 0


def test_reads_on_threads_cost_no_copy(world):
    def step():
        for _ in range(300):
            world.step()

    def read():
        for _ in range(300):
            world.changed()
            len(world)

    run(step, read, read)
    assert world.copies == 0


def test_one_edit_is_entered_by_one_thread(world):
    for copy in [False, True]:
        for _ in range(200):
            edit, entered = world.edit("hp", copy=copy), []

            def enter():
                try:
                    edit.__enter__()
                except (RuntimeError, BufferError):
                    return
                entered.append(True)

            run(enter, enter)
            assert entered == [True]
            edit.hp += 1
            edit.__exit__(None, None, None)
    assert numpy.unique(polars.DataFrame(world.units())["hp"]).tolist() == [500]
