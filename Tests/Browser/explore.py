"""Opens the page of 'growthloop explore' in Chromium, as a user would.

usage: explore.py TOOL [--short] [--axe WHEEL] [--shots DIR] [--pictures DIR]

Needs Debian's chromium and chromium-driver, selenium, and for the accessibility checks the wheel of
axe-playwright-python, which holds axe-core. With --pictures it takes those of the documentation alone,
which needs pillow.
"""

import argparse
import base64
import json
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zipfile

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SMALL = ["--set", "market.people=20_000", "--set", "arrivals.seeds=400", "--set", "days=60"]


def browser(downloads):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                 "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"):
        options.add_argument(word)
    options.add_experimental_option("prefs", {"download.default_directory": downloads})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(
        options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


class Explore:
    """A running 'growthloop explore' with its address."""

    running = []

    def __init__(self, tool, *words):
        self.process = subprocess.Popen(
            [tool, "explore", *words], stderr=subprocess.PIPE, text=True)
        Explore.running.append(self.process)
        # What was fitted stands before the address.
        lines = iter(self.process.stderr.readline, "")
        self.url = next(found.group(0) for found in map(re.compile(r"http://\S+").search, lines) if found)

    def proc(self, name):
        return pathlib.Path(f"/proc/{self.process.pid}/{name}").read_text()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(20) == 0, "Ctrl-C ends it with code 0"


class Page:
    def __init__(self, driver, axe):
        self.driver = driver
        self.axe = axe

    def open(self, url, stage="settled"):
        self.driver.get("about:blank")
        self.driver.get(url)
        self.settle(stage)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.driver.execute_script(
            "return document.querySelector(arguments[0]).textContent", selector).strip()

    def stage(self):
        return self.driver.execute_script("return document.body.dataset.stage")

    def settle(self, stage="settled", seconds=120):
        end = time.monotonic() + seconds
        while self.stage() != stage:
            assert time.monotonic() < end, f"still {self.stage()}, not {stage}"
            time.sleep(0.05)

    def size(self, width, height, dark=False):
        command = self.driver.execute_cdp_cmd
        command("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        command("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def shot(self, path, **clip):
        image = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True, **clip})["data"]
        path.write_bytes(base64.b64decode(image))

    def violations(self):
        if not self.axe:
            return []
        self.driver.execute_script(self.axe)
        found = self.driver.execute_async_script("axe.run().then(arguments[0])")["violations"]
        return [f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]}" for one in found]

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def foreign(self):
        urls = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                urls.append(message["params"]["request"]["url"])
        return [url for url in urls if not re.match(r"(http://127\.0\.0\.1:|data:|blob:|about:)", url)]

    def press(self, *keys):
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)


def field(page, key):
    return page.find(f'[id="c-{key}"]')


def slider(page, key):
    return page.find(f'[data-key="{key}"] input[type=range]')


def study(page, kind, seconds=120):
    """Waits for a study, and returns its text."""
    end = time.monotonic() + seconds
    while True:
        stage = page.driver.execute_script(
            "return document.getElementById(arguments[0]).dataset.stage", kind)
        if stage in ("settled", "failed"):
            page.driver.execute_script(
                "delete document.getElementById(arguments[0]).dataset.stage", kind)
            assert stage == "settled", page.text("#" + kind)
            return page.text("#" + kind)
        assert time.monotonic() < end, f"{kind} is still {stage}"
        time.sleep(0.05)


def saved(downloads, name):
    file = pathlib.Path(downloads) / name
    for _ in range(200):
        if file.exists() and file.stat().st_size > 0:
            return file
        time.sleep(0.05)
    raise AssertionError(f"{name} was not saved")


