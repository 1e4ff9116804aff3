#!/usr/bin/env python3
"""Holds the estimators of `growthloop analyse` and the sizes of `growthloop power` against three packages
for experiments: gbstats (GrowthBook), spotify-confidence and cluster-experiments.

    python3.11 -m venv /tmp/oracle
    /tmp/oracle/bin/pip install gbstats spotify-confidence cluster-experiments
    swift build -c release --product growthloop
    /tmp/oracle/bin/python Tests/Oracles/experiments_oracle.py .build/release/growthloop [--seed 1]

Prints one line for each number: what, whose, ours, theirs, and how far apart in proportion (for p-values,
powers and shares: apart at all). Exits with 1 if one is further apart than 0.001, else with 0.

Where the packages define a thing a little differently, what makes it the same is done here:

- The cluster-robust variance of cluster-experiments has one correction for small samples over both arms,
  ours one for each; its delta method has none. With equal arms either is a known factor, put on theirs.
- The variance of a share is p (1 - p) in gbstats and spotify-confidence; growthloop divides by n - 1.
- gbstats and spotify-confidence take the coefficient of CUPED from both arms as if they were one group,
  growthloop from within the arms, as the regression of cluster-experiments does. With thousands of units
  either is within the limit. That regression also counts the error of the coefficient, the others take it
  as known: where the spread does not hang on the covariate it is a known factor, put on theirs.
- Of the regression's variances HC2 is Welch's of each arm; for power the plain one has one variance for both.
- spotify-confidence and cluster-experiments use the normal law where growthloop uses Student's t, but for
  spotify-confidence's t test: with thousands of units both are within the limit.
- The group-sequential bounds of spotify-confidence spend the false positives with the square of the
  information, which growthloop does not offer. Its solver is given the functions of Lan and DeMets; it
  has one side with half the rate, where growthloop has two at once.
- spotify-confidence's `SampleSize.binomial` gives both groups the variance of the base, so its newer
  `SampleSizeCalculator` is compared, which gives each group its own.

Not compared: the relative effect with CUPED of gbstats and cluster-experiments, which divide by the
plain mean of the control, not by the adjusted one (that of spotify-confidence is); ratios by
spotify-confidence, which has no delta method; power by gbstats, which has none; and two things that none
of them has: the test of the split at any number of looks, and the median-unbiased estimate.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy
import pandas
from cluster_experiments import (
    BalancedClusteredSplitter, ClusteredOLSAnalysis, DeltaMethodAnalysis, NonClusteredSplitter,
    NormalPowerAnalysis, OLSAnalysis)
from gbstats.frequentist.tests import (
    FrequentistConfig, SequentialConfig, SequentialTwoSidedTTest, TwoSidedTTest)
from gbstats.models.statistics import (
    ProportionStatistic, RatioStatistic, RegressionAdjustedStatistic, SampleMeanStatistic)
from gbstats.utils import check_srm
from scipy.stats import norm
from spotify_confidence import SampleSize, SampleSizeCalculator, StudentsTTest, ZTest, ZTestLinreg
from spotify_confidence.analysis.frequentist import sequential_bound_solver

LIMIT = 1e-3
GROWTHBOOK, SPOTIFY, CLUSTERS = "gbstats", "spotify-confidence", "cluster-experiments"


class Oracle:
    def __init__(self, tool, seed):
        self.tool = tool
        self.chance = numpy.random.default_rng(seed)
        self.count = 0
        self.misses = []

    def section(self, name):
        print(f"\n{name}", flush=True)

    def compare(self, what, whose, ours, theirs, absolute=False):
        """Prints and judges one number."""
        apart = abs(ours - theirs)
        if not absolute:
            apart /= abs(theirs)
        is_fine = apart <= LIMIT
        self.count += 1
        if not is_fine:
            self.misses.append(what)
        print(f"  {what:<42} {whose:<20} {ours:>15.8g} {theirs:>15.8g}  {apart:.1e}"
              f"{' absolute' if absolute else ''}{'' if is_fine else '  DIFFERS'}", flush=True)

    def compare_all(self, what, whose, ours, theirs):
        """Compares the parts of an effect that `theirs` has."""
        for part, value in theirs.items():
            self.compare(f"{what}, {part}", whose, ours[part], value, absolute=part == "p")

    def analyse(self, frame, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "experiment.csv"
            frame.to_csv(path, index=False, quoting=csv.QUOTE_MINIMAL)
            run = subprocess.run([self.tool, "analyse", str(path), "--json", *options],
                                 capture_output=True, text=True)
        if run.returncode not in (0, 1) or not run.stdout:
            sys.exit(run.stderr)
        return json.loads(run.stdout)

    def power(self, *flags, **options):
        words = [str(word) for name, value in options.items()
                 for word in (f"--{name.replace('_', '-')}", value)]
        run = subprocess.run([self.tool, "power", *words, *flags, "--json"],
                             check=True, capture_output=True, text=True)
        return json.loads(run.stdout)


def reach(effect, low, high):
    """Half of an interval: an end of it may lie near nought, where a proportion says nothing."""
    assert math.isclose(low + high, 2 * effect, abs_tol=1e-9 * (high - low))
    return (high - low) / 2


def parts(effect, relative=False):
    """An effect of growthloop."""
    if relative:
        return {"effect": effect["relative"],
                "reach": reach(effect["relative"], effect["relativeLow"], effect["relativeHigh"])}
    return {"effect": effect["difference"], "error": effect["standardError"],
            "reach": reach(effect["difference"], effect["low"], effect["high"]), "p": effect["pValue"]}


def arms(frame):
    return [frame[frame.arm == name] for name in ("control", "variant")]


# --- The packages, each with its effect as the same parts -------------------------------------------------

def mean_statistic(values):
    return SampleMeanStatistic(n=len(values), sum=values.sum(), sum_squares=(values ** 2).sum())


def growthbook(statistics, test=TwoSidedTTest, config=FrequentistConfig, relative=False, **options):
    kind = "relative" if relative else "absolute"
    found = test(*statistics, config(difference_type=kind, **options)).compute_result()
    answer = {"effect": found.expected, "reach": reach(found.expected, *found.ci)}
    return answer if relative else answer | {"error": found.uplift.stddev, "p": found.p_value}


def spotify_sums(frame):
    """By arm: what spotify-confidence calls sufficient statistics."""
    frame = frame.assign(count=1, square=frame.numerator ** 2)
    if "covariate" in frame:
        frame = frame.assign(feature=frame.covariate, feature_square=frame.covariate ** 2,
                             cross=frame.covariate * frame.numerator)
    return frame.groupby("arm", as_index=False).sum(numeric_only=True)


def spotify_test(kind, frame):
    more = {"feature_column": "feature", "feature_sum_squares_column": "feature_square",
            "feature_cross_sum_column": "cross"} if kind is ZTestLinreg else {}
    return kind(spotify_sums(frame), numerator_column="numerator", numerator_sum_squares_column="square",
                denominator_column="count", categorical_group_columns="arm", **more)


def spotify(kind, frame):
    found = spotify_test(kind, frame).difference("control", "variant", verbose=True).iloc[0]
    return {"effect": found["difference"], "error": found["std_err"], "p": found["p-value"],
            "reach": reach(found["difference"], found["ci_lower"], found["ci_upper"])}


def cluster_experiments(analysis, frame, factor=1.0):
    """`factor` carries the standard error over to growthloop's correction for small samples."""
    frame = frame.rename(columns={"numerator": "target", "denominator": "scale"})
    frame = frame.assign(treatment=frame.arm.map({"control": "A", "variant": "B"}))
    found = analysis.get_inference_results(frame, alpha=0.05)
    error = found.std_error * factor
    return {"effect": found.ate, "error": error, "p": 2 * norm.sf(abs(found.ate) / error),
            "reach": factor * reach(found.ate, found.conf_int.lower, found.conf_int.upper)}


