#!/usr/bin/env python3
"""Holds "needs N a day" of `growthloop-bench ramps` against an independent Monte Carlo of twelve plans.

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install numpy scipy
    swift build -c release --product growthloop-bench
    .build/release/growthloop-bench ramps --json > /tmp/ramps.json
    /tmp/oracle/bin/python Tests/Oracles/rollouts_oracle.py /tmp/ramps.json

For each plan of the file it finds the daily volume at which 80% of 20,000 rollouts find the defect before
the last stage, and exits with 1 if growthloop's is further away than 10%. Bounds of Lan and DeMets are
found here by simulated walks, growthloop integrates them.
"""

import json
import math
import sys

import numpy
from scipy.stats import norm

WALKS = 20_000
BOUND_WALKS = 2_000_000


def spending(rule, alpha):
    """The error spent by a fraction of the information, one-sided."""
    if rule == "pocock":
        return lambda t: alpha * math.log(1 + (math.e - 1) * t)
    return lambda t: 2 * (1 - norm.cdf(norm.isf(alpha / 2) / math.sqrt(t)))


def bounds(rule, alpha, information, whole, rng):
    """The bounds of looks at rising information, of a plan that may know `whole` in the end."""
    if rule == "daily":
        return [norm.isf(alpha)] * len(information)
    spend, spent = spending(rule, alpha), 0.0
    motion, before = numpy.zeros(BOUND_WALKS), 0.0
    alive = numpy.ones(BOUND_WALKS, dtype=bool)
    found = []
    for known in information:
        time = known / whole
        motion += rng.normal(0, math.sqrt(time - before), BOUND_WALKS)
        statistic = numpy.where(alive, motion / math.sqrt(time), -numpy.inf)
        count = round((spend(min(time, 1)) - spent) * BOUND_WALKS)
        if count < 1:
            found.append(math.inf)
        else:
            bound = numpy.partition(statistic, BOUND_WALKS - count)[BOUND_WALKS - count]
            found.append(bound)
            alive &= statistic < bound
            spent = spend(min(time, 1))
        before = time
    return found


def found_share(plan, volume, rng, cache):
    """The share of rollouts that find the harm before the last stage, all of them at once."""
    stages, allowance = plan["stages"], plan["heldAtMost"] if plan["onUndecided"] == "hold" else 0
    lengths = [b["day"] - a["day"] for a, b in zip(stages, stages[1:])]
    shares = [stage["share"] for stage in stages[:-1]]
    whole = sum(s * (1 - s) * (n + allowance) for s, n in zip(shares, lengths))
    sign = 1 if plan["treated"] < plan["control"] else -1
    # Groups of rollouts that took equally many days in the stages so far.
    groups = {(): (WALKS, numpy.zeros((6, WALKS)))}
    caught = 0
    for stage, (share, length) in enumerate(zip(shares, lengths)):
        after = {}
        for finished, (size, sums) in groups.items():
            before = [shares[i] * (1 - shares[i]) for i, n in enumerate(finished) for _ in range(n)]
            days = length + allowance
            steps = numpy.cumsum(before + [share * (1 - share)] * days)
            key = finished
            if key not in cache:
                cache[key] = bounds(plan["rule"], plan["falsePositives"], steps, whole, rng)
            looks = cache[key][len(before):]
            for day in range(days):
                treated = rng.binomial(volume, share, size)
                control = rng.binomial(volume, 1 - share, size)
                bad, good = (rng.binomial(treated, plan["treated"]), rng.binomial(control, plan["control"]))
                both = (treated > 0) & (control > 0)
                weight = numpy.where(both, treated * control / numpy.maximum(treated + control, 1), 0)
                harm = sign * (good / numpy.maximum(control, 1) - bad / numpy.maximum(treated, 1))
                sums += [treated, control, weight * harm, weight, numpy.where(both, bad + good, 0),
                         numpy.where(both, treated + control, 0)]
                rate = sums[4] / numpy.maximum(sums[5], 1)
                error = numpy.sqrt(rate * (1 - rate) / numpy.maximum(sums[3], 1e-12))
                decided = (numpy.minimum(sums[0], sums[1]) >= max(1, plan["minimum"])) & (error > 0)
                statistic = sums[2] / numpy.maximum(sums[3], 1e-12) / numpy.maximum(error, 1e-12)
                harmful = decided & (statistic >= looks[day])
                caught += int(harmful.sum())
                stays = ~harmful
                sums, decided, size = sums[:, stays], decided[stays], int(stays.sum())
                if day + 1 < length:
                    continue
                if plan["onUndecided"] == "hold":
                    goes = decided
                elif plan["onUndecided"] == "rollback":
                    sums, size = sums[:, decided], int(decided.sum())
                    goes = numpy.ones(size, dtype=bool)
                else:
                    goes = numpy.ones(size, dtype=bool)
                if goes.any():
                    after[finished + (day + 1,)] = (int(goes.sum()), sums[:, goes])
                sums, size = sums[:, ~goes], int((~goes).sum())
                if size == 0:
                    break
        groups = after
    return caught / WALKS


def needed(plan, rng):
    """The daily volume for 80%, by halving and then a probit line through the neighbourhood."""
    cache, low, high = {}, 1, 2
    while found_share(plan, high, rng, cache) < 0.8:
        low, high = high, high * 2
    while high - low > max(1, 0.1 * low):
        middle = (low + high) // 2
        if found_share(plan, middle, rng, cache) < 0.8:
            low = middle
        else:
            high = middle
    centre = (low + high) / 2
    volumes = sorted({max(1, round(centre * f)) for f in (0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15)})
    probits = [norm.ppf(min(max(found_share(plan, v, rng, cache), 1e-4), 1 - 1e-4)) for v in volumes]
    slope, start = numpy.polyfit(numpy.sqrt(volumes), probits, 1)
    return ((norm.ppf(0.8) - start) / slope) ** 2


def main():
    plans = json.load(open(sys.argv[1]))["needs"]
    farthest = 0
    for number, plan in enumerate(plans):
        truth = needed(plan, numpy.random.default_rng(number))
        ours = plan["needed"]
        apart = ours / truth - 1 if ours else math.nan
        farthest = max(farthest, abs(apart))
        print(f"{plan['name']:44} Monte Carlo {truth:9.1f} a day, growthloop {ours or 0:9.1f}, "
              f"apart {apart:+.1%}", flush=True)
    print(f"{len(plans)} plans; the farthest is {farthest:.1%} apart")
    sys.exit(farthest > 0.1)


if __name__ == "__main__":
    main()
