#!/usr/bin/env python3
"""Holds `growthloop histogram` against the Python package hdrhistogram.

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install hdrhistogram
    swift build -c release --product growthloop
    /tmp/oracle/bin/python Tests/Oracles/histogram_oracle.py [--rounds 20] [--seed 1]

For random data sets (uniform, log-normal, with tails; 1 to 5 digits; several ranges) it checks that
  - Python reads our logs and finds the counts that it counts itself,
  - we read Python's logs and find the same count, extremes, moments and percentiles,
  - a log of Python's that went through us has the same counts as before.

Python rounds the rank of a percentile to the nearest whole number; HdrHistogram for Java and
growthloop round it up. The percentiles are therefore computed from Python's counts by the rule of
Java, and wherever both rules name the same rank, Python's own answer must be ours as well.

With --write-golden DIR it writes python.hlog and python.tsv for the unit tests instead.
Exits with 0 if all is the same, with 1 at a difference.
"""

import argparse
import io
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader, HistogramLogWriter

PERCENTILES = [0, 0.001, 1, 5, 10, 25, 33.3, 50, 66.6, 75, 90, 95, 99, 99.5, 99.9, 99.99, 99.999, 100]


def counts(histogram):
    """The highest value of every counter in use, with its count."""
    return {
        histogram.get_highest_equivalent_value(histogram.get_value_from_index(index)): count
        for index, count in enumerate(histogram.counts)
        if count
    }


def value_at(percentile, counted):
    """The smallest value that `percentile` per cent of all do not exceed."""
    total = sum(counted.values())
    share = max(0.0, math.nextafter(percentile, -math.inf)) * total / 100
    rank = total if percentile >= 100 else max(1, math.ceil(share))
    for value in sorted(counted):
        rank -= counted[value]
        if rank <= 0:
            return value
    return 0


