#!/usr/bin/env python3
"""A second implementation of the growth model, held against `growthloop simulate`.

It is written from the page TheModel, `growthloop schema --reference` and `simulate --definitions` alone, for profile rin at
the defaults (scenarios/rin-baseline.yaml), with random numbers of its own. What the page leaves open is
marked by READING, with the reading that is taken here.

    growthloop simulate scenarios/rin-baseline.yaml --json --set replications=64 --set seed=77 > run.json
    Tests/Oracles/model_oracle.py run.json 16 [SEED]

The table has each metric with its mean and 95 % interval here and in the run, and z, the difference in
standard errors. The exit status is 1 if any difference has a p (Welch's test) below 1 % divided by the
number of metrics, and 2 if the call is wrong. A replication takes some seconds; the package needs only
Python 3.
"""

import bisect
import heapq
import json
import math
import random
import sys

MINUTE, HOUR, DAY = 60, 3600, 86_400

# Keys of the scenario, at their defaults.
DAYS = 180
PEOPLE, COMMUNITY_SIZE, COMMUNITY_SHARE = 100_000, 500, 0.8
CONTACTS_MEDIAN, CONTACTS_SIGMA, CONTACTS_MOST = 150, 1.1, 60_000
SUGGESTIONS_PER_CONTACT, IOS_SHARE = 0.015, 0.57
SEEDS, ORGANIC_PER_DAY = 1_000, 50
SESSIONS_PER_DAY, RETENTION = 1, {1: 0.25, 14: 0.09, 30: 0.06}
DAILY_RHYTHM, WEEKEND_LIFT = 0.6, 0.1
DEDUP_REVIEW, RESOLVED_PER_REVIEW, SCORE_MILESTONE = 0.15, 4, 0.03
IN_CORE_FLOW, RETURN_ON_PUSH = 0.1, 0.3
VISIT, PROPENSITY_SHAPE, PROMPT_TAP, PROMPT_DISMISS = 0.02, 0.35, 0.2, 0.4
RECIPIENTS, PROCEED, COMPLETE, AGAIN, COPY, PASTED = 5, 0.6, 0.75, 0.15, 0.1, 0.6
AIRDROP = 0.02  # the weight of AirDrop, of channels with the sum 1; the others are alike here
OFFLINE, LINK_FAILURE, RETRY, LINK_TIMEOUT, MOST_RETRIES = 0.02, 0.01, 0.5, 10, 3
TAP, INSTALL = 0.4, 0.25
DROP_PER_SCREEN, DROP_AT_CODE = 0.02, 0.25
WRONG_NUMBER, CODE_LIFE, MOST_WAITS = 0.02, 600, 3
GRANT_WITH_EXPLAINER, NOT_NOW, ACT = 0.66, 0.5, 0.3
# Times as (median in seconds, sigma).
PER_STEP, PER_SHEET, LINK_TIME = (3, 0.6), (15, 0.8), (0.3, 0.8)
TAP_DELAY, INSTALL_DELAY, LAUNCH_DELAY = (7_200, 1.6), (34_200, 1.634), (120, 1.5)
PER_SCREEN, CODE_TIME, SYNC_TIME = (8, 0.8), (8, 0.8), (12, 0.7)

# Settings of profile rin.
WINDOW = 7 * DAY
MIN_INTERVAL, DISMISS_COOLDOWN, RECENT_SHARE = 7 * DAY, 7 * DAY, 14 * DAY
LIFETIME_MOST, MIN_CONTACTS, THRESHOLD_CONTACTS, TRIGGER_RESOLVED = 3, 10, 50, 3
SCREENS = (
    "welcome", "reasons", "privacy", "phoneNumber", "code", "explainer", "name", "photo", "username",
    "sharing", "syncing",
)

END = DAYS * DAY
MONTH = 30 * DAY


