#!/usr/bin/env python3
"""Holds the steps of `growthloop history --independent` against the Python package apache-otava.

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install numpy
    /tmp/oracle/bin/pip install --no-deps apache-otava
    swift build -c release --product growthloop
    /tmp/oracle/bin/python Tests/Oracles/change_points_oracle.py [--series 40] [--seed 1]

Both find change points by E-divisive means with a permutation test, over the logarithms of random
series with up to three steps of four deviations or more. growthloop allows no level of fewer than three
measurements and otava does, so that an outlier at an end is a step to otava alone: such series are
counted and left out. The permutations are other ones, so that a p-value near the limit may fall on
either side: of the other series nineteen in twenty must have the very same steps.

Exits with 0 if so, with 1 if not.
"""

import argparse
import json
import math
import random
import subprocess
import tempfile

import numpy
from otava.change_point_divisive.calculator import PairDistanceCalculator
from otava.change_point_divisive.detector import ChangePointDetector
from otava.change_point_divisive.significance_test import PermutationsSignificanceTester

SHORTEST = 3


def series(chance):
    """Levels with log-normal noise of 3%."""
    values, level = [], 1.0
    for _ in range(chance.randint(1, 4)):
        values += [level * math.exp(chance.gauss(0, 0.03)) for _ in range(chance.randint(8, 20))]
        level *= math.exp(chance.choice([-1, 1]) * chance.uniform(0.12, 0.4))
    return values


def theirs(values):
    tester = PermutationsSignificanceTester(0.01, 999, PairDistanceCalculator, seed=1)
    points = ChangePointDetector(tester, PairDistanceCalculator).get_change_points(
        [math.log(value) for value in values])
    return [int(point.index) for point in points]


def ours(tool, values):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for number, value in enumerate(values):
            file.write(json.dumps({
                "at": f"{2000 + number}-01-01", "machine": "m", "plan": "p",
                "figures": {"p50": {"value": value, "unit": "ms"}}}) + "\n")
        file.flush()
        answer = subprocess.run([tool, "history", file.name, "--independent", "--json"], check=True, capture_output=True)
    return [step["index"] for step in json.loads(answer.stdout)["series"][0]["steps"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", default=".build/release/growthloop")
    parser.add_argument("--series", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    same = other = short = 0
    for _ in range(options.series):
        values = series(chance)
        expected, found = theirs(values), ours(options.tool, values)
        ends = [0] + expected + [len(values)]
        if any(later - earlier < SHORTEST for earlier, later in zip(ends, ends[1:])):
            short += 1
        elif expected == found:
            same += 1
        else:
            other += 1
            print(f"otava {expected}, growthloop {found}, {len(values)} measurements")
    print(f"{same} series with the same steps, {other} with others, {short} left out")
    return 0 if other <= 0.05 * (same + other) else 1


if __name__ == "__main__":
    raise SystemExit(main())
