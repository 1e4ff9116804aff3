#!/usr/bin/env python3
"""Holds the calibrator against the posteriors that sbibm keeps of its task SIR: how often a trained
classifier tells a draw of ours from one of theirs (C2ST: 0.5 is as good as equal).

    pip download --no-deps sbibm && pip install numpy scikit-learn
    swift build -c release --product growthloop-bench
    Tests/Oracles/epidemic_oracle.py .build/release/growthloop-bench sbibm-*.whl [draws]

The limits are .60 with 1,000 runs and .53 with 10,000, for the mean over the ten observations. The
classifier is that of sbibm: a network of two layers with ten units for each parameter, five folds.
"""

import bz2
import csv
import io
import subprocess
import sys
import zipfile

import numpy
from sklearn.model_selection import KFold, cross_val_score
from sklearn.neural_network import MLPClassifier

LIMITS = {1_000: 0.60, 10_000: 0.53}


def c2st(ours, theirs):
    mean, spread = theirs.mean(axis=0), theirs.std(axis=0)
    rows = numpy.concatenate([(ours - mean) / spread, (theirs - mean) / spread])
    labels = numpy.concatenate([numpy.zeros(len(ours)), numpy.ones(len(theirs))])
    network = MLPClassifier((20, 20), max_iter=1_000, solver="adam", random_state=1)
    folds = KFold(n_splits=5, shuffle=True, random_state=1)
    return cross_val_score(network, rows, labels, cv=folds, scoring="accuracy").mean()


def table(archive, observation, name):
    path = f"sbibm/tasks/sir/files/num_observation_{observation}/{name}"
    data = archive.read(path)
    text = (bz2.decompress(data) if path.endswith(".bz2") else data).decode()
    return numpy.array([[float(cell) for cell in row] for row in list(csv.reader(io.StringIO(text)))[1:]])


def main():
    bench, wheel = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    failed = False
    with zipfile.ZipFile(wheel) as archive:
        for runs, limit in LIMITS.items():
            scores = []
            for observation in range(1, 11):
                seen = table(archive, observation, "observation.csv")[0]
                words = ",".join(str(round(value)) for value in seen)
                out = subprocess.run(
                    [bench, "epidemic", words, "--runs", str(runs), "--draws", str(count)],
                    check=True, capture_output=True, text=True).stdout
                ours = numpy.array([[float(c) for c in row] for row in list(csv.reader(io.StringIO(out)))[1:]])
                theirs = table(archive, observation, "reference_posterior_samples.csv.bz2")[:count]
                scores.append(c2st(ours, theirs))
                print(f"{runs} runs, observation {observation}: {scores[-1]:.3f}", flush=True)
            mean = sum(scores) / len(scores)
            failed = failed or mean > limit
            print(f"{runs} runs: mean {mean:.3f}, at most {limit:.2f}: {'kept' if mean <= limit else 'MISSED'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
