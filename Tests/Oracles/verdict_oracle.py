#!/usr/bin/env python3
"""Holds what `growthloop gate` writes against those who read it: JUnit against a schema, OpenMetrics
against prometheus_client, the latencies of a load stage against hdrhistogram.

    pip install lxml prometheus_client hdrhistogram
    growthloop gate scenarios/launch-readiness.yaml --out runs/gate
    Tests/Oracles/verdict_oracle.py runs/gate [junit-10.xsd]

The schema is that of Jenkins' xUnit plugin (src/main/resources/org/jenkinsci/plugins/xunit/types/
model/xsd/junit-10.xsd); without one, what it says of elements and attributes is checked here.
"""

import json
import math
import pathlib
import sys

from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader
from lxml import etree
from prometheus_client.openmetrics.parser import text_string_to_metric_families

ATTRIBUTES = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {
        "name", "tests", "failures", "errors", "time", "skipped", "timestamp", "hostname", "id",
        "package", "file", "log", "url", "group",
    },
    "testcase": {"name", "time", "classname", "group"},
    "skipped": {"message", "type"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "system-out": set(),
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testsuite", "properties", "testcase", "system-out", "system-err"},
    "testcase": {"skipped", "error", "failure", "system-out", "system-err"},
}


def check_by_hand(root):
    for element in root.iter():
        unknown = set(element.attrib) - ATTRIBUTES[element.tag]
        assert not unknown, f"<{element.tag}> has {unknown}"
        for child in element:
            assert child.tag in CHILDREN.get(element.tag, set()), f"<{child.tag}> in <{element.tag}>"
        if element.tag in ("testsuites", "testsuite"):
            cases = element.findall(".//testcase")
            assert int(element.get("tests")) == len(cases)
            for kind in ("failure", "error"):
                assert int(element.get(f"{kind}s")) == sum(c.find(kind) is not None for c in cases)


def latencies(log):
    """The histograms of a log by their tags, in the order in which they come."""
    reader = HistogramLogReader(str(log), HdrHistogram(1, 3_600_000_000_000, 3))
    tags = [line[4:].split(",")[0] for line in log.read_text().splitlines() if line.startswith("Tag=")]
    for tag in tags:
        yield tag, reader.get_next_interval_histogram()
    assert reader.get_next_interval_histogram() is None


def value_at_rank(histogram, percentile):
    """The value of the first place at or behind which so many lie; hdrhistogram itself rounds the rank."""
    rank = max(1, math.ceil(percentile / 100 * histogram.get_total_count()))
    for step in histogram.get_recorded_iterator():
        if step.total_count_to_this_value >= rank:
            return histogram.get_highest_equivalent_value(step.value_iterated_to)


def check_latencies(folder):
    """Whether the log of a load run says what its run.json does; how many histograms it has."""
    kinds = {kind["name"]: kind for kind in json.loads((folder / "run.json").read_text())["kinds"]}
    count = 0
    for tag, histogram in latencies(folder / "latency.hlog"):
        name, time = tag.rsplit("-", 1)
        count += 1
        if name not in kinds:
            continue
        for percentile in (50, 90, 99):
            told = kinds[name][time][f"p{percentile}"] * 1e6
            read = value_at_rank(histogram, percentile)
            assert abs(read - told) <= 0.002 * told, f"{tag} p{percentile}: {read}, told {told}"
        assert histogram.get_max_value() == round(kinds[name][time]["max"] * 1e6), tag
    assert count > 0
    return count


def main():
    folder = pathlib.Path(sys.argv[1])
    document = etree.parse(folder / "junit.xml")
    check_by_hand(document.getroot())
    if len(sys.argv) > 2:
        etree.XMLSchema(etree.parse(sys.argv[2])).assertValid(document)
    run = json.loads((folder / "run.json").read_text())
    gates = [(s["name"], g) for s in run["stages"] for g in s["gates"]]
    assert len(document.findall(".//testcase")) >= len(gates)

    families = {
        family.name: family
        for family in text_string_to_metric_families((folder / "metrics.prom").read_text())
    }
    states = families["growthloop_gate"]
    assert states.type == "stateset", states.type
    on = {
        (s.labels["stage"], s.labels["gate"], s.labels.get("subject")): s.labels["growthloop_gate"]
        for s in states.samples if s.value == 1
    }
    for stage, gate in gates:
        assert on[stage, gate["gate"], gate["subject"]] == gate["verdict"]
    for name in ("measured", "low", "high", "limit"):
        assert families[f"growthloop_gate_{name}"].type == "gauge"
    logs = [check_latencies(log.parent) for log in sorted(folder.glob("*/latency.hlog"))
            if (log.parent / "kinds.csv").exists()]
    schema = "the schema" if len(sys.argv) > 2 else "what the schema says"
    print(f"{len(gates)} gates: junit.xml keeps {schema}, metrics.prom parses, "
          f"{sum(logs)} histograms of latency.hlog say what run.json does")


if __name__ == "__main__":
    main()
