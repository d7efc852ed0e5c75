"""`world.units()`: what readers of Arrow see, what is not copied, and what a living batch costs."""

import gc
import threading

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

COLUMNS = ["id", "pos", "vel", "hp", "team", "tired", "target", "name"]


def test_polars_reads_every_column(world):
    frame = polars.DataFrame(world.units())
    assert frame.columns == COLUMNS
    assert frame.height == 100
    assert frame["pos"].dtype == polars.Array(polars.Float32, 2)
    assert frame["hp"].sum() == 100 * 100


def test_duckdb_reads_a_batch(world):
    units = world.units()
    total = duckdb.sql("SELECT count(*), sum(hp) FROM units").fetchall()
    assert total == [(100, 10_000)]


def test_pyarrow_reads_an_array_a_stream_and_a_schema(world):
    units = world.units()
    batch, table = pyarrow.record_batch(units), pyarrow.table(units)
    assert batch.schema == table.schema == pyarrow.schema(units)
    assert batch.num_rows == table.num_rows == len(units) == 100
    batch.validate(full=True)


def test_pandas_reads_a_batch(world):
    frame = pandas.DataFrame.from_arrow(world.units())
    assert list(frame.columns) == COLUMNS
    assert frame["hp"].sum() == 10_000


def test_a_batch_can_be_read_more_than_once(world):
    units = world.units()
    assert polars.DataFrame(units).equals(polars.DataFrame(units))


def test_the_capsules_have_the_names_of_the_interface(world):
    units = world.units()
    assert '"arrow_schema"' in repr(units.__arrow_c_schema__())
    schema, array = units.__arrow_c_array__()
    assert '"arrow_schema"' in repr(schema) and '"arrow_array"' in repr(array)
    assert '"arrow_array_stream"' in repr(units.__arrow_c_stream__(None))


def test_capsules_that_nobody_reads_free_the_batch(world):
    for _ in range(3):
        world.units().__arrow_c_array__()
        world.units().__arrow_c_stream__()
    world.step()
    assert world.copies == 0


def test_numbers_arrays_and_ids_share_the_memory_of_the_hub(world):
    first, second = pyarrow.record_batch(world.units()), pyarrow.record_batch(world.units())
    for name in ["id", "vel", "hp", "team", "target"]:
        assert address(first[name]) == address(second[name]), name
    assert address(first["name"]) != address(second["name"])  # text is copied


def test_a_batch_has_the_memory_that_an_edit_writes(world):
    read = {name: address(pyarrow.record_batch(world.units())[name]) for name in ["id", "pos", "hp"]}
    with world.edit("pos") as units:
        lent = {name: getattr(units, name).ctypes.data for name in read}
    assert read == lent


def address(array):
    while isinstance(array.type, pyarrow.FixedSizeListType):
        array = array.values
    return array.buffers()[-1].address


def test_a_batch_stays_as_it_was_and_the_next_step_copies_once(world):
    units = world.units()
    before = polars.DataFrame(units).clone()
    for _ in range(5):
        world.step()
    assert world.copies == 1
    assert polars.DataFrame(units).equals(before)
    assert not polars.DataFrame(world.units()).equals(before)


def test_an_edit_copies_once_if_a_batch_lives(world):
    batch = pyarrow.record_batch(world.units())
    with world.edit("hp") as units:
        units.hp = 7
    with world.edit("hp") as units:
        units.hp += 1
    assert world.copies == 1
    assert set(batch["hp"].to_pylist()) == {100}
    assert set(pyarrow.record_batch(world.units())["hp"].to_pylist()) == {8}


def test_data_of_a_reader_keeps_the_hub_and_its_end_frees_it(world):
    frame = polars.DataFrame(world.units())
    world.step()
    assert world.copies == 1
    del frame
    gc.collect()
    units = world.units()
    del units
    world.step()
    assert world.copies == 1


def test_two_batches_of_one_moment_cost_one_copy(world):
    batches = [world.units(), world.units()]
    world.step()
    assert world.copies == 1
    batches.append(world.units())
    world.step()
    assert world.copies == 2


def test_a_batch_outlives_its_world(world):
    from swarm import World

    batch = pyarrow.record_batch(World(50).units())
    gc.collect()
    assert batch["hp"].to_pylist() == [100] * 50


def test_holes_are_nulls(world):
    ids = pyarrow.record_batch(world.units())["id"].to_pylist()
    assert world.remove(ids[10:13]) == 3
    frame = polars.DataFrame(world.units())
    assert frame.height == 100
    assert all(column.null_count() >= 3 for column in frame)
    assert frame["id"].null_count() == 3
    assert frame["hp"].sum() == 97 * 100


def test_an_empty_world_is_read(world):
    from swarm import World

    empty = World(0)
    assert polars.DataFrame(empty.units()).shape == (0, len(COLUMNS))
    assert pyarrow.record_batch(empty.units()).num_rows == 0


def test_a_batch_says_what_it_is(world):
    assert repr(world.units()) == f"<Batch of 100 rows: {', '.join(COLUMNS)}>"


def test_readers_on_threads_see_whole_moments(world):
    """Each batch is of one moment: a step takes one from the energy of every unit."""
    stop, wrong = threading.Event(), []

    def read():
        while not stop.is_set():
            hp = polars.DataFrame(world.units())["hp"]
            if hp.n_unique() != 1:
                wrong.append(hp)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for _ in range(60):
        world.step()
    stop.set()
    for reader in readers:
        reader.join()
    assert not wrong
    assert set(polars.DataFrame(world.units())["hp"]) == {40}


def test_arrays_of_a_batch_are_read_only(world):
    hp = pyarrow.record_batch(world.units())["hp"].to_numpy(zero_copy_only=True)
    with pytest.raises(ValueError, match="read-only"):
        hp[0] = 1
    assert isinstance(hp, numpy.ndarray)
