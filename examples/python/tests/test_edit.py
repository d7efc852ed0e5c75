"""`world.edit(..)`: columns in place."""

import gc
import sys
import threading
import weakref

import numpy
import polars
import pyarrow
import pytest
from swarm import World


def column(world, name):
    return polars.DataFrame(world.units())[name].to_numpy().copy()


def is_locked(world):
    """Returns whether the world is locked. If it is, every use of it raises `BufferError`."""
    try:
        len(world)
        return False
    except BufferError:
        pass
    uses = [
        world.step,
        world.units,
        world.edit,
        lambda: world.edit("pos"),
        lambda: world.edit(copy=True),
        lambda: world.copies,
        world.mark,
        world.changed,
        lambda: world.drift(1.0),
        lambda: world.add(1),
        lambda: world.remove([1]),
    ]
    for use in uses:
        with pytest.raises(BufferError, match="alive"):
            use()
    return True


def test_the_sentence_of_the_contract(world):
    before, vel, dt = column(world, "pos"), column(world, "vel"), 0.5
    with world.edit("pos") as units:
        units.pos += units.vel * dt
    assert numpy.array_equal(column(world, "pos"), before + vel * numpy.float32(dt))


def test_columns_are_arrays_of_their_types(world):
    with world.edit("pos", "hp") as units:
        kinds = {name: (getattr(units, name).dtype.str, getattr(units, name).shape) for name in dir(units)}
    assert kinds == {
        "id": ("<u8", (100,)),
        "live": ("|b1", (100,)),
        "pos": ("<f4", (100, 2)),
        "vel": ("<f4", (100, 2)),
        "hp": ("<i4", (100,)),
        "team": ("|u1", (100,)),
        "tired": ("|b1", (100,)),
    }


def test_named_columns_are_writable_and_others_are_not(world):
    with world.edit("pos") as units:
        assert units.pos.flags.writeable
        for name in ["vel", "hp", "id", "tired", "live"]:
            array = getattr(units, name)
            assert not array.flags.writeable
            with pytest.raises(ValueError):
                array[0] = 1
            with pytest.raises(ValueError):
                array.flags.writeable = True
            del array


def test_assigning_copies_into_the_column(world):
    with world.edit("pos", "hp") as units:
        address = units.pos.ctypes.data
        mine = numpy.full((100, 2), 3.0)
        units.pos = mine
        mine[:] = 9
        units.hp = 5
        assert units.pos.ctypes.data == address
    assert (column(world, "pos") == 3).all()
    assert (column(world, "hp") == 5).all()


def test_assigning_broadcasts_and_casts_as_numpy_does(world):
    with world.edit("pos", "hp") as units:
        units.pos = [1, 2]
        with pytest.raises(TypeError):
            units.hp = units.pos[:, 0].astype("f8")
        with pytest.raises(ValueError):
            units.pos = numpy.zeros(7)
    assert (column(world, "pos") == [1, 2]).all()
    assert (column(world, "hp") == 100).all()


def test_assigning_a_view_of_the_column_itself(world):
    before = column(world, "pos")
    with world.edit("pos") as units:
        units.pos = units.pos[::-1]
    assert numpy.array_equal(column(world, "pos"), before[::-1])


def test_assigning_to_a_read_only_column_is_refused(world):
    with world.edit("pos") as units:
        with pytest.raises(ValueError, match="read-only"):
            units.hp = 1
        with pytest.raises(ValueError):
            units.vel += 1
    assert (column(world, "hp") == 100).all()


def test_unknown_columns_are_refused_and_nothing_is_lent(world):
    with pytest.raises(AttributeError, match="unknown column `position`; expected one of `id`, "):
        world.edit("position")
    with world.edit("pos") as units:
        with pytest.raises(AttributeError):
            units.position
        with pytest.raises(AttributeError):
            units.position = 1
        assert not hasattr(units, "name")  # text is in batches alone
        with pytest.raises(AttributeError):
            del units.pos
    assert not is_locked(world)


def test_a_column_that_python_cannot_write_is_refused(world):
    for name in ["id", "live", "tired"]:
        with pytest.raises(TypeError, match=f"`{name}` cannot be written"):
            world.edit(name)


def test_named_columns_are_stamped_whole_and_others_are_not(world):
    world.mark()
    with world.edit("pos") as units:
        units.pos[3] = 1
    assert world.changed() == {"pos": 100, "hp": 0}
    world.mark()
    with world.edit() as units:
        assert units.hp[0] == 100
    assert world.changed() == {"pos": 0, "hp": 0}


def test_a_block_that_reads_no_column_stamps_what_it_names(world):
    world.mark()
    with world.edit("hp"):
        pass
    assert world.changed() == {"pos": 0, "hp": 100}


