"""`world.edit(copy=True)`: private arrays, of which the differences are written."""

import numpy
import polars
import pytest


def column(world, name):
    return polars.DataFrame(world.units())[name].to_numpy().copy()


def test_what_differs_is_written_and_stamped_exactly(world):
    world.mark()
    with world.edit(copy=True) as units:
        units.hp[[3, 50, 99]] = 1
        units.hp[4] = 100  # as it was
        units.pos *= 1
    assert world.changed() == {"pos": 0, "hp": 3}
    assert numpy.flatnonzero(column(world, "hp") == 1).tolist() == [3, 50, 99]


def test_a_value_that_changes_and_changes_back_is_not_stamped(world):
    world.mark()
    with world.edit(copy=True) as units:
        units.hp += 1
        units.hp -= 1
    assert world.changed() == {"pos": 0, "hp": 0}


def test_named_columns_are_writable_and_others_are_not(world):
    with world.edit("pos", copy=True) as units:
        assert units.pos.flags.writeable
        assert not units.hp.flags.writeable
        with pytest.raises(ValueError):
            units.hp = 1
        units.pos = 2
    assert (column(world, "pos") == 2).all()


def test_without_names_every_column_that_can_be_written_is(world):
    with world.edit(copy=True) as units:
        writable = [name for name in dir(units) if getattr(units, name).flags.writeable]
    assert writable == ["hp", "pos", "team", "vel"]


def test_the_arrays_are_private(world):
    with world.edit(copy=True) as units:
        units.hp[:] = 1
        assert set(column(world, "hp")) == {100}
    assert set(column(world, "hp")) == {1}


def test_the_world_is_never_locked(world):
    with world.edit(copy=True) as units:
        kept = units.hp
        kept[0] = 1
        world.step()
        len(world)
    world.step()
    kept[:] = 77  # nobody sees it
    assert column(world, "hp")[0] == 0 or 77 not in column(world, "hp")


def test_what_a_step_wrote_meanwhile_stays(world):
    with world.edit(copy=True) as units:
        units.hp[:10] = 500
        world.step()
    hp = column(world, "hp")
    assert (hp[:10] == 500).all() and (hp[10:] == 99).all()


def test_a_row_that_was_freed_meanwhile_is_left_out(world):
    ids = column(world, "id")
    with world.edit(copy=True) as units:
        units.hp[:] = 5
        world.remove(ids[:3].tolist())
        world.add(3)  # in the same slots
    hp = column(world, "hp")
    assert (hp[:3] == 100).all() and (hp[3:] == 5).all()


def test_an_edit_costs_no_copy_of_the_hub(world):
    for _ in range(3):
        with world.edit(copy=True) as units:
            units.hp += 1
    assert world.copies == 0


def test_a_batch_that_lives_costs_one_copy_if_something_differs(world):
    batch = world.units()
    with world.edit(copy=True) as units:
        units.hp += 0
    assert world.copies == 0
    with world.edit(copy=True) as units:
        units.hp += 1
    assert world.copies == 1
    assert set(polars.DataFrame(batch)["hp"]) == {100}


def test_a_step_within_the_block_copies_once(world):
    with world.edit(copy=True) as units:
        units.hp += 1
        world.step()
        world.step()
        assert world.copies == 1
    assert world.copies == 1


def test_edits_nest_and_each_writes_its_differences(world):
    with world.edit(copy=True) as outer:
        with world.edit(copy=True) as inner:
            inner.hp[0] = 1
            outer.hp[1] = 2
        with world.edit("pos") as lent:
            lent.pos = 3
    assert column(world, "hp")[:3].tolist() == [1, 2, 100]
    assert (column(world, "pos") == 3).all()


def test_the_end_raises_while_the_hub_is_lent_and_writes_nothing(world):
    lent = world.edit("pos")
    with pytest.raises(BufferError):
        with world.edit(copy=True) as units:
            units.hp += 1
            lent.__enter__()
    lent.__exit__(None, None, None)
    assert set(column(world, "hp")) == {100}


def test_an_edit_that_could_not_be_written_can_be_ended_again(world):
    lent = world.edit("pos")
    with pytest.raises(BufferError, match="lent"):
        with world.edit(copy=True) as units:
            units.hp[:50] = 5
            lent.__enter__()
    assert repr(units).startswith("<Edit, open: ")
    with pytest.raises(BufferError, match="lent"):
        units.__exit__(None, None, None)
    lent.__exit__(None, None, None)
    assert set(column(world, "hp")) == {100}
    units.hp[0] = 6
    units.__exit__(None, None, None)
    assert column(world, "hp").tolist() == [6] + [5] * 49 + [100] * 50
    assert world.copies == 1  # when `lent` began
    with pytest.raises(RuntimeError, match="has ended"):
        units.__exit__(None, None, None)


def test_an_edit_that_could_not_be_written_can_be_given_up(world):
    with pytest.raises(ValueError, match="another size"):
        with world.edit("hp", copy=True) as units:
            units.hp.resize(7, refcheck=False)
    units.__exit__(ValueError, None, None)
    world.step()
    assert world.copies == 0


def test_an_exception_discards_the_private_arrays(world):
    world.mark()
    with pytest.raises(ZeroDivisionError):
        with world.edit(copy=True) as units:
            units.hp[:] = 1
            1 / 0
    assert set(column(world, "hp")) == {100}
    assert world.changed() == {"pos": 0, "hp": 0}


def test_not_a_number_is_compared_by_its_bits(world):
    with world.edit("pos", copy=True) as units:
        units.pos[0] = numpy.nan
    world.mark()
    with world.edit("pos", copy=True) as units:
        units.pos[0] = numpy.nan
    assert world.changed()["pos"] == 0


def test_an_array_that_was_resized_is_refused(world):
    with pytest.raises(ValueError, match="another size"):
        with world.edit("hp", copy=True) as units:
            units.hp.resize(7, refcheck=False)
    world.step()


def test_holes_are_not_written(world):
    ids = column(world, "id")
    world.remove(ids[:5].tolist())
    world.mark()
    with world.edit("hp", copy=True) as units:
        units.hp[:] = 7
    assert world.changed()["hp"] == 95


def test_columns_are_gone_after_the_block(world):
    with world.edit(copy=True) as units:
        pass
    with pytest.raises(RuntimeError):
        units.hp