# --- What is compared -------------------------------------------------------------------------------------

def units(chance, control, variant):
    """An empty experiment of so many units."""
    count = control + variant
    arm = numpy.array(["control"] * control + ["variant"] * variant)
    chance.shuffle(arm)
    return pandas.DataFrame({"unit": [f"u{number}" for number in range(count)], "arm": arm})


def means(oracle):
    oracle.section("Difference in means: 2,400 and 1,600 units, log-normal")
    frame = units(oracle.chance, 2_400, 1_600)
    effect = numpy.where(frame.arm == "variant", 0.12, 0)
    frame["numerator"] = numpy.exp(oracle.chance.normal(effect, 0.8))
    answer = oracle.analyse(frame, "--allocation", "40%")
    ours, always = answer["effects"]
    statistics = [mean_statistic(arm.numerator) for arm in arms(frame)]
    oracle.compare_all("means", GROWTHBOOK, parts(ours), growthbook(statistics))
    oracle.compare_all("means", SPOTIFY, parts(ours), spotify(StudentsTTest, frame))
    oracle.compare_all("relative", GROWTHBOOK, parts(ours, relative=True), growthbook(
        statistics, relative=True))
    for relative in (False, True):
        oracle.compare_all(
            "at any look" + (", relative" if relative else ""), GROWTHBOOK, parts(always, relative),
            growthbook(statistics, SequentialTwoSidedTTest, SequentialConfig, relative,
                       sequential_tuning_parameter=5_000))


