import pytest
from swarm import World


@pytest.fixture
def world():
    return World(100)