def test_columns_are_gone_after_the_block(world):
    with world.edit("pos") as units:
        units.pos
    with pytest.raises(RuntimeError, match="has ended"):
        units.pos
    with pytest.raises(RuntimeError):
        units.pos = 1
    with pytest.raises(RuntimeError):
        units.__enter__()
    with pytest.raises(AttributeError):
        units.nothing


def test_columns_are_not_there_before_the_block(world):
    edit = world.edit("pos")
    with pytest.raises(RuntimeError, match="with"):
        edit.pos
    with pytest.raises(RuntimeError):
        edit.__exit__(None, None, None)
    assert not is_locked(world)


def test_an_edit_that_is_never_entered_locks_nothing(world):
    edits = [world.edit("pos"), world.edit("pos")]
    world.step()
    assert len(edits) == 2


def test_the_world_is_lent_within_the_block(world):
    with world.edit("pos") as units:
        for use in [world.step, world.units, world.edit, lambda: world.edit(copy=True), world.changed]:
            with pytest.raises(BufferError, match="lent"):
                use()
        assert world.copies == 0
        units.pos += 1
    assert not is_locked(world)


def test_an_array_that_is_alive_locks_the_world_until_it_is_gone(world):
    with pytest.raises(BufferError, match="alive"):
        with world.edit("pos") as units:
            pos = units.pos
    assert is_locked(world)
    pos += 1  # the memory is still there
    last = pos.copy()
    del pos
    assert not is_locked(world)
    assert numpy.array_equal(column(world, "pos"), last)


VIEWS = {
    "a slice": lambda pos: pos[10:20],
    "a slice of a slice": lambda pos: pos[10:20][1:2],
    "a column of it": lambda pos: pos[:, 0],
    "a row": lambda pos: pos[3],
    "backwards": lambda pos: pos[::-1],
    "transposed": lambda pos: pos.T,
    "reshaped": lambda pos: pos.reshape(-1),
    "another type": lambda pos: pos.view("u4"),
    "a broadcast": lambda pos: numpy.broadcast_to(pos, (3, *pos.shape)),
    "a memoryview": lambda pos: memoryview(pos),
    "a flat iterator": lambda pos: pos.flat,
    "an iterator": lambda pos: iter(pos),
    "the base object": lambda pos: pos.base,
    "an array of the base object": lambda pos: numpy.asarray(pos.base),
    "frombuffer": lambda pos: numpy.frombuffer(pos, "u1"),
    "a subclass": lambda pos: pos.view(numpy.matrix),
    "a bound method": lambda pos: pos.sum,
    "ctypes": lambda pos: pos.ctypes,
    "DLPack": lambda pos: numpy.from_dlpack(pos),
    "a closure": lambda pos: lambda: pos,
    "Arrow": lambda pos: pyarrow.array(pos.reshape(-1)),
}


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_locks_the_world_until_it_is_gone(world, view):
    kept = []
    with pytest.raises(BufferError):
        with world.edit("pos") as units:
            kept.append(VIEWS[view](units.pos))
    assert is_locked(world)
    kept.clear()
    gc.collect()
    assert not is_locked(world)


@pytest.mark.parametrize("name", ["pos", "vel", "id", "tired", "live"])
def test_read_only_arrays_lock_the_world_as_well(world, name):
    with pytest.raises(BufferError):
        with world.edit("pos") as units:
            kept = getattr(units, name)
    assert is_locked(world)
    del kept
    assert not is_locked(world)


def test_copies_and_numbers_may_leave_the_block(world):
    with world.edit("pos") as units:
        total, copy, first = units.pos.sum(), units.pos.copy(), units.pos[0, 0]
        fancy = units.pos[[1, 2, 3]]
    assert not is_locked(world)
    assert copy.shape == (100, 2) and fancy.shape == (3, 2)
    assert numpy.isfinite([total, first]).all()


def test_the_last_of_several_views_unlocks(world):
    with pytest.raises(BufferError):
        with world.edit("pos", "hp") as units:
            views = [units.pos[5:], units.hp[:3], units.vel[0]]
    while views:
        assert is_locked(world)
        views.pop()
    assert not is_locked(world)


def test_an_exception_that_passes_is_the_one_to_see(world):
    with pytest.raises(KeyError, match="mine") as caught:
        with world.edit("pos") as units:
            kept = units.pos
            raise KeyError("mine")
    assert caught.value.__context__ is None
    assert is_locked(world)
    del kept
    # The traceback has the frame of this function, whose variables are gone.
    assert not is_locked(world)


def test_what_was_written_before_an_exception_stays(world):
    with pytest.raises(ZeroDivisionError):
        with world.edit("hp") as units:
            units.hp[:50] = 1
            1 / 0
    assert not is_locked(world)
    assert column(world, "hp").sum() == 50 + 50 * 100


def test_a_traceback_keeps_arrays_of_its_frames_alive(world):
    def work(units):
        mine = units.pos
        raise ValueError(mine.shape)

    error = None
    try:
        with world.edit("pos") as units:
            work(units)
    except ValueError as raised:
        error = raised
    assert is_locked(world)
    error = error.with_traceback(None)
    assert not is_locked(world)