def shares(oracle):
    oracle.section("Difference in shares: 3,000 and 3,000 units that do it or not")
    frame = units(oracle.chance, 3_000, 3_000)
    rate = numpy.where(frame.arm == "variant", 0.43, 0.40)
    frame["numerator"] = oracle.chance.binomial(1, rate)
    ours = parts(oracle.analyse(frame)["effects"][0])
    statistics = [ProportionStatistic(n=len(arm), sum=arm.numerator.sum()) for arm in arms(frame)]
    oracle.compare_all("shares", GROWTHBOOK, ours, growthbook(statistics))
    oracle.compare_all("shares", SPOTIFY, ours, spotify(ZTest, frame))


def ratios(oracle):
    oracle.section("Ratio by the delta method: 2,000 and 2,000 senders, taps of invites")
    frame = units(oracle.chance, 2_000, 2_000)
    frame["denominator"] = 1 + oracle.chance.negative_binomial(1, 0.2, len(frame))
    own = oracle.chance.beta(3, 4, len(frame)) + numpy.where(frame.arm == "variant", 0.03, 0)
    frame["numerator"] = oracle.chance.binomial(frame.denominator, numpy.minimum(own, 1))
    ours, always = oracle.analyse(frame)["effects"]
    statistics = [
        RatioStatistic(
            n=len(arm), m_statistic=mean_statistic(arm.numerator),
            d_statistic=mean_statistic(arm.denominator),
            m_d_sum_of_products=(arm.numerator * arm.denominator).sum())
        for arm in arms(frame)]
    oracle.compare_all("ratio", GROWTHBOOK, parts(ours), growthbook(statistics))
    oracle.compare_all("ratio, relative", GROWTHBOOK, parts(ours, relative=True), growthbook(
        statistics, relative=True))
    oracle.compare_all("ratio", CLUSTERS, parts(ours), cluster_experiments(
        DeltaMethodAnalysis(cluster_cols=["unit"]), frame, math.sqrt(2_000 / 1_999)))
    oracle.compare_all("ratio, at any look", GROWTHBOOK, parts(always), growthbook(
        statistics, SequentialTwoSidedTTest, SequentialConfig, sequential_tuning_parameter=5_000))


def with_past(chance, frame, effect):
    """A skewed number of the time before, and one that hangs together with it."""
    frame["covariate"] = chance.poisson(chance.gamma(1.5, 2, len(frame)))
    mean = 1 + 0.8 * frame.covariate + numpy.where(frame.arm == "variant", effect, 0)
    frame["numerator"] = chance.normal(mean, 2)
    return frame


def without_coefficient(frame):
    """The factor that takes the error of the coefficient from a regression's standard error."""
    return math.sqrt(1 - numpy.corrcoef(frame.arm == "variant", frame.covariate)[0, 1] ** 2)


def adjusted(oracle):
    oracle.section("CUPED: 5,000 and 5,000 members")
    frame = with_past(oracle.chance, units(oracle.chance, 5_000, 5_000), 0.3)
    plain, ours, always = oracle.analyse(frame)["effects"]
    # gbstats puts in the coefficient itself.
    statistics = [
        RegressionAdjustedStatistic(
            n=len(arm), post_statistic=mean_statistic(arm.numerator),
            pre_statistic=mean_statistic(arm.covariate),
            post_pre_sum_of_products=(arm.numerator * arm.covariate).sum(), theta=0)
        for arm in arms(frame)]
    oracle.compare_all("CUPED", GROWTHBOOK, parts(ours), growthbook(statistics))
    oracle.compare_all("CUPED", SPOTIFY, parts(ours), spotify(ZTestLinreg, frame))
    relative = spotify_test(ZTestLinreg, frame).difference("control", "variant", absolute=False)
    oracle.compare("CUPED, relative effect", SPOTIFY, ours["relative"], relative["difference"].iloc[0])
    oracle.compare_all("CUPED", CLUSTERS, parts(ours), cluster_experiments(
        OLSAnalysis(covariates=["covariate"], cov_type="HC2"), frame, without_coefficient(frame)))
    oracle.compare_all("without it", CLUSTERS, parts(plain), cluster_experiments(
        OLSAnalysis(cov_type="HC2"), frame))
    oracle.compare_all("CUPED, at any look", GROWTHBOOK, parts(always), growthbook(
        statistics, SequentialTwoSidedTTest, SequentialConfig, sequential_tuning_parameter=5_000))