def further(tool, page, shots, downloads, ok):
    """What is asked on demand, and what leaves the page."""
    def shot(name):
        if shots:
            page.shot(shots / f"{name}.png")

    end = time.monotonic() + 120
    while "answer moves by" not in page.text("#measure"):
        assert time.monotonic() < end, page.text("#measure")
        time.sleep(0.1)
    ok(f"measure first: {page.text('#measure')}")
    tests = [card.text for card in page.all(".card .test") if card.text]
    assert any("To test it: " in words for words in tests), tests
    ok(f"a test of a what-if: {tests[0]}")
    page.find("#ask-tornado").send_keys(Keys.ENTER)
    assert study(page, "sweep"), "a tornado"
    assert page.all("#sweep svg"), "a picture"
    shot("tornado")
    page.find("#ask-grid button").send_keys(Keys.ENTER)
    study(page, "sweep")
    assert len(page.all("#sweep svg rect.heat")) == 25
    command = page.text("#sweep pre")
    run = subprocess.run(
        ["bash", "-c", command.replace("growthloop", f"'{tool}'", 1)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    shot("heat")
    ok(f"a tornado; a heat map, as by: {command[:80]} …")
    page.driver.execute_script(
        "document.getElementById('goal').value = 'members.invitedHome'")
    target = page.find("#target")
    target.send_keys(Keys.CONTROL, "a")
    target.send_keys(str(round(2 * float(page.text("#headline").replace(",", "")) + 1)), Keys.ENTER)
    ok(f"a goal: {study(page, 'solve')[:110]} …")
    shot("solve")
    target.send_keys(Keys.CONTROL, "a")
    target.send_keys("many", Keys.ENTER)
    page.driver.execute_script("arguments[0].blur()", target)
    end = time.monotonic() + 60
    while "must be METRIC=VALUE" not in page.text("#solve"):
        assert time.monotonic() < end, page.text("#solve")
        time.sleep(0.1)
    ok("a goal that is none is refused")
    page.driver.execute_script("delete document.getElementById('solve').dataset.stage")

    # Questions wait for their turn, also over a change of a number; none is lost.
    page.find("#ask-month").send_keys(Keys.ENTER)
    page.find("#ask-rollout button").send_keys(Keys.ENTER)
    assert "waits for its turn" in page.text("#rollout") or study(page, "month"), page.text("#rollout")
    slider(page, "recipients.tap").send_keys(Keys.ARROW_RIGHT)
    page.find("#ask-find button").send_keys(Keys.ENTER)
    until(lambda: all(page.find(place).get_attribute("data-stage") == "settled" for place in ("#rollout", "#explain")), "all are answered")
    assert "before" not in page.driver.execute_script(
        "return getComputedStyle(document.getElementById('rollout'), '::before').content")
    ok("questions are answered in turn, over a change")
    page.find('[data-key="recipients.tap"] .was button').send_keys(Keys.ENTER)
    page.settle("settled")
    page.driver.execute_script("for (const id of ['month', 'rollout', 'explain']) delete document.getElementById(id).dataset.stage")
    page.find("#ask-find button").send_keys(Keys.ENTER)
    study(page, "explain")
    page.find("#explain [data-person]").send_keys(Keys.ENTER)
    story = study(page, "explain")
    page.find("#explain [data-rule]").send_keys(Keys.ENTER)
    end = time.monotonic() + 10
    while not page.all("#explain .rule"):
        assert time.monotonic() < end, "the rule's text"
        time.sleep(0.05)
    rule = page.text("#explain .rule")
    assert re.search(r"It was applied [\d.,]+ times in a run\.|It is not among the rules that were counted", rule), rule
    shot("story")
    ok(f"a story: {story[:60]} …; its rule: {rule}")
    for subject, count, words in (("prompts", 3, "withheld"), ("attribution", 3, "earns the credit")):
        decided = "#decided-" + subject
        rows = page.all(decided + " tbody tr")
        assert len(rows) == count and len(rows[0].find_elements(By.TAG_NAME, "td")) == 4
        before = page.text(decided)
        assert words in before, before
        page.find(f"#happenings-{subject} li:nth-child(2) input").send_keys(Keys.END)
        until(lambda: page.text(decided) != before, "the decisions follow")
        ok(f"a playground: {page.text(decided)[:120]} …")
        page.find(f"#add-{subject}").send_keys(Keys.ENTER)
        until(lambda: len(page.all(decided + " tbody tr")) == count + 1, "one more")
    page.find("#decided-attribution [data-rule]").send_keys(Keys.ENTER)
    until(lambda: page.all("#decided-attribution .rule"), "the rule's text")
    shot("clicks")
    page.find("#search").send_keys("tapDelay")
    until(lambda: page.all("[data-law] svg"), "the density of a delay")
    before = page.text("[data-law] figcaption")
    field(page, "recipients.tapDelay").send_keys(Keys.CONTROL, "a")
    field(page, "recipients.tapDelay").send_keys("{median: 5m, sigma: 1}", Keys.TAB)
    until(lambda: page.text("[data-law] figcaption") != before, "the density follows")
    shot("delay")
    ok(f"a delay: {before} {page.text('[data-law] figcaption')}")
    page.find('[data-key="recipients.tapDelay"] .was button').send_keys(Keys.ENTER)
    page.find("#search").send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
    page.settle("settled")
    number = page.find(".drag[aria-label='Recipients who tap the link']")
    value = number.text
    number.send_keys(Keys.ARROW_RIGHT)
    page.settle("settled")
    assert number.text != value and "recipients.tap=" in page.driver.current_url
    webdriver.ActionChains(page.driver).click_and_hold(number).move_by_offset(40, 0).release().perform()
    page.settle("settled")
    ok(f"a number in the sentence, by keys and by dragging: {value} to {number.text}")
    for button, name, begin in (
            ("report", "report.html", b"<!DOCTYPE html>"), ("table", "differences.csv", b"variant,"),
            ("slide-svg", "explored.svg", b"<svg"), ("slide-png", "explored.png", b"\x89PNG")):
        page.find("#" + button).send_keys(Keys.ENTER)
        file = saved(downloads, name)
        assert file.read_bytes().startswith(begin), name
        if shots:
            shutil.copy(file, shots / name)
    assert saved(downloads, "explored.png").stat().st_size > 20_000, "the slide is not empty"
    ok("report, table and slides are saved")
    page.driver.execute_script(
        "const begin = document.getElementById('begin'); begin.value = 'photo';"
        "begin.dispatchEvent(new Event('change'))")
    page.settle("settled", 240)
    assert "profile=" in page.driver.current_url
    shot("photo")
    ok(f"begin from a photo app: {page.text('#headline')} {page.text('#unit')}")
    page.find(".paste summary").send_keys(Keys.ENTER)
    for table, words in (("stage,count\nsent,4100\ntaped,1500", "did you mean 'tapped'?"),
                         ("stage,count\nsent,4100\ntapped,1500\nlaunched,300\nonboarded,210", "36.59% of 4,100")):
        page.find("#counts").send_keys(Keys.CONTROL, "a")
        page.find("#counts").send_keys(table)
        page.find("#ask-funnel button").send_keys(Keys.ENTER)
        until(lambda: words in page.text("#funnel"), words)
        page.settle("settled", 240)
        assert words in page.text("#funnel"), "it stays"
        shot("funnel")
    assert field(page, "recipients.tap").get_attribute("value") == "36.59%"
    assert page.text('[data-key="recipients.tap"] .tag') == "measured"
    assert "of: 4100" in page.text("#yaml"), page.text("#yaml")
    ok(f"a pasted funnel: {page.text('#funnel')[:160]} …")
    page.find("#reset").send_keys(Keys.ENTER)
    page.settle("settled")


def until(isSo, words, seconds=60):
    """Waits for something to be so."""
    end = time.monotonic() + seconds
    while not isSo():
        assert time.monotonic() < end, words
        time.sleep(0.05)


def walk(page):
    """Tab alone reaches every kind of control, and the focus is seen."""
    # A page that was just opened has its focus before the first control.
    page.driver.refresh()
    page.settle("settled")
    page.find("body").send_keys(Keys.TAB)
    seen = set()
    for _ in range(400):
        found = page.driver.execute_script(
            "const e = document.activeElement; const s = getComputedStyle(e);"
            "return [e.id || e.className || e.tagName, s.outlineStyle !== 'none' && s.outlineWidth !== '0px']")
        if found[0] == "BODY":
            break
        assert found[1], f"no outline on {found[0]}"
        seen.add(found[0])
        page.press(Keys.TAB)
    wanted = {"begin", "search", "outcome", "own-key", "target", "ask-tornado", "by-row", "story", "person",
              "add-prompts", "add-attribution", "save", "report", "slide-png", "reset", "drag"}
    assert wanted <= seen, f"not reached: {wanted - seen}"
    return len(seen)


def hostile(explore):
    """A thousand streams at once, and bodies of 100 MB, are refused with words and leave nothing."""
    host = re.match(r"http://([\d.]+):(\d+)(/\w+/)", explore.url)
    address, path = (host.group(1), int(host.group(2))), host.group(3)
    head = f"Host: {address[0]}:{address[1]}\r\n"
    memory = lambda: int(re.search(r"VmRSS:\s+(\d+)", explore.proc("status")).group(1))
    descriptors = lambda: len(list(pathlib.Path(f"/proc/{explore.process.pid}/fd").iterdir()))
    for length in ("100000000", "99999999999999999999"):
        with socket.create_connection(address) as client:
            client.sendall((f"POST {path}state HTTP/1.1\r\n{head}Content-Type: application/json\r\n"
                            f"Content-Length: {length}\r\n\r\n").encode())
            answer = client.recv(100)
            assert answer.split()[1] in (b"413", b"400"), answer
    before, open_before = memory(), descriptors()
    # All are connected before the first asks, and all have asked before the first answer is read.
    clients = [socket.create_connection(address) for _ in range(1000)]
    for number, client in enumerate(clients):
        client.sendall(f"GET {path}stream?page={number:032x} HTTP/1.1\r\n{head}\r\n".encode())
    counts = {}
    for client in clients:
        client.settimeout(30)
        answer = client.recv(4096)
        status = int(answer.split()[1])
        counts[status] = counts.get(status, 0) + 1
        assert status == 200 or b"close one, and load this one again" in answer, answer
    assert set(counts) == {200, 503} and counts[200] <= 12, counts
    each = (memory() - before) / len(clients)
    for client in clients:
        client.close()
    start = time.monotonic()
    while descriptors() > open_before + 2:
        assert time.monotonic() < start + 10, f"{descriptors()} descriptors are still open"
        time.sleep(0.02)
    gone = time.monotonic() - start
    assert each <= 32, f"{each} kB a stream"
    assert gone <= 2, f"gone {gone:.1f} s after they closed"
    return (f"of a thousand at once {counts[200]} are answered, {counts[503]} refused with words; "
            f"{each:.1f} kB each, gone {gone:.1f} s after they closed")


def move(page, key, share):
    """Moves a slider by the script, as fast as a page can; returns at once."""
    page.driver.execute_script(
        """const slider = document.querySelector(`[data-key="${arguments[0]}"] input[type=range]`);
        slider.value = Math.round(arguments[1] * slider.max);
        slider.dispatchEvent(new Event("input"));""", key, share)


def idle(explore, seconds=60):
    """Waits until no work is done for a second."""
    cpu = lambda: sum(map(int, explore.proc("stat").rsplit(")", 1)[1].split()[11:13])) / 100
    end = time.monotonic() + seconds
    while True:
        before = cpu()
        time.sleep(1)
        if cpu() - before <= 0.05:
            return
        assert time.monotonic() < end, "it still works, and no one asked"


def times(tool, page, ok):
    """How soon a change is seen at the baseline, and how long the work of before goes on."""
    explore = Explore(tool, "scenarios/rin-baseline.yaml")
    page.size(1280, 900)
    page.open(explore.url)
    first, left = [], []
    for turn in range(60):
        # The change meets the work of before at any moment of it: each sixth what comes after an answer.
        if turn % 6 == 5:
            page.settle("settled")
        time.sleep(random.Random(turn).uniform(0, 0.5))
        move(page, "recipients.tap" if turn % 2 else "sharing.recipients", 0.3 + turn % 7 * 0.05)
        end = time.monotonic() + 30
        while page.stage() == "asked":
            assert time.monotonic() < end, "no picture"
            time.sleep(0.005)
        found = page.driver.execute_script("return [document.body.dataset.first, document.body.dataset.left]")
        first.append(float(found[0]))
        left.append(float(found[1]))
    middle, late = lambda all: sorted(all)[len(all) // 2], lambda all: sorted(all)[int(len(all) * 0.95)]
    ok(f"first picture of {len(first)} changes at the baseline: median {middle(first):.0f} ms, p95 {late(first):.0f} ms")
    ok(f"the work of before ends after: median {middle(left):.1f} ms, p95 {late(left):.1f} ms, at most {max(left):.1f} ms")
    page.open(explore.url + "#replications=512&by=k.month")
    idle(explore)
    took = page.driver.execute_async_script(
        """const done = arguments[0], start = performance.now();
        const slider = document.querySelector('[data-key="recipients.tap"] input[type=range]');
        slider.stepUp(); slider.dispatchEvent(new Event("input"));
        const watch = setInterval(() => {
          const stage = document.body.dataset.stage;
          const ends = [document.body.dataset.low, document.body.dataset.high].map(parseFloat);
          const isIn = (ends[1] - ends[0]) / 2 <= 0.02 * (ends[0] + ends[1]) / 2;
          if (!["running", "settled"].includes(stage) || document.body.classList.contains("stale")) return;
          if (!isIn && stage !== "settled") return;
          clearInterval(watch);
          done([isIn, performance.now() - start, document.getElementById("words").textContent]);
        }, 10);""")
    ok(f"k.month is known to ±2%: {took[0]}, after {took[1] / 1000:.1f} s ({took[2]})")
    explore.stop()
    return late(first), late(left)


def check(tool, page, shots, downloads, short):
    explore = Explore(tool, *SMALL)
    page.size(1280, 900)
    page.open(explore.url)
    done = []

    def ok(words):
        done.append(words)
        print(f"ok {words}", flush=True)

    first = page.text("#headline")
    assert re.match(r"\d", first), first
    ok(f"it settles: {first} {page.text('#unit')}")

    # A control by keyboard alone: the slider, then the same by its field.
    slider(page, "recipients.tap").send_keys(Keys.END)
    page.settle("settled")
    most = page.text("#headline")
    assert float(most) > float(first), (first, most)
    assert "recipients.tap=" in page.driver.current_url
    page.find('[data-key="recipients.tap"] .was button').send_keys(Keys.ENTER)
    page.settle("settled")
    assert page.text("#headline") == first, "a reset brings the same number back"
    ok("a slider by keys, and its reset")

    # A value that cannot be is told at its control, and stays.
    field(page, "recipients.tap").send_keys(Keys.CONTROL, "a")
    field(page, "recipients.tap").send_keys("150%", Keys.TAB)
    page.settle("failed")
    mistake = page.text('[data-key="recipients.tap"] .mistake')
    assert "recipients.tap" in mistake, mistake
    assert page.text("#headline") == first, "the old picture stays"
    page.find('[data-key="recipients.tap"] .was button').click()
    page.settle("settled")
    ok(f"a mistake at its control: {mistake}")

    # What-ifs: one suggested, one of one's own.
    page.find("#suggestions button").click()
    page.find("#own-key").send_keys("recipients.install")
    page.find("#own-value").send_keys("40%", Keys.ENTER)
    page.settle("settled")
    cards = [card.text for card in page.all(".card")]
    assert len(cards) == 2 and all("95% interval" in card for card in cards), cards
    assert "Surely more" in cards[1], cards[1]
    assert page.all(".card svg circle"), "a quantile dotplot"
    runs = []
    for _ in range(3):
        page.all(".card .runs button")[1].send_keys(Keys.ENTER)
        runs.append(page.all(".card .runs span")[1].text)
    assert [words[:7] for words in runs] == ["Run 1: ", "Run 2: ", "Run 3: "], runs
    ok(f"runs one by one: {runs[0]}")
    ok("two what-ifs: " + " | ".join(card.replace("\n", " · ")[:90] for card in cards))

    # The search finds what is not among the first; what was changed there stays in sight, and so does its mistake.
    page.find("#search").send_keys("retention.14")
    assert field(page, "use.retention.14").is_displayed()
    field(page, "use.retention.14").send_keys(Keys.CONTROL, "a")
    field(page, "use.retention.14").send_keys("90%", Keys.TAB)
    page.settle("failed")
    assert "write at most" in page.text('[data-key="use.retention.14"] .mistake')
    page.find("#search").send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
    page.find("#changes summary").send_keys(Keys.ENTER)
    assert "use.retention.14: 90%" in page.text("#changes"), page.text("#changes")
    page.find("#changes button").send_keys(Keys.ENTER)
    page.settle("settled")
    assert not page.find("#changes").is_displayed()
    ok("the search, and what was changed by it")

    # What a team knows is typed, and the number behind it follows.
    outcome = page.find('[data-key="sharing.visit"] .output input')
    page.driver.execute_script("arguments[0].value = ''", outcome)
    outcome.send_keys("10%", Keys.ENTER)
    until(lambda: "sharing.visit=" in page.driver.current_url, page.text("#fit"))
    page.settle("settled")
    page.driver.execute_script("arguments[0].blur()", outcome)
    share = float(outcome.get_attribute("value").rstrip("%"))
    assert 9.5 < share < 10.5, share
    assert page.text('[data-key="sharing.visit"] .tag') == "derived"
    ok(f"one in ten shares in a month: {page.text('#fit')}")
    page.find('[data-key="sharing.visit"] .was button').send_keys(Keys.ENTER)
    page.settle("settled")

    # What each suggestion would bring is known soon after.
    until(lambda: page.all("#suggestions small") and all(one.text for one in page.all("#suggestions small")), "ideas")
    until(lambda: "without invites" in page.text("#course"), "the members without invites")
    ok("suggestions: " + " | ".join(one.text.replace("\n", ": ") for one in page.all("#suggestions button")))

    # Cards as columns beside each other.
    page.find("#side").send_keys(Keys.ENTER)
    tops = {card.rect["y"] for card in page.all(".card")}
    lefts = {card.rect["x"] for card in page.all(".card")}
    assert len(tops) == 1 and len(lefts) == 2, (tops, lefts)
    page.find("#side").send_keys(Keys.ENTER)
    assert len({card.rect["x"] for card in page.all(".card")}) == 1
    ok("cards side by side")

    # The command finds the same numbers.
    command = page.text("#command")
    words = subprocess.run(
        ["bash", "-c", command.replace("growthloop", f"'{tool}'", 1) + " --json --no-ranking"],
        capture_output=True, text=True, check=True).stdout
    compared = json.loads(words)["variants"]
    for card, variant in zip(page.all(".card"), compared):
        metric = next(m for m in variant["metrics"] if m["metric"] == "members.invitedHome")
        shown = card.find_element(By.CSS_SELECTOR, ".number").text
        assert f"{metric['difference']:+.1f}" == shown or f"{metric['difference']:+.0f}" == shown, (
            metric, shown)
    ok(f"the command has the same numbers: {command}")

    # The downloaded file is a scenario.
    field(page, "recipients.tap").send_keys(Keys.CONTROL, "a")
    field(page, "recipients.tap").send_keys("50%", Keys.TAB)
    page.settle("settled")
    changed = page.text("#headline")
    page.find("#save").click()
    file = pathlib.Path(downloads) / "explored.yaml"
    for _ in range(100):
        if file.exists():
            break
        time.sleep(0.05)
    words = subprocess.run(
        [tool, "simulate", file, "--json", "--no-ranking", "--metrics", "members.invitedHome"],
        capture_output=True, text=True, check=True).stdout
    mean = json.loads(words)["metrics"][0]["mean"]
    assert changed in (f"{mean:.0f}", f"{mean:.1f}"), (changed, mean)
    ok(f"the file finds the same: {changed}")

    # A link of the state opens with it, in another run of the tool.
    fragment = page.driver.current_url.split("#", 1)[1]
    other = Explore(tool, *SMALL, "--state", fragment)
    page.open(other.url)
    assert page.text("#headline") == changed
    assert len(page.all(".card")) == 2
    other.stop()
    page.open(explore.url + "#recipients.tapp=1&nonsense", "failed")
    told = page.text("#problems")
    assert "recipients.tapp" in told and "nonsense" in told, told
    for link, words in (("by=%", "unknown metric '%'"), ("recipients.tap=%zz", "'%zz'")):
        page.open(explore.url + "#" + link, "failed")
        assert words in page.text("#problems") + page.text('[data-key="recipients.tap"] .mistake'), words
    page.open(explore.url + "#nonsense&recipients.tap=50%25")
    assert "nonsense" in page.text("#problems") and "nonsense" in page.driver.current_url
    ok(f"links; a bad one is told: {told[:80]}")

    # Only the last of many quick changes is answered.
    page.open(explore.url)
    page.driver.execute_script(
        """const slider = document.querySelector('[data-key="recipients.install"] input[type=range]');
        for (let turn = 0; turn < 100; turn++) {
          slider.value = turn % 2 ? 5 : 40; slider.dispatchEvent(new Event("input")); }""")
    page.settle("settled")
    idle(explore)
    ok("a hundred quick changes settle, and leave no work behind")

    page.find("#suggestions button").click()
    page.find("#own-key").send_keys("recipients.install")
    page.find("#own-value").send_keys("60%", Keys.ENTER)
    page.settle("settled")
    further(tool, page, shots, downloads, ok)
    ok(f"Tab reaches {walk(page)} places, each with an outline")
    if not short:
        ok(f"a thousand streams: {hostile(explore)}")
        times(tool, page, ok)

    # Each width and scheme: no scrolling sideways, nothing that axe finds.
    page.open(explore.url)
    page.find("#suggestions button").click()
    page.settle("settled")
    widths = ((320, 640), (390, 844), (768, 1024), (1280, 900), (1920, 1080))
    for width, height in widths[:1] if short else widths:
        for dark in (True,) if short else (False, True):
            page.size(width, height, dark)
            time.sleep(0.4)
            page.settle("settled")
            wide = page.driver.execute_script(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{wide} pixels too wide at {width}"
            found = page.violations()
            assert not found, f"at {width}, dark {dark}: {found}"
            if shots:
                page.shot(shots / f"{width}-{'dark' if dark else 'light'}.png")
    ok(("one width, dark" if short else "five widths, both schemes") + (", axe finds nothing" if page.axe else ", without axe"))

    assert not page.complaints(), page.complaints()
    assert not page.foreign(), page.foreign()
    ok("no message in the console, no request to another machine")
    first = page.driver.execute_script("return document.body.dataset.first")
    explore.stop()
    ok(f"Ctrl-C ends it with 0; the first picture of the last change took {first} ms")


def pictures(tool, page, folder):
    """The page as the documentation shows it: small files of few colours."""
    from PIL import Image
    explore = Explore(tool, "scenarios/rin-baseline.yaml")
    parts = folder / "parts"
    parts.mkdir(exist_ok=True)

    def clip(name, first, last=None):
        box = page.driver.execute_script(
            """const [top, below] = [arguments[0], arguments[1]].map((one) => document.querySelector(one).getBoundingClientRect());
            return {x: below.left - 12 + scrollX, y: top.top - 12 + scrollY, width: below.width + 24,
                    height: below.bottom - top.top + 24, scale: 1};""", first, last or first)
        page.shot(parts / name, clip=box)

    def top(name, width, height):
        page.shot(parts / name, clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})

    def asked(button, kind, *keys):
        page.find(button).send_keys(*(keys or [Keys.ENTER]))
        study(page, kind)

    def joined(name, *names, beside=False, share=1):
        """Puts pictures below each other, or beside, into one of few colours."""
        images = [Image.open(parts / one).convert("RGB") for one in names]
        sizes = [image.size for image in images]
        across, down = [sum(side) if isSum else max(side) for side, isSum in zip(zip(*sizes), (beside, not beside))]
        sheet = Image.new("RGB", (across, down), images[0].getpixel((2, 2)))
        x = y = 0
        for image in images:
            sheet.paste(image, (x, y))
            x, y = (x + image.width, y) if beside else (x, y + image.height)
        if share != 1:
            sheet = sheet.resize((round(share * across), round(share * down)), Image.Resampling.LANCZOS)
        sheet.quantize(48, dither=Image.Dither.NONE).save(folder / name, optimize=True)
        print(f"{folder / name}: {sheet.width} × {sheet.height}, {(folder / name).stat().st_size:,} bytes")

    # A picture of the whole page has no scroll bar: what is measured before must have none, too.
    page.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    page.size(1280, 860)
    page.open(explore.url + "#if=prompts.lifetimeMax=1&if=recipients.install=50%25")
    until(lambda: page.all("#suggestions small") and all(one.text for one in page.all("#suggestions small")), "ideas")
    idle(explore)
    top("first.png", 1280, 860)
    joined("explore.png", "first.png")
    clip("prompts.png", "#happenings-prompts", "#decided-prompts")
    clip("credit.png", "#happenings-attribution", "#decided-attribution")
    joined("explore-credit.png", "credit.png")
    joined("explore-prompts.png", "prompts.png")
    asked("#ask-solve button", "solve")
    clip("solve.png", "#ask-solve", "#solve")
    joined("explore-solve.png", "solve.png")
    asked("#ask-grid button", "sweep")
    clip("map.png", "#sweep figure")
    joined("explore-map.png", "map.png")
    asked("#ask-tornado", "sweep")
    clip("tornado.png", "#sweep figure")
    asked("#ask-month", "month")
    page.driver.execute_script("document.activeElement.blur()")
    clip("month.png", "#month")
    asked("#ask-rollout button", "rollout")
    clip("rollout.png", "#rollout")
    joined("explore-next.png", "tornado.png", "month.png", "rollout.png")
    asked("#ask-find button", "explain")
    asked("#explain [data-person]", "explain")
    clip("story.png", "#explain")
    joined("explore-story.png", "story.png")
    page.driver.execute_async_script(
        """const done = arguments[0], reader = new FileReader();
        reader.onload = () => { document.body.dataset.slide = reader.result; done(); };
        const own = keep; keep = (blob) => { keep = own; reader.readAsDataURL(blob); };
        document.getElementById("slide-png").click();""")
    image = page.driver.execute_script("return document.body.dataset.slide")
    (parts / "slide.png").write_bytes(base64.b64decode(image.split(",", 1)[1]))
    joined("explore-slide.png", "slide.png", share=0.6)
    page.find("#own-key").send_keys("attribution.windowDays=30; privacy.clickRetentionDays=30", Keys.ENTER)
    page.settle("settled")
    page.find("#side").send_keys(Keys.ENTER)
    clip("side.png", ".whatifs")
    joined("explore-side.png", "side.png", share=0.75)
    page.open(explore.url + "#recipients.tapDelay={median: 5m, sigma: 1}")
    page.find("#search").send_keys("tapDelay")
    until(lambda: page.all("[data-law] svg"), "the density of a delay")
    field(page, "recipients.tap").send_keys(Keys.CONTROL, "a")
    field(page, "recipients.tap").send_keys("150%", Keys.TAB)
    page.settle("failed")
    page.find("#changes summary").send_keys(Keys.ENTER)
    page.driver.execute_script("document.querySelector('.controls').style.maxHeight = 'none'")
    clip("controls.png", ".controls")
    page.open(explore.url)
    page.find(".paste summary").send_keys(Keys.ENTER)
    page.find("#counts").send_keys("stage,count\nsent,4100\ntapped,1500\nlaunched,300\nonboarded,210")
    asked("#ask-funnel button", "funnel")
    clip("funnel.png", ".paste")
    joined("explore-controls.png", "controls.png", "funnel.png", beside=True, share=0.75)
    for dark in (False, True):
        page.size(390, 844, dark)
        page.open(explore.url + "#if=prompts.lifetimeMax=1")
        page.driver.execute_script("document.querySelector('main').scrollIntoView()")
        clip(f"narrow-{dark}.png", "main", "#course")
    joined("explore-narrow.png", "narrow-False.png", "narrow-True.png", beside=True, share=0.6)
    shutil.rmtree(parts)
    explore.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--axe", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    words = parser.parse_args()
    axe = words.axe and zipfile.ZipFile(words.axe).read("axe_playwright_python/axe.min.js").decode()
    if words.shots:
        words.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as downloads:
        driver = browser(downloads)
        try:
            if words.pictures:
                pictures(words.tool, Page(driver, axe), words.pictures)
            else:
                check(words.tool, Page(driver, axe), words.shots, downloads, words.short)
        except AssertionError as error:
            print(f"failed: {error}", file=sys.stderr)
            if words.shots:
                Page(driver, axe).shot(words.shots / "failed.png")
            print("\n".join(Page(driver, axe).complaints()), file=sys.stderr)
            sys.exit(1)
        finally:
            driver.quit()
            for process in Explore.running:
                process.kill()


main()