def data_sets(chance, rounds):
    shapes = {
        "uniform": lambda top: chance.uniform(0, top),
        "lognormal": lambda top: min(top, chance.lognormvariate(math.log(top) / 2, 1)),
        "tail": lambda top: min(top, chance.paretovariate(0.7) * top / 1e6),
        "small": lambda top: chance.randrange(0, 20),
        "edges": lambda top: chance.choice([0, 1, 2, top, top - 1, top // 2, 2047, 2048, 2049]) % (top + 1),
    }
    layouts = [(1, 60_000_000), (1, 3_600_000_000_000), (1000, 60_000_000_000), (1, 1000), (7, 123_456_789)]
    for number in range(rounds):
        digits = number % 5 + 1
        lowest, highest = layouts[chance.randrange(len(layouts))]
        shape = list(shapes)[number % len(shapes)]
        size = chance.choice([1, 2, 10, 999, 1000, 5000])
        values = [int(shapes[shape](highest)) for _ in range(size)]
        yield f"{shape}, {size} values, {lowest} to {highest}, {digits} digits", lowest, highest, digits, values


def python_log(histogram, file):
    writer = HistogramLogWriter(file)
    writer.output_log_format_version()
    writer.output_legend()
    writer.output_interval_histogram(histogram, 1.25, 3.75)


def read_log(text):
    with tempfile.NamedTemporaryFile("w", suffix=".hlog", delete=False) as file:
        file.write(text)
    try:
        reader = HistogramLogReader(file.name, HdrHistogram(1, 1000, 1))
        histogram = reader.get_next_interval_histogram()
        reader.close()
        return histogram
    finally:
        os.unlink(file.name)


class Oracle:
    def __init__(self, binary):
        self.binary = binary
        self.differences = 0
        self.same_rank = 0
        self.checked = 0

    def ours(self, arguments, text):
        done = subprocess.run([self.binary, "histogram", *arguments], input=text, capture_output=True, text=True)
        if done.returncode != 0:
            self.differences += 1
            print(f"growthloop histogram {' '.join(arguments)}: exit {done.returncode}: {done.stderr}")
            return None
        return done.stdout

    def expect(self, what, ours, theirs):
        self.checked += 1
        if ours != theirs:
            self.differences += 1
            print(f"{what}: we say {str(ours)[:200]}, Python says {str(theirs)[:200]}")

    def check(self, name, lowest, highest, digits, values):
        python = HdrHistogram(lowest, highest, digits)
        for value in values:
            assert python.record_value(value)
        counted = counts(python)

        layout = ["--lowest", str(lowest), "--highest", str(highest), "--digits", str(digits)]
        log = self.ours(["--record", *layout], "".join(f"{value}\n" for value in values))
        read = log and read_log(log)
        if read:
            self.expect(f"{name}: counts in our log", counts(read), counted)
            self.expect(f"{name}: total in our log", read.get_total_count(), len(values))

        file = io.StringIO()
        python_log(python, file)
        again = self.ours(["--hlog"], file.getvalue())
        if again:
            self.expect(f"{name}: counts there and back", counts(read_log(again)), counted)

        asked = ",".join(map(repr, PERCENTILES))
        answer = self.ours(["--json", "--percentiles", asked], file.getvalue())
        if not answer:
            return
        facts = json.loads(answer)
        self.expect(f"{name}: count", facts["count"], len(values))
        self.expect(f"{name}: smallest", facts["min"], python.get_min_value())
        self.expect(f"{name}: largest", facts["max"], max(counted))
        for key, theirs in [("mean", python.get_mean_value()), ("standardDeviation", python.get_stddev())]:
            # Sums in another order: a few units in the last place of the largest term.
            close = abs(facts[key] - theirs) <= 1e-9 * max(counted)
            self.expect(f"{name}: {key}, {facts[key]} against {theirs}", close, True)
        for row in facts["percentiles"]:
            percentile, value = row["percentile"], row["value"]
            expected = value_at(percentile, counted) if percentile else python.get_min_value()
            self.expect(f"{name}: p{percentile}", value, expected)
            nearest = max(1, int(percentile * len(values) / 100 + 0.5))
            if nearest == max(1, math.ceil(math.nextafter(percentile, -math.inf) * len(values) / 100)):
                self.same_rank += 1
                self.expect(f"{name}: Python's p{percentile}", value, python.get_value_at_percentile(percentile))


def write_golden(folder, seed):
    chance = random.Random(seed)
    cases = [
        ("empty", 1, 3_600_000_000, 3, []),
        ("one", 1, 3_600_000_000, 3, [1]),
        ("zero", 1, 3_600_000_000, 3, [0]),
        ("highest", 1, 3_600_000_000, 3, [3_600_000_000]),
    ]
    for number, (_, lowest, highest, digits, values) in enumerate(data_sets(chance, 10)):
        cases.append((f"random-{number}", lowest, highest, digits, values[:400]))
    with open(os.path.join(folder, "python.hlog"), "w", encoding="utf-8") as log, open(
        os.path.join(folder, "python.tsv"), "w", encoding="utf-8"
    ) as facts:
        writer = HistogramLogWriter(log)
        writer.output_comment("[Written by hdrhistogram for Python]")
        writer.output_log_format_version()
        writer.output_legend()
        for name, lowest, highest, digits, values in cases:
            histogram = HdrHistogram(lowest, highest, digits)
            for value in values:
                assert histogram.record_value(value)
            if name == "one":
                histogram.record_value(4711, 2**31 + 5)
                histogram.record_value(5, 2**57)
            # The writer has no tags; the reader has.
            log.write(f"Tag={name},")
            writer.output_interval_histogram(histogram, 0.125, 1.625)
            facts.write(f"{name}\tlayout\t\t{lowest} {highest} {digits}\n")
            facts.write(f"{name}\tcount\t\t{histogram.get_total_count()}\n")
            pairs = " ".join(f"{value}:{count}" for value, count in counts(histogram).items())
            facts.write(f"{name}\tcounts\t\t{pairs}\n")
            total = histogram.get_total_count()
            for percentile in PERCENTILES[1:] if total else []:
                rank = max(1, int(percentile * total / 100 + 0.5))
                facts.write(f"{name}\tatRank\t{rank}\t{histogram.get_value_at_percentile(percentile)}\n")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", default=".build/release/growthloop")
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--write-golden", metavar="DIR")
    options = options.parse_args()
    if options.write_golden:
        write_golden(options.write_golden, options.seed)
        return 0
    oracle = Oracle(options.binary)
    for data_set in data_sets(random.Random(options.seed), options.rounds):
        oracle.check(*data_set)
    print(
        f"{options.rounds} data sets, {oracle.checked} comparisons "
        f"({oracle.same_rank} percentiles against Python's own rule): "
        + ("the same" if oracle.differences == 0 else f"{oracle.differences} differences")
    )
    return 1 if oracle.differences else 0


if __name__ == "__main__":
    sys.exit(main())