def clustered(oracle):
    oracle.section("Clusters: 300 and 300 senders, each with 1 to 15 invitees")
    count = 600
    sizes = oracle.chance.integers(1, 16, count)
    arm = numpy.array(["control", "variant"] * (count // 2))
    charm = oracle.chance.normal(0, 0.6, count) + numpy.where(arm == "variant", 0.25, 0)
    cluster = numpy.repeat(numpy.arange(count), sizes)
    frame = pandas.DataFrame({
        "unit": [f"u{number}" for number in range(len(cluster))], "arm": arm[cluster],
        "numerator": oracle.chance.normal(2 + charm[cluster], 1), "denominator": 1,
        "cluster": [f"c{number}" for number in cluster]})
    independent, ours, _ = oracle.analyse(frame)["effects"]
    rows, each = len(frame), count // 2
    correction = (count / (count - 1)) * (rows - 1) / (rows - 2)
    factor = math.sqrt(each / (each - 1) / correction)
    regression = cluster_experiments(ClusteredOLSAnalysis(cluster_cols=["cluster"]), frame, factor)
    delta = cluster_experiments(
        DeltaMethodAnalysis(cluster_cols=["cluster"]), frame, math.sqrt(each / (each - 1)))
    # With 600 clusters Student's t is wider than the normal law by 0.2%: not their intervals.
    for name, theirs in (("regression", regression), ("delta method", delta)):
        oracle.compare_all(f"clusters, {name}", CLUSTERS, parts(ours), {
            part: theirs[part] for part in ("effect", "error", "p")})
    lift = cluster_experiments(
        ClusteredOLSAnalysis(cluster_cols=["cluster"], relative_effect=True), frame, factor)
    critical = parts(ours)["reach"] / ours["standardError"]
    error = parts(ours, relative=True)["reach"] / critical
    oracle.compare("clusters, relative effect", CLUSTERS, ours["relative"], lift["effect"])
    oracle.compare("clusters, relative error", CLUSTERS, error, lift["error"])
    oracle.compare_all("as if independent", CLUSTERS, parts(independent), cluster_experiments(
        OLSAnalysis(cov_type="HC2"), frame))

    oracle.section("CUPED of clusters: 5,000 and 5,000 senders with 3 invites each")
    # Of one size: cluster-experiments weights what a cluster did before by its size, growthloop does not.
    count, size = 10_000, 3
    arm = numpy.array(["control", "variant"] * (count // 2))
    senders = with_past(oracle.chance, pandas.DataFrame({"arm": arm}), 0.3)
    cluster = numpy.repeat(numpy.arange(count), size)
    frame = pandas.DataFrame({
        "unit": [f"u{number}" for number in range(len(cluster))], "arm": arm[cluster],
        "numerator": oracle.chance.normal(senders.numerator.to_numpy()[cluster], 1), "denominator": 1,
        "covariate": senders.covariate.to_numpy()[cluster],
        "cluster": [f"c{number}" for number in cluster]})
    ours = parts(oracle.analyse(frame)["effects"][-2])
    sums = frame.groupby(["cluster", "arm"], as_index=False).agg(
        {"numerator": "sum", "denominator": "sum", "covariate": "mean"})
    oracle.compare_all("CUPED of clusters", CLUSTERS, ours, cluster_experiments(
        DeltaMethodAnalysis(cluster_cols=["cluster"], covariates=["covariate"]), sums))
    oracle.compare_all("CUPED of clusters, regression", CLUSTERS, ours, cluster_experiments(
        ClusteredOLSAnalysis(cluster_cols=["cluster"], covariates=["covariate"]), frame,
        without_coefficient(frame)))


def splits(oracle):
    oracle.section("The split")
    for control, variant, share in ((1_000, 1_050, 0.5), (1_830, 170, 0.1), (2_000, 2_300, 0.5)):
        frame = units(oracle.chance, control, variant)
        frame["numerator"] = oracle.chance.normal(0, 1, len(frame))
        ours = oracle.analyse(frame, "--allocation", str(share))["split"]["pValue"]
        what = f"{control} and {variant}, planned {share:.0%}, p"
        oracle.compare(what, GROWTHBOOK, ours, check_srm([control, variant], [1 - share, share]), absolute=True)
        theirs, _ = spotify_test(ZTest, frame).sample_ratio_test({"control": 1 - share, "variant": share})
        oracle.compare(what, SPOTIFY, ours, theirs, absolute=True)


# Lan and DeMets' functions of one side: the rate comes halved.
SPENDING = {
    "pocock": lambda rate, share: rate * math.log1p((math.e - 1) * share),
    "obrienFleming": lambda rate, share: 2 * norm.sf(norm.isf(rate / 2) / math.sqrt(share)),
}


def spend(rule):
    def alphas(alpha, _, shares):
        spent = numpy.array([SPENDING[rule](alpha, share) for share in shares])
        return spent, numpy.diff(spent, prepend=0)

    sequential_bound_solver._alphas = alphas


def looks(oracle):
    days = 10
    frame = units(oracle.chance, 2_500, 2_500)
    # More units come on the first days.
    frame["time"] = numpy.minimum(days - 1, oracle.chance.exponential(5, len(frame)).astype(int))
    frame["numerator"] = oracle.chance.normal(numpy.where(frame.arm == "variant", 1.06, 1), 1)
    for rule in SPENDING:
        oracle.section(f"Looks on the way: 5 of {len(frame)} units, {rule}")
        answer = oracle.analyse(
            frame, "--rule", rule, "--looks", "5", "--planned", str(len(frame)))["looks"]["looks"]
        spend(rule)
        information = numpy.array([look["units"] for look in answer]) / len(frame)
        bounds = sequential_bound_solver.bounds(
            information, alpha=0.05, rho=2, ztrun=8, sides=2).bounds
        seen = pandas.concat([
            spotify_sums(frame[frame.time < look["day"]].drop(columns="time")).assign(
                day=look["day"], planned=len(frame))
            for look in answer])
        test = ZTest(seen, numerator_column="numerator", numerator_sum_squares_column="square",
                     denominator_column="count", categorical_group_columns="arm", ordinal_group_column="day")
        found = test.difference("control", "variant", groupby="day", verbose=True,
                                final_expected_sample_size_column="planned").reset_index(drop=True)
        for number, (look, bound) in enumerate(zip(answer, bounds)):
            row, name = found.iloc[number], f"day {look['day']}, {look['units']} units"
            oracle.compare(f"{name}, bound", SPOTIFY, look["bound"], bound)
            oracle.compare(f"{name}, z", SPOTIFY, look["z"], row["difference"] / row["std_err"])
            oracle.compare(f"{name}, reach", SPOTIFY, look["bound"] * look["difference"] / look["z"],
                           reach(row["difference"], row["adjusted ci_lower"], row["adjusted ci_upper"]))
    oracle.section(f"Looks on the way: each of {days} days, confidenceSequence")
    for look in oracle.analyse(
            frame, "--rule", "confidenceSequence", "--planned", str(len(frame)))["looks"]["looks"]:
        seen = frame[frame.time < look["day"]]
        theirs = growthbook(
            [mean_statistic(arm.numerator) for arm in arms(seen)], SequentialTwoSidedTTest,
            SequentialConfig, sequential_tuning_parameter=len(frame))
        name = f"day {look['day']}, {look['units']} units"
        oracle.compare(f"{name}, z", GROWTHBOOK, look["z"], theirs["effect"] / theirs["error"])
        oracle.compare(f"{name}, bound", GROWTHBOOK, look["bound"],
                       theirs["reach"] / theirs["error"])


def sizes(oracle):
    oracle.section("Sizes")
    for mean, deviation, change, power, rate in (
            (0.264, 0.68, 0.0264, 0.8, 0.05), (10, 25, -1.5, 0.9, 0.01)):
        ours = oracle.power(mean=mean, sd=deviation, by=change, power=power, false_positives=rate)
        _, each, _ = SampleSize.continuous(change, deviation ** 2, alpha=rate, power=power)
        oracle.compare(f"mean {mean}, by {change}, units", SPOTIFY, ours["unitsPerGroup"], each[0])
    for rate, lift in ((0.4, 0.1), (0.61, 0.05), (0.02, -0.2)):
        question = pandas.DataFrame({
            "metric": ["m"], "average": [rate], "variance": [rate * (1 - rate)], "binary": [True],
            "mde": [abs(lift)], "nim": [None], "direction": ["increase" if lift > 0 else "decrease"]})
        calculator = SampleSizeCalculator(
            question, point_estimate_column="average", var_column="variance", is_binary_column="binary",
            metric_column="metric", interval_size=0.95, power=0.8)
        columns = dict(treatment_weights=[1, 1], mde_column="mde", nim_column="nim",
                       preferred_direction_column="direction")
        # A preferred direction makes their test one-sided.
        theirs = calculator.sample_size(**columns)["required_sample_size_for_metric"].iloc[0] / 2
        ours = oracle.power("--one-sided", rate=rate, lift=lift)
        oracle.compare(f"rate {rate}, lift {lift}, one-sided, units", SPOTIFY, ours["unitsPerGroup"], theirs)
        if lift > 0:
            found = calculator.powered_effect(**columns, sample_size=10_000)["powered_effect"].iloc[0]
            ours = oracle.power("--one-sided", rate=rate, units=5_000)
            oracle.compare(f"rate {rate}, 5,000 units, one-sided, effect", SPOTIFY, ours["difference"], found)


def powers(oracle):
    oracle.section("Power: 3,000 and 3,000 members; their mean standard error over 20 random splits")
    frame = with_past(oracle.chance, units(oracle.chance, 3_000, 3_000), 0)
    members = frame.rename(columns={"numerator": "target"}).drop(columns="arm")
    mean, deviation = members.target.mean(), members.target.std()
    known = dict(mean=mean, sd=deviation, units=3_000)
    past = dict(correlation_before=numpy.corrcoef(members.target, members.covariate)[0, 1])
    for name, covariates, more in (("plain", [], {}), ("CUPED", ["covariate"], past)):
        analysis = OLSAnalysis(covariates=covariates, cov_type="nonrobust")
        theirs = NormalPowerAnalysis(NonClusteredSplitter(), analysis, n_simulations=20, seed=1)
        oracle.compare(f"{name}, detectable effect", CLUSTERS, oracle.power(**known, **more)["difference"],
                       theirs.mde(members))
        for change in (0.15, 0.2):
            oracle.compare(f"{name}, power of {change}", CLUSTERS,
                           oracle.power(**known, **more, by=change)["power"],
                           theirs.power_analysis(members, average_effect=change), absolute=True)
    test = spotify_test(ZTest, frame)
    spread = math.sqrt(sum(arm.numerator.var() for arm in arms(frame)) / 2)
    theirs = test.achieved_power("control", "variant", mde=0.2, alpha=0.05)["achieved_power"].iloc[0]
    ours = oracle.power(mean=mean, sd=spread, units=3_000, by=0.2)["power"]
    oracle.compare("plain, power of 0.2", SPOTIFY, ours, theirs, absolute=True)

    oracle.section("Power of clusters: 2,000 senders with 5 invites each")
    count, size = 2_000, 5
    cluster = numpy.repeat(numpy.arange(count), size)
    target = oracle.chance.normal(oracle.chance.normal(0, 0.5, count)[cluster], 1)
    invites = pandas.DataFrame({"cluster": [f"c{number}" for number in cluster], "target": target})
    # Variance and correlation as the analysis of variance estimates them.
    table = target.reshape(count, size)
    between, within = size * table.mean(axis=1).var(ddof=1), table.var(axis=1, ddof=1).mean()
    variance = (between + (size - 1) * within) / size
    known = dict(mean=1, sd=math.sqrt(variance), units=count * size // 2, cluster_size=size,
                 icc=(between - within) / (size * variance))
    theirs = NormalPowerAnalysis(
        BalancedClusteredSplitter(cluster_cols=["cluster"]),
        ClusteredOLSAnalysis(cluster_cols=["cluster"]), n_simulations=20, seed=1)
    oracle.compare("clusters, detectable effect", CLUSTERS, oracle.power(**known)["difference"],
                   theirs.mde(invites))
    oracle.compare("clusters, power of 0.08", CLUSTERS, oracle.power(**known, by=0.08)["power"],
                   theirs.power_analysis(invites, average_effect=0.08), absolute=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    oracle = Oracle(arguments.tool, arguments.seed)
    print(f"  {'what':<42} {'whose':<20} {'ours':>15} {'theirs':>15}  apart")
    for part in (means, shares, ratios, adjusted, clustered, splits, looks, sizes, powers):
        part(oracle)
    print(f"\n{oracle.count} numbers, {oracle.count - len(oracle.misses)} agree to {LIMIT}")
    sys.exit(1 if oracle.misses else 0)


if __name__ == "__main__":
    main()
