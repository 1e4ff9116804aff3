"""Opens the page of 'growthloop explore' in Chromium, as a user would.

usage: explore.py TOOL [--axe WHEEL] [--shots DIR]

Needs Debian's chromium and chromium-driver, selenium, and for the accessibility checks the wheel of
axe-playwright-python, which holds axe-core.
"""

import argparse
import base64
import json
import pathlib
import re
import shutil
import signal
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
        self.url = re.search(r"http://\S+", self.process.stderr.readline()).group(0)

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

    def shot(self, path):
        image = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True})["data"]
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


def check(tool, page, shots, downloads):
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
    ok("two what-ifs: " + " | ".join(card.replace("\n", " · ")[:90] for card in cards))

    # The search finds what is not among the eight.
    page.find("#search").send_keys("retention.14")
    assert field(page, "use.retention.14").is_displayed()
    page.find("#search").send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
    ok("the search")

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
    ok(f"links; a bad one is told: {told[:80]}")

    # Only the last of many quick changes is answered.
    page.open(explore.url)
    page.driver.execute_script(
        """const slider = document.querySelector('[data-key="recipients.install"] input[type=range]');
        for (let turn = 0; turn < 100; turn++) {
          slider.value = turn % 2 ? 5 : 40; slider.dispatchEvent(new Event("input")); }""")
    page.settle("settled")
    ok("a hundred quick changes settle")

    # Each width and scheme: no scrolling sideways, nothing that axe finds.
    page.find("#suggestions button").click()
    page.settle("settled")
    for width, height in ((320, 640), (390, 844), (768, 1024), (1280, 900), (1920, 1080)):
        for dark in (False, True):
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
    ok("five widths, both schemes" + (", axe finds nothing" if page.axe else ", without axe"))

    assert not page.complaints(), page.complaints()
    assert not page.foreign(), page.foreign()
    ok("no message in the console, no request to another machine")
    first = page.driver.execute_script("return document.body.dataset.first")
    explore.stop()
    ok(f"Ctrl-C ends it with 0; the first picture of the last change took {first} ms")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--axe", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path)
    words = parser.parse_args()
    axe = words.axe and zipfile.ZipFile(words.axe).read("axe_playwright_python/axe.min.js").decode()
    if words.shots:
        words.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as downloads:
        driver = browser(downloads)
        try:
            check(words.tool, Page(driver, axe), words.shots, downloads)
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