class Rhythm:
    """The intensities of the hours of a week or of a day, and the integral over them both ways."""

    def __init__(self, intensities):
        mean = sum(intensities) / len(intensities)
        self.rates = [each / mean for each in intensities]
        self.cycle = len(intensities) * HOUR
        self.sums = [0.0]
        for rate in self.rates:
            self.sums.append(self.sums[-1] + rate * HOUR)

    def passed(self, clock):
        cycles, rest = divmod(clock, self.cycle)
        hour = min(int(rest // HOUR), len(self.rates) - 1)
        return cycles * self.cycle + self.sums[hour] + (rest - hour * HOUR) * self.rates[hour]

    def clock(self, passed):
        cycles, rest = divmod(passed, self.cycle)
        hour = min(max(bisect.bisect_right(self.sums, rest) - 1, 0), len(self.rates) - 1)
        return cycles * self.cycle + hour * HOUR + (rest - self.sums[hour]) / self.rates[hour]

    def after(self, clock, wait):
        return self.clock(self.passed(clock) + wait)


def of_hour(hour):
    return 1 + DAILY_RHYTHM * math.cos(2 * math.pi * (hour % 24 - 20) / 24)


WEEK_RHYTHM = Rhythm([of_hour(h) * (1 + WEEKEND_LIFT if h >= 120 else 1) for h in range(168)])
DAY_RHYTHM = Rhythm([of_hour(h) for h in range(24)])


class Stay:
    """How long members stay: linear to day 1, then linear in the logarithms of time and proportion."""

    def __init__(self, s1, s14, s30):
        self.s1, self.s14, self.s30 = s1, s14, s30
        self.early = math.log(s14 / s1) / math.log(14)
        self.late = math.log(s30 / s14) / math.log(30 / 14)

    def beyond(self, t):
        if t <= 1:
            return 1 - t * (1 - self.s1)
        if t <= 14:
            return self.s1 * t**self.early
        return self.s14 * (t / 14) ** self.late

    def days(self, proportion):
        """The t that S(t) = proportion holds for."""
        if proportion >= self.s1:
            return (1 - proportion) / (1 - self.s1)
        if proportion >= self.s14:
            return (proportion / self.s1) ** (1 / self.early)
        return 14 * (proportion / self.s14) ** (1 / self.late)


def stay_of_activity():
    """The proportions who stay such that RETENTION are the proportions with a session."""
    rate = SESSIONS_PER_DAY
    waits = []
    for i in range(8):
        launch = DAY_RHYTHM.clock((i + 0.5) / 8 * DAY)
        for j in range(8):
            weight = math.exp(-rate * j / 8) * (1 - math.exp(-rate / 8)) / 8
            waits.append((weight, (DAY_RHYTHM.after(launch, (j + 0.5) / 8 * DAY) - launch) / DAY))
    s = dict(RETENTION)
    for _ in range(40):
        most = 1.0
        for day, wanted in RETENTION.items():
            stay = Stay(*s.values())
            active = sum(weight * stay.beyond(day + wait) for weight, wait in waits)
            s[day] = min(s[day] * wanted / active, most)
            most = s[day]
    return Stay(*s.values())


STAY = stay_of_activity()


class Member:
    __slots__ = (
        "person", "launch", "cause", "inviter", "home", "end", "contacts", "imported", "pending",
        "propensity", "sessions", "spent", "shown", "last_shown", "last_dismissal", "last_share",
        "card", "linked", "opened", "completed", "invited", "waiting", "sending", "returned",
        "active_on", "months", "sending_months", "brought",
    )

    def __init__(self, person, launch):
        self.person, self.launch = person, launch
        self.cause = self.inviter = self.home = None
        self.end = 0.0
        self.contacts = self.imported = self.pending = self.sessions = self.shown = 0
        self.propensity = 0.0
        self.spent = set()
        self.last_shown = self.last_dismissal = self.last_share = -math.inf
        self.card = self.linked = self.opened = self.completed = self.invited = False
        self.waiting = None  # the first sending since the last session
        self.sending = self.returned = False
        self.active_on = set()  # the days since the launch, of those that retention asks for
        self.months, self.sending_months = set(), set()


class Replication:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.events, self.order = [], 0
        self.members, self.contacts, self.books, self.clicks = {}, {}, {}, {}
        self.has_ios = [self.random.random() < IOS_SHARE for _ in range(PEOPLE)]
        self.ios_left = 0
        self.count = dict.fromkeys(
            ("sessions", "met", "shown", "taps of cards", "completions", "invites", "taps",
             "taps by others", "installs", "saw explainer", "allowed"), 0)

    # Draws

    def time(self, law):
        return law[0] * math.exp(law[1] * self.random.gauss(0, 1))

    def poisson(self, mean):
        """By the gaps of a Poisson process, so that no mean is too large."""
        number, passed = 0, self.random.expovariate(1)
        while passed < mean:
            number += 1
            passed += self.random.expovariate(1)
        return number

    def geometric(self, mean, u):
        return 1 + int(math.log(1 - u) / math.log(1 - 1 / mean))

    def contacts_of(self, person):
        if person not in self.contacts:
            number = round(self.time((CONTACTS_MEDIAN, CONTACTS_SIGMA)))
            self.contacts[person] = min(number, CONTACTS_MOST)
        return self.contacts[person]

    def other(self, person, first, number):
        drawn = first + self.random.randrange(number - 1)
        return drawn + 1 if drawn >= person else drawn

    def contact(self, person):
        """Who is at a uniform place of the person's book."""
        place = self.random.randrange(max(self.contacts_of(person), 1))
        if (person, place) not in self.books:
            first = person // COMMUNITY_SIZE * COMMUNITY_SIZE
            if self.random.random() < COMMUNITY_SHARE:
                found = self.other(person, first, min(COMMUNITY_SIZE, PEOPLE - first))
            else:
                found = self.other(person, 0, PEOPLE)
            self.books[person, place] = found
        return self.books[person, place]

    # Events

    def at(self, time, what, *arguments):
        if time < END:
            self.order += 1
            heapq.heappush(self.events, (time, self.order, what, arguments))

    def run(self):
        for person in self.random.sample(range(PEOPLE), SEEDS):
            self.start(person)
        self.ios_left = sum(self.has_ios) - SEEDS
        self.next_arrival(0)
        while self.events:
            time, _, what, arguments = heapq.heappop(self.events)
            what(time, *arguments)
        return self.metrics()

    def start(self, person):
        # READING: the start members are drawn from all people, whose phones then run the app.
        self.has_ios[person] = True
        member = self.members[person] = Member(person, None)
        member.home = 0
        left = STAY.days((1 - self.random.random()) * STAY.s30) - 30
        self.import_contacts(member)
        self.settle(member, 0, left)

    def import_contacts(self, member):
        member.imported = self.contacts_of(member.person)
        member.pending = self.poisson(member.imported * SUGGESTIONS_PER_CONTACT)

    def settle(self, member, time, stay):
        member.end = time + stay * DAY
        member.propensity = self.random.gammavariate(PROPENSITY_SHAPE, 1 / PROPENSITY_SHAPE)
        self.next_session(time, member)

    def next_session(self, time, member):
        wait = self.random.expovariate(SESSIONS_PER_DAY / DAY)
        coming = math.ceil(WEEK_RHYTHM.after(time, wait))
        if coming < member.end:
            self.at(coming, self.own_session, member)

    def next_arrival(self, time):
        wait = self.random.expovariate(ORGANIC_PER_DAY / DAY)
        self.at(WEEK_RHYTHM.after(time, wait), self.arrival)

    def arrival(self, time):
        # READING: an organic arrival is the first launch.
        if self.ios_left > 0:
            while True:
                person = self.random.randrange(PEOPLE)
                if self.has_ios[person] and person not in self.members:
                    break
            self.launch(time, person, None)
        self.next_arrival(time)

    def launch(self, time, person, cause):
        """The first launch; `cause` is the sender of the invite that led to it."""
        if person in self.members:
            return
        time = int(time)
        self.ios_left -= 1
        newcomer = self.members[person] = Member(person, time)
        newcomer.cause = cause
        for clicked, sender in reversed(self.clicks.get(person, ())):
            if time - clicked <= WINDOW:
                newcomer.inviter = sender
                break
        self.first_run(time, newcomer)

    def first_run(self, launch, newcomer):
        draw, time = self.random.random, float(launch)
        access, number_screen = None, 0.0
        for screen in SCREENS:
            spent = self.time(PER_SCREEN)
            if screen == "phoneNumber":
                number_screen = spent
            elif screen == "code":
                if draw() < WRONG_NUMBER:
                    time += spent + number_screen
            elif screen == "explainer":
                self.count["saw explainer"] += 1
            elif screen == "syncing":
                # READING: the screen takes its own time and that of the sync.
                spent += self.time(SYNC_TIME)
            time += spent
            if draw() < (DROP_AT_CODE if screen == "code" else DROP_PER_SCREEN):
                return
            if screen == "code":
                for _ in range(MOST_WAITS):
                    waited = self.time(CODE_TIME)
                    time += waited
                    if waited <= CODE_LIFE:
                        break
                else:
                    return
            elif screen == "explainer":
                # READING: who leaves at the explainer has answered nothing.
                access = self.answer_to_explainer()
        self.at(int(time) + 1, self.reach_home, newcomer, access)

    def answer_to_explainer(self):
        u = self.random.random()
        if u < GRANT_WITH_EXPLAINER:
            self.count["allowed"] += 1
            return "allowed"
        if u < GRANT_WITH_EXPLAINER + (1 - GRANT_WITH_EXPLAINER) * NOT_NOW:
            return "undetermined"
        return "denied"

    def reach_home(self, time, newcomer, access):
        newcomer.home = time
        newcomer.months.add(time // MONTH)
        if access == "undetermined" and self.random.random() < ACT:
            access = self.answer_to_explainer()
        if access == "allowed":
            self.import_contacts(newcomer)
        self.settle(newcomer, time, STAY.days(1 - self.random.random()))
        if newcomer.inviter is not None:
            inviter = self.members[newcomer.inviter]
            if time < inviter.end and self.random.random() < RETURN_ON_PUSH:
                self.at(time + 300, self.session, inviter)

    def own_session(self, time, member):
        self.session(time, member)
        self.next_session(time, member)

    def session(self, time, member):
        draw = self.random.random
        self.count["sessions"] += 1
        member.sessions += 1
        member.months.add(time // MONTH)
        if member.launch is not None:
            member.active_on.add((time - member.launch) // DAY)
        if member.waiting is not None:
            member.returned |= time <= member.waiting + DAY
            member.waiting = None

        met = []
        if draw() < DEDUP_REVIEW and member.pending:
            resolved = min(self.poisson(RESOLVED_PER_REVIEW), member.pending)
            member.pending -= resolved
            if resolved >= TRIGGER_RESOLVED:
                met.append("dedupReview")
        if member.sessions == 1 and member.imported >= THRESHOLD_CONTACTS:
            met.append("contactThreshold")
        if "scoreMilestone" not in member.spent and draw() < SCORE_MILESTONE:
            met.append("scoreMilestone")

        in_core_flow = bool(met or member.card) and draw() < IN_CORE_FLOW
        for trigger in met:
            self.count["met"] += 1
            is_spent = trigger in member.spent
            member.spent.add(trigger)
            if not (
                is_spent
                or member.shown >= LIFETIME_MOST
                or time - member.last_shown < MIN_INTERVAL
                or time - member.last_dismissal < DISMISS_COOLDOWN
                or time - member.last_share < RECENT_SHARE
                or member.imported < MIN_CONTACTS
                or in_core_flow
            ):
                self.count["shown"] += 1
                member.shown += 1
                member.last_shown = time
                member.card = True

        draws = None
        if member.card:
            u = draw()
            if u < PROMPT_TAP:
                self.count["taps of cards"] += 1
                member.card = False
                draws = [draw() for _ in range(6)]
                self.share(time, member, "homePrompt", draws)
            elif u < PROMPT_TAP + PROMPT_DISMISS:
                member.card = False
                member.last_dismissal = time
        if draw() < min(1, VISIT * member.propensity):
            entry = self.random.choice(("profile", "contactDetail", "settings"))
            self.share(time, member, entry, draws or [draw() for _ in range(6)])

    # A share

    def share(self, begin, member, entry, draws):
        draw = self.random.random
        offline, proceed, copy, complete, channel, number = draws
        by_contact, recipient = entry == "contactDetail", None
        if by_contact:
            recipient = self.contact(member.person)
            known = self.members.get(recipient)
            if known is not None and (
                known.launch is None or begin >= (known.launch // MINUTE + 1) * MINUTE
            ):
                return
        member.opened = True
        retries = MOST_RETRIES
        # READING: the entry, the button of the share screen and the channel are a tap each.
        per_step = self.time(PER_STEP)
        time = begin + per_step
        if not member.linked:
            if offline < OFFLINE:
                return
            while True:
                taken = self.time(LINK_TIME)
                time += min(taken, LINK_TIMEOUT)
                if taken < LINK_TIMEOUT and draw() >= LINK_FAILURE:
                    break
                if retries == 0 or draw() >= RETRY:
                    return
                retries -= 1
                time += per_step
            member.linked = True
        is_copied, is_button = copy < COPY, False
        if not by_contact:
            if proceed >= PROCEED:
                return
            time += per_step
            is_button = is_copied
        if not is_button:
            time += per_step + self.time(PER_SHEET)
            while complete >= COMPLETE:
                # READING: opening the sheet again is one of the at most three retries.
                if retries == 0 or draw() >= AGAIN:
                    return
                retries -= 1
                complete = draw()
                time += per_step + self.time(PER_SHEET)
        time = int(time)
        if time >= END:
            return
        member.last_share = time
        if not is_button:
            self.count["completions"] += 1
            member.completed = True
        if is_copied and draw() >= PASTED:
            return
        if by_contact:
            recipients = [recipient]
        elif not is_copied and channel < AIRDROP:
            recipients = [self.contact(member.person)]
        else:
            reached = self.geometric(RECIPIENTS, number)
            recipients = [self.contact(member.person) for _ in range(reached)]
        member.invited = True
        member.sending_months.add(begin // MONTH)
        if time <= END - DAY:
            member.sending = True
            if member.waiting is None:
                member.waiting = time
        for each in recipients:
            self.count["invites"] += 1
            if draw() < TAP:
                self.at(int(time + max(self.time(TAP_DELAY), MINUTE)), self.tap, each, member.person)

    def tap(self, time, person, sender):
        self.count["taps"] += 1
        if person in self.members:
            return
        self.count["taps by others"] += 1
        if not self.has_ios[person]:
            return
        self.clicks.setdefault(person, []).append((time, sender))
        if self.random.random() < INSTALL:
            self.at(time + self.time(INSTALL_DELAY), self.install, person, sender)

    def install(self, time, person, sender):
        # READING: an install counts even if the person became a member after the tap.
        self.count["installs"] += 1
        self.at(time + self.time(LAUNCH_DELAY), self.launch, person, sender)

    # Metrics

    def metrics(self):
        count, everyone = self.count, self.members.values()
        newcomers = [each for each in everyone if each.launch is not None]
        at_home = [each for each in newcomers if each.home is not None]
        caused = [each for each in newcomers if each.cause is not None]
        caused_home = sum(each.home is not None for each in caused)
        credited_home = [each for each in at_home if each.inviter is not None]
        homes = SEEDS + len(at_home)
        months = sum(len(each.months) for each in everyone)
        sender_months = sum(len(each.sending_months) for each in everyone)

        # READING: by whole days means that each launch of the day is 30 days or more before the end.
        def in_cohort(member):
            return member.launch is not None and member.launch // DAY <= DAYS - 30 - 1

        brought = 0
        for each in credited_home:
            inviter = self.members[each.inviter]
            brought += in_cohort(inviter) and each.home - inviter.launch < 30 * DAY

        values = {
            "k.cohort": ratio(brought, sum(map(in_cohort, at_home))),
            "k.month": ratio(len(credited_home), months),
            "k.sender": ratio(len(credited_home), sum(each.invited for each in everyone)),
            "k.basic": ratio(count["invites"], homes) * ratio(count["taps"], count["invites"])
            * ratio(count["installs"], count["taps by others"]) * ratio(caused_home, len(caused)),
            "k.effective": ratio(caused_home, homes),
            "members.all": len(self.members),
            "members.invitedShare": ratio(len(caused), len(newcomers)),
            "use.sessions": count["sessions"],
            "prompts.shown": count["shown"],
            "prompts.shownShare": ratio(count["shown"], count["met"]),
            "prompts.tapShare": ratio(count["taps of cards"], count["shown"]),
            "sends.senderShare": ratio(sender_months, months),
            "sends.perActiveMonth": ratio(count["completions"], months),
            "sends.recipientsPerActiveMonth": ratio(count["invites"], months),
            "flow.senderShare": ratio(
                sum(each.completed for each in everyone), sum(each.opened for each in everyone)),
            "conversion.tapped": ratio(count["taps"], count["invites"]),
            "conversion.home": ratio(caused_home, count["invites"]),
            "credit.rightShare": ratio(
                sum(each.inviter == each.cause for each in caused), len(caused)),
            "return.inviterShare": ratio(
                sum(each.returned for each in everyone), sum(each.sending for each in everyone)),
            "onboarding.completion": ratio(len(at_home), len(newcomers)),
            "onboarding.grantShare": ratio(count["allowed"], count["saw explainer"]),
        }
        for day in RETENTION:
            asked = [each for each in at_home if each.launch // DAY <= DAYS - day - 2]
            values[f"retention.active.day{day}"] = ratio(
                sum(day in each.active_on for each in asked), len(asked))
        return values


def ratio(numerator, denominator):
    return numerator / denominator if denominator else math.nan


def beyond_t(t, freedom):
    """Two-sided p of Student's t, by Simpson's rule over the angle whose tangent is t / sqrt(freedom)."""
    steps, most = 2_000, math.atan2(abs(t), math.sqrt(freedom))
    parts = [math.cos(most * i / steps) ** (freedom - 1) for i in range(steps + 1)]
    area = (parts[0] + parts[-1] + 4 * sum(parts[1:-1:2]) + 2 * sum(parts[2:-1:2])) * most / steps / 3
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    return max(1 - 2 * scale * area, 0.0)


def t_of(p, freedom):
    low, high = 0.0, 1e4
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond_t(middle, freedom) > p else (low, middle)
    return high


def main(arguments):
    if len(arguments) not in (2, 3) or not arguments[1].isdigit() or int(arguments[1]) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        tool = {each["metric"]: each for each in json.load(file)["metrics"]}
    replications = int(arguments[1])
    seed = int(arguments[2]) if len(arguments) == 3 else 1
    runs = [Replication(f"{seed} {index}").run() for index in range(replications)]
    return compare(runs, tool)


def compare(runs, tool):
    number, disagreeing = len(runs), []
    print(f"{'metric':32}{'here':>12}{'± 95%':>11}{'tool':>13}{'± 95%':>11}{'z':>8}{'p':>9}")
    for metric in runs[0]:
        own = [each[metric] for each in runs]
        mean = sum(own) / number
        error = math.sqrt(sum((each - mean) ** 2 for each in own) / (number - 1) / number)
        its = tool[metric]
        half = (its["high"] - its["low"]) / 2
        its_error = half / t_of(0.05, its["replications"] - 1)
        both = math.hypot(error, its_error)
        z = (mean - its["mean"]) / both
        freedom = both**4 / (error**4 / (number - 1) + its_error**4 / (its["replications"] - 1))
        p = beyond_t(z, freedom)
        if p < 0.01 / len(runs[0]):
            disagreeing.append(metric)
        print(
            f"{metric:32}{mean:12.5g}{t_of(0.05, number - 1) * error:11.3g}{its['mean']:13.5g}"
            f"{half:11.3g}{z:8.2f}{p:9.4f}{'  <' if metric in disagreeing else ''}"
        )
    print(
        f"{number} replications here; {len(disagreeing)} of {len(runs[0])} metrics with p below "
        f"{0.01 / len(runs[0]):.5f}" + "".join(f"; {each}" for each in disagreeing)
    )
    return 1 if disagreeing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
