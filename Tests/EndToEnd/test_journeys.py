"""Every journey, on the sandbox."""

from __future__ import annotations

import pytest

from journeys.every import JOURNEYS


@pytest.mark.parametrize("journey", JOURNEYS, ids=str)
def test_journey(deployed, journey):
    journey.play(deployed(journey.deployment))