def test_a_cycle_locks_the_world_until_it_is_collected(world):
    class Node:
        pass

    gc.disable()
    try:
        with pytest.raises(BufferError):
            with world.edit("pos") as units:
                node = Node()
                node.me, node.array, node.units = node, units.pos, units
                alive = weakref.ref(node)
                del node
        assert alive() is not None and is_locked(world)
        gc.collect()
        assert alive() is None and not is_locked(world)
    finally:
        gc.enable()


def test_a_block_that_a_generator_never_finishes_gives_the_hub_back(world):
    def forever():
        with world.edit("pos") as units:
            yield units.pos[0, 0]
            yield units.pos[0, 1]

    generator = forever()
    next(generator)
    with pytest.raises(BufferError):
        world.step()
    del generator
    assert not is_locked(world)


def test_an_edit_that_is_entered_and_dropped_gives_the_hub_back(world):
    edit = world.edit("pos")
    edit.__enter__()
    with pytest.raises(BufferError):
        world.step()
    del edit
    assert not is_locked(world)


def test_nested_edits_are_refused(world):
    other = world.edit("hp")
    with world.edit("pos") as units:
        with pytest.raises(BufferError):
            with other:
                pass
        units.pos = 0
    with other as units:
        units.hp = 3
    assert (column(world, "hp") == 3).all()


def test_blocks_of_two_worlds_do_not_meet(world):
    other = World(10)
    with world.edit("pos") as units, other.edit("pos") as others:
        units.pos[:10] = others.pos
        others.pos = 1
    assert not is_locked(world) and not is_locked(other)


def test_another_thread_may_hold_the_last_view(world):
    begin, end = threading.Event(), threading.Event()
    box = []

    def hold():
        mine = box.pop()
        begin.set()
        end.wait()
        del mine

    thread = threading.Thread(target=hold)
    with pytest.raises(BufferError):
        with world.edit("pos") as units:
            box.append(units.pos[1:])
            thread.start()
            begin.wait()
    assert is_locked(world)
    end.set()
    thread.join()
    assert not is_locked(world)


def test_an_open_edit_that_is_dropped_ends_its_block(world):
    edit = world.edit("pos")
    edit.__enter__()
    edit.pos += 1
    del edit
    assert not is_locked(world)


def test_an_open_edit_that_is_dropped_leaves_the_world_to_its_views(world):
    edit = world.edit("pos")
    edit.__enter__()
    view = edit.pos[1:]
    del edit
    assert is_locked(world)
    view[:] = 3
    del view
    assert not is_locked(world)
    assert (column(world, "pos")[1:] == 3).all()


def test_threads_edit_one_after_another(world):
    """Each thread tries again while the world is lent. No increment is lost."""

    def work():
        done = 0
        while done < 25:
            try:
                with world.edit("hp") as units:
                    units.hp += 1
                done += 1
            except BufferError:
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert (column(world, "hp") == 200).all()


def test_a_view_outlives_its_world(world):
    mine = World(10)
    with pytest.raises(BufferError):
        with mine.edit("pos") as units:
            kept = units.pos
    del mine, units
    gc.collect()
    kept[:] = 4
    assert kept.sum() == 80


def test_the_hub_can_grow_and_shrink_after_each_block(world):
    for _ in range(20):
        with world.edit("pos") as units:
            units.pos += 1
        world.add(1000)
    with world.edit("pos") as units:
        assert units.pos.shape == (20_100, 2)


def test_an_empty_world_is_edited(world):
    empty = World(0)
    with empty.edit("pos") as units:
        assert units.pos.shape == (0, 2)
        units.pos += 1
    assert not is_locked(empty)


def test_holes_are_told_apart_by_live(world):
    ids = column(world, "id")
    world.remove(ids[:5].tolist())
    with world.edit("hp") as units:
        assert units.live.sum() == 95
        assert (units.id[units.live] == ids[5:]).all()
        units.hp[units.live] -= 1
    hp = polars.DataFrame(world.units())["hp"]
    assert hp.null_count() == 5 and set(hp.drop_nulls()) == {99}


def test_the_array_of_a_column_is_one_object(world):
    with world.edit("pos") as units:
        assert units.pos is units.pos


def test_changing_the_shape_of_the_array_does_no_harm(world):
    with world.edit("pos") as units:
        with pytest.raises(ValueError):
            units.pos.resize((500, 2), refcheck=False)
        units.pos[:] = 2
    assert (column(world, "pos") == 2).all()


def test_an_edit_says_what_it_is(world):
    edit = world.edit("pos")
    assert repr(edit).startswith("<Edit, not entered: id, ")
    with edit:
        assert repr(edit).startswith("<Edit, open: ")
    assert repr(edit).startswith("<Edit, ended: ")
