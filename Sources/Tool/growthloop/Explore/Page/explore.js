// The page of 'growthloop explore'. The server simulates, words and draws; this script has the controls,
// sends the state when it changes, and shows the newest frame.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);

/** Makes an element with attributes, listeners (`onclick`) and children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// MARK: State

const controls = new Map(data.groups.flatMap((group) => group.controls).map((c) => [c.key, c]));
const usualOutcome = data.outcomes[0].key;
const mostWhatIfs = 6;
const state = { changes: {}, whatIfs: [], outcome: usualOutcome };
// What a link has that is no change: the address keeps it.
let rest = [];

const encode = (text) => encodeURIComponent(text).replace(/'/g, "%27");
const pairs = (changes) => Object.keys(changes).sort().map((key) => `${encode(key)}=${encode(changes[key])}`);

/** The state as a link holds it: only what differs from the scenario. */
function fragment() {
  return [
    ...pairs(state.changes),
    ...state.whatIfs.map((changes) => "if=" + pairs(changes).join(";")),
    ...(state.outcome === usualOutcome ? [] : ["by=" + encode(state.outcome)]),
    ...rest,
  ].join("&");
}

/** Takes over the state of a link; what cannot be read is told, and stays in the address. */
function read(text) {
  // Without a prototype, so that no key of a link is one of the language's.
  const none = () => Object.create(null);
  Object.assign(state, { changes: none(), whatIfs: [], outcome: usualOutcome });
  rest = [];
  // What has no such spelling is shown as it is, and refused at its control.
  const plain = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const add = (pair, changes) => {
    const equals = pair.indexOf("=");
    if (equals < 1) rest.push(pair);
    else changes[plain(pair.slice(0, equals))] = plain(pair.slice(equals + 1));
  };
  for (const part of text.split("&").filter(Boolean)) {
    if (part.startsWith("if=")) {
      const changes = none();
      part.slice(3).split(";").filter(Boolean).forEach((pair) => add(pair, changes));
      state.whatIfs.push(changes);
    } else if (part.startsWith("by=")) {
      state.outcome = plain(part.slice(3));
    } else {
      add(part, state.changes);
    }
  }
}

function set(key, value) {
  const control = controls.get(key);
  if (value === "" || (control && value === control.value)) delete state.changes[key];
  else state.changes[key] = value;
  update(key);
  changed();
}

function changed() {
  const text = fragment();
  history.replaceState(null, "", text ? "#" + text : location.pathname);
  const count = Object.keys(state.changes).length;
  at("changed").textContent =
    count === 0 ? `Nothing is changed: ${data.file === "defaults" ? "the defaults" : data.file}.`
      : count === 1 ? "One number is changed." : `${count} numbers are changed.`;
  showChanges();
  ask();
}

/** Lists what is changed and not among the first controls, so that it can be seen and taken back. */
function showChanges() {
  const first = new Set(data.groups[0].controls.map((control) => control.key));
  const keys = Object.keys(state.changes).filter((key) => !first.has(key)).sort();
  at("changes").hidden = keys.length === 0;
  at("changes").querySelector("ul").replaceChildren(...keys.map((key) => {
    const [value, was] = [shown(key), controls.get(key)?.value];
    return make("li", {}, `${key}: ${value}${was == null ? "" : `, was ${was}`} `,
      make("button", { type: "button", "aria-label": `Take back ${key}`, onclick: () => set(key, "") }, "reset"));
  }));
}

// MARK: Controls

const nodes = new Map();

/** The control of a key: made once, and moved to where it is shown. */
function node(key) {
  if (nodes.has(key)) return nodes.get(key);
  const control = controls.get(key);
  const name = control.label ?? control.key;
  const id = "c-" + key;
  const line = make("div", { class: control.rungs ? "line" : "line wide" });
  const field = control.words
    ? make("select", { id, onchange: (event) => set(key, event.target.value) },
        ...control.words.map((word) => make("option", { value: word }, word)))
    : make("input", { id, type: "text", autocomplete: "off", spellcheck: "false",
        onchange: (event) => set(key, event.target.value.trim()) });
  if (control.rungs) {
    const slider = make("input", { type: "range", min: 0, max: control.rungs.length - 1, step: 1,
      "aria-label": `${name}, slider`, oninput: (event) => set(key, control.rungs[event.target.value]) });
    const step = (by) => () => {
      const value = Math.min(Math.max(+slider.value + by, 0), control.rungs.length - 1);
      set(key, control.rungs[value]);
    };
    const likely = make("span");
    if (control.range) {
      const [low, high] = control.range.map((end) => 100 * place(end, control.rungs) / (control.rungs.length - 1));
      likely.style.marginLeft = `${low}%`;
      likely.style.width = `${high - low}%`;
    }
    line.append(
      make("button", { type: "button", "aria-label": `Less: ${name}`, onclick: step(-1) }, "−"),
      make("span", { class: "rail" }, slider, make("span", { class: "likely", title: control.expects ?? "" }, likely)),
      make("button", { type: "button", "aria-label": `More: ${name}`, onclick: step(1) }, "+"));
  }
  line.append(field);
  const own = make("div", { class: "control", "data-key": key },
    make("p", { class: "name" },
      make("label", { for: id, title: control.key }, name),
      ...(control.evidence
        ? [make("span", { class: `tag ${control.evidence}`, title: control.source ?? "no source" },
            control.evidence)]
        : [])),
    line,
    ...(control.output
      ? [make("p", { class: "output soft" }, "gives ",
          make("input", { type: "text", autocomplete: "off", "aria-label": `${name}: so many ${control.output.words}`,
            onchange: (event) => fit(key, event.target) }), " " + control.output.words)]
      : []),
    make("p", { class: "was" }, `was ${control.value} `,
      make("button", { type: "button", "aria-label": `Reset ${name}`,
        onclick: () => { set(key, control.value); field.focus(); } }, "reset")),
    make("details", { class: "hint" },
      make("summary", { "aria-label": `What is ${name}?` }, "What is it?"),
      [control.meaning, control.expects && control.expects + ".", control.source && `Source: ${control.source}.`,
        `Key: ${control.key}`].filter(Boolean).join(" ")),
    ...(/^\{me/.test(control.value) ? [make("div", { class: "law", "data-law": key })] : []),
    make("p", { class: "mistake", role: "alert" }));
  nodes.set(key, own);
  update(key);
  return own;
}

/** The number of a value that says where it comes from, as in {value: 36%, source: our own, of: 4100}. */
const bare = (value) => /^\{value: ([^,}]+)/.exec(value)?.[1] ?? value;

/** The value of a key now, as its control shows it. */
function shown(key) {
  const [value, usual] = [bare(state.changes[key] ?? controls.get(key)?.value ?? ""), controls.get(key)?.value ?? ""];
  // A share that was fitted is a plain number.
  return usual.endsWith("%") && /^0?\.\d+$/.test(value) ? `${+(100 * value).toPrecision(4)}%` : value;
}

/** Asks for the input that brings about what was typed of its outcome. */
function fit(key, field) {
  const value = field.value.trim();
  if (!value) return;
  nodes.get(key).append(at("fit"));
  study("fit", [`${key}=${/^[\d,]+$/.test(value) ? value.replaceAll(",", "") : value}`]);
}

/** Lets a control, and the number in the sentence, show the value that its key has now. */
function update(key) {
  updateSaid(key);
  const own = nodes.get(key);
  if (!own) return;
  const control = controls.get(key);
  const value = shown(key);
  own.classList.toggle("changed", key in state.changes);
  const tag = own.querySelector(".tag");
  if (tag) {
    const given = state.changes[key] ?? "";
    tag.textContent = !given ? control.evidence
      : /grade: C/.test(given) ? "derived" : bare(given) !== given ? "measured" : "guess";
    tag.className = "tag " + tag.textContent;
  }
  const field = own.querySelector("select, input[type=text]");
  if (field.value !== value) field.value = value;
  const slider = own.querySelector("input[type=range]");
  if (!slider) return;
  slider.value = place(value, control.rungs);
  slider.setAttribute("aria-valuetext", value + (key in state.changes ? `, was ${control.value}` : ""));
}

/** The place of a value on a slider, or of the nearest one to a number that is none of them. */
function place(value, rungs) {
  const found = rungs.indexOf(value);
  if (found >= 0) return found;
  const number = (text) => parseFloat(text.replace(/_/g, "")) * (text.endsWith("%") || !rungs[0].endsWith("%") ? 1 : 100);
  const wanted = number(value);
  let best = isNaN(wanted) ? rungs.length >> 1 : 0;
  rungs.forEach((rung, index) => {
    if (Math.abs(number(rung) - wanted) < Math.abs(number(rungs[best]) - wanted)) best = index;
  });
  return best;
}

/** Draws the delays whose controls are on the page. */
async function drawLaws() {
  const places = [...document.querySelectorAll("[data-law]")];
  if (places.length === 0) return;
  const reply = await send("laws", { words: places.map((place) => place.dataset.law) });
  for (const place of places) if (reply.laws?.[place.dataset.law]) place.innerHTML = reply.laws[place.dataset.law];
}

function showGroups() {
  at("others").replaceChildren(make("details", {}, make("summary", {}, "All of them by subject"),
    ...data.groups.slice(1).map((group) => {
    const box = make("details", {}, make("summary", {}, `${group.name} (${group.controls.length})`));
    box.addEventListener("toggle", () => {
      if (!box.open) return;
      box.append(...group.controls.map((control) => node(control.key)));
      drawLaws();
    });
    return box;
  })));
}

function search() {
  const words = at("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return showGroups();
  const first = new Set(data.groups[0].controls.map((control) => control.key));
  const found = [...controls.values()].filter((control) => {
    const text = `${control.key} ${control.label ?? ""} ${control.meaning}`.toLowerCase();
    return !first.has(control.key) && words.every((word) => text.includes(word));
  });
  at("others").replaceChildren(
    ...found.slice(0, 25).map((control) => node(control.key)),
    make("p", { class: "soft", role: "status" },
      found.length === 0 ? "Nothing is called so." : found.length > 25 ? `${found.length - 25} more: write another word.` : ""));
  drawLaws();
}

// MARK: What-ifs

const word = (changes) =>
  Object.keys(changes).sort().map((key) => `${key}=${changes[key]}`).join(", ") || "nothing";

function showCards() {
  at("cards").replaceChildren(...state.whatIfs.map((changes, index) => {
    const part = (name, tag = "p") => make(tag, { class: name });
    const known = data.suggestions.find((suggestion) => word(suggestion.changes) === word(changes));
    return make("article", { class: "card", "aria-label": `What if ${word(changes)}` },
      make("h3", {}, known ? known.name : "A change of your own"),
      make("p", { class: "title soft" }, word(changes)),
      part("number"), part("interval soft"), part("verdict"), part("money"), part("test soft"), part("picture", "div"),
      make("p", { class: "runs", hidden: true },
        make("button", { type: "button", onclick: (event) => nextRun(event.target.closest(".card")) }, "Run by run"), " ",
        make("span", { role: "status" })),
      make("p", { class: "mistake", role: "alert" }),
      make("p", { class: "buttons" },
        make("button", { type: "button", "aria-label": `Assume ${word(changes)} for all`,
          onclick: () => adopt(index) }, "Assume it"),
        make("button", { type: "button", "aria-label": `Remove ${word(changes)}`,
          onclick: () => { state.whatIfs.splice(index, 1); cardsChanged(); } }, "Remove")));
  }));
  const isFull = state.whatIfs.length >= mostWhatIfs;
  const asked = new Set(state.whatIfs.map(word));
  at("suggestions").replaceChildren(...data.suggestions
    .filter((suggestion) => !asked.has(word(suggestion.changes)))
    .map((suggestion) => make("button", { type: "button", disabled: isFull,
      onclick: () => { state.whatIfs.push(suggestion.changes); cardsChanged(); } }, "+ " + suggestion.name,
      make("small", { class: "soft", "data-idea": suggestion.name }))));
  showIdeas();
  at("own").querySelector("button").disabled = isFull;
  at("compared").hidden = state.whatIfs.length === 0;
  at("side").hidden = state.whatIfs.length < 2;
  if (at("side").hidden) putSideBySide(false);
}

/** Shows what each suggestion would bring, as far as it is known. */
function showIdeas() {
  for (const place of document.querySelectorAll("[data-idea]")) place.textContent = ideas[place.dataset.idea] ?? "";
}

function putSideBySide(isSide) {
  at("side").setAttribute("aria-pressed", isSide);
  const isMoved = document.querySelector(".columns").classList.contains("side") !== isSide;
  document.querySelector(".columns").classList.toggle("side", isSide);
  if (isMoved) at("side").scrollIntoView({ block: "nearest" });
}

function cardsChanged() {
  showCards();
  changed();
}

/** Makes a what-if part of what all cards assume. */
function adopt(index) {
  const [changes] = state.whatIfs.splice(index, 1);
  for (const [key, value] of Object.entries(changes)) {
    if (controls.get(key)?.value === value) delete state.changes[key];
    else state.changes[key] = value;
    update(key);
  }
  cardsChanged();
}

// MARK: Asking

const bytes = crypto.getRandomValues(new Uint8Array(16));
const page = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
let askedOf = "";
let isAsking = false;
let isStale = false;
let askedAt = 0;

/** Sends the state with a question about it, and returns the reply. */
async function send(path, question = {}) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...state, page, width: Math.max(280, at("pictures").clientWidth), ...question }),
  });
  const reply = await answer.json();
  return answer.ok ? reply : { problems: [{ message: reply.detail }], isRefused: true };
}

/** Sends the newest state; while one is on its way, only the last of further ones follows. */
async function ask() {
  isStale = true;
  // What was asked of the values before is asked again; an answer that another what-if leaves alone stays.
  for (const one of queue) one.isSent = false;
  const asked = JSON.stringify([state.changes, state.outcome]);
  if (asked !== askedOf) document.querySelectorAll(".study:not(#fit)").forEach((place) => place.classList.add("old"));
  askedOf = asked;
  measuredRun = glancedRun = 0;
  ideas = {};
  showIdeas();
  document.body.classList.add("stale");
  if (isAsking) return;
  isAsking = true;
  while (isStale) {
    isStale = false;
    askedAt = performance.now();
    document.body.dataset.stage = "asked";
    try {
      const reply = await send("state");
      if (reply.isRefused) throw new Error(reply.problems[0].message);
      told(reply);
    } catch (error) {
      fail(error instanceof TypeError ? "growthloop explore has ended. Start it again, and open its new address." : error.message);
    }
  }
  isAsking = false;
}

function told(answer) {
  for (const place of document.querySelectorAll(".control .mistake, .card .mistake")) place.textContent = "";
  const others = rest.map((part) => `The link has '${part.slice(0, 60)}', which is no change: write KEY=VALUE.`);
  for (const problem of answer.problems) {
    const words = problem.message + (problem.remedy ? ` – ${problem.remedy}` : "");
    const card = problem.whatIf == null ? null : at("cards").children[problem.whatIf];
    const control = problem.key && controls.has(problem.key) && problem.key in state.changes ? node(problem.key) : null;
    if (card) card.querySelector(".mistake").textContent = words;
    else if (control) control.querySelector(".mistake").textContent = words;
    if (!card && !control?.checkVisibility()) others.push((problem.key ? `${problem.key}: ` : "") + words);
  }
  at("problems").replaceChildren(...others.map((words) => make("p", {}, words)));
  if (answer.problems.length > 0) {
    stage("failed", "Not simulated: a value is not possible. The reason stands at its control.");
    return;
  }
  at("command").textContent = answer.command;
  at("yaml").textContent = answer.yaml;
  drawLaws();
}

function fail(words) {
  at("problems").replaceChildren(make("p", {}, words));
  stage("failed", "No answer.");
}

function stage(name, words) {
  at("stage").className = "stage " + name;
  at("words").textContent = words;
  document.body.dataset.stage = name;
  document.body.classList.toggle("sketched", name === "sketch");
}

// MARK: Frames

let source = null;
let newest = null;
let shownRun = 0;

function listen() {
  source?.close();
  shownRun = 0;
  source = new EventSource("stream?page=" + page);
  source.onmessage = (event) => {
    const isWaiting = newest !== null;
    newest = JSON.parse(event.data);
    if (!isWaiting) requestAnimationFrame(() => { const frame = newest; newest = null; show(frame); });
  };
  source.addEventListener("study", (event) => showStudy(JSON.parse(event.data)));
}

function show(frame) {
  if (frame.run < shownRun || isStale) return;
  shownRun = frame.run;
  if (frame.stage === "failed") return fail(frame.failure);
  if (document.body.dataset.stage === "asked") document.body.dataset.first = Math.round(performance.now() - askedAt);
  document.body.dataset.left = frame.left ?? "";
  document.body.classList.remove("stale");
  const count = `${frame.replications} of ${frame.wanted} replications`;
  stage(frame.stage,
    frame.stage === "sketch" ? "A sketch, from fewer people." : frame.stage === "running" ? count : `Settled: ${count}.`);
  at("progress").value = frame.stage === "sketch" ? 0 : frame.stage === "settled" ? 1 : frame.replications / frame.wanted;
  if (frame.headline) {
    at("headline").textContent = (frame.stage === "sketch" ? "about " : "") + frame.headline.number;
    at("unit").textContent = frame.headline.unit;
    at("interval").textContent = frame.headline.interval;
    at("product").textContent = frame.headline.product;
    [document.body.dataset.low, document.body.dataset.high] = [frame.headline.low, frame.headline.high];
  }
  for (const [key, text] of Object.entries(frame.outputs)) {
    const field = nodes.get(key)?.querySelector(".output input");
    if (field && field !== document.activeElement) field.value = text;
  }
  at("pictures").innerHTML = frame.pictures;
  at("course").innerHTML = frame.course;
  if (frame.answer) at("sentences").innerHTML = frame.answer;
  if (frame.stage === "settled") at("comparison").innerHTML = frame.comparison;
  frame.cards.forEach((card, index) => showCard(at("cards").children[index], card));
  const tested = frame.cards.find((card) => card.test.startsWith("To test it: "));
  at("tests").replaceChildren(...(tested ? [make("strong", {}, `To test ${tested.title}: `), tested.test.slice("To test it: ".length)] : []));
  if (frame.stage === "settled") askFurther();
  at("settled").textContent = frame.stage !== "settled" || !frame.headline ? ""
    : `Settled: ${frame.headline.number} ${frame.headline.unit}. `
      + frame.cards.map((card) => `${card.title}: ${card.number}. ${card.verdict}`).join(" ");
}

function showCard(place, card) {
  if (!place) return;
  for (const name of ["title", "number", "interval", "verdict", "money", "test"]) {
    place.querySelector("." + name).textContent = card[name];
  }
  place.querySelector(".verdict").classList.toggle("sure", card.isSure);
  place.querySelector(".picture").innerHTML = card.picture;
  const runs = place.querySelector(".runs");
  runs.hidden = card.runs.length === 0;
  runs.querySelector("span").textContent = "";
  Object.assign(place, { runs: card.runs, run: 0 });
}

/** Tells the next run of a card: one after the other shows how far chance takes each. */
function nextRun(card) {
  card.querySelector(".runs span").textContent = card.runs[card.run++ % card.runs.length];
}

// MARK: Taking it along

async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    at("copied").textContent = words;
  } catch {
    at("copied").textContent = "The browser keeps the clipboard closed: " + text;
  }
}

function keep(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Saves what the server makes of the settled answer. */
async function keepFile(path) {
  const answer = await fetch(`${path}?page=${page}`);
  if (!answer.ok) return (at("copied").textContent = (await answer.json()).detail);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  keep(await answer.blob(), name ? name[1] : path);
}

/** One slide: the headline, the pictures and the what-ifs, as a picture of its own. */
function slide() {
  const [width, height] = [1280, 720];
  const drawing = (tag, attributes = {}, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    return element;
  };
  const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  const broken = (text, size, most) => text.split(" ").reduce((all, word) => {
    const last = all[all.length - 1];
    if (last && (last + " " + word).length * size * 0.52 <= most) all[all.length - 1] = last + " " + word;
    else all.push(word);
    return all;
  }, []);
  const lines = (text, size, x, y, most, color = "#1b1f24", weight = 400) => {
    const rows = broken(text, size, most);
    rows.forEach((row, index) => svg.append(drawing("text", { x, y: y + index * size * 1.3, fill: color,
      "font-family": "system-ui,sans-serif", "font-size": size, "font-weight": weight }, row)));
    return y + rows.length * size * 1.3;
  };
  // A slide is light, whatever the page is.
  const style = document.querySelector("style").textContent.replaceAll("prefers-color-scheme:dark", "width:1px");
  svg.append(drawing("style", {}, style), drawing("rect", { width, height, fill: "#fff" }));
  let y = lines(document.querySelector("h1").textContent, 30, 60, 70, 1160, "#59636e");
  y = lines(`${at("headline").textContent} ${at("unit").textContent}`, 44, 60, y + 34, 1160, "#1b1f24", 700);
  y = lines(at("interval").textContent, 22, 60, y, 1160, "#59636e");
  y = lines(at("product").textContent, 20, 60, y, 1160, "#59636e");
  // The command stands below all, in as many lines as it takes.
  const command = at("command").textContent;
  const foot = height - 20 - 17 * broken(command, 13, 1160).length;
  const pictures = [...document.querySelectorAll("#pictures svg, #course svg")].slice(0, 2);
  const cards = [...at("cards").children].slice(0, 3);
  const room = cards.length ? 800 : 1160;
  pictures.forEach((picture, index) => {
    const own = picture.cloneNode(true);
    const [, , wide, high] = picture.getAttribute("viewBox").split(" ").map(Number);
    const each = (room - 30) / 2;
    const scale = Math.max(0, Math.min(each / wide, (foot - y - 50) / high));
    own.setAttribute("x", 60 + index * (each + 30));
    own.setAttribute("y", y + 30);
    own.setAttribute("width", wide * scale);
    own.setAttribute("height", high * scale);
    own.setAttribute("font-family", "system-ui,sans-serif");
    own.setAttribute("overflow", "visible");
    svg.append(own);
  });
  let below = y + 30;
  for (const card of cards) {
    const part = (name) => card.querySelector(name).textContent;
    const [title, found] = [part(".title"), `${part(".number")}  ${part(".verdict")}`];
    // A card has a place, or is left out: none is written over the command.
    const high = 24 + 24 * broken(title, 18, 330).length + 32 * broken(found, 24, 330).length;
    if (below + high > foot - 20) break;
    below = lines(title, 18, 900, below + 16, 330, "#59636e");
    below = lines(found, 24, 900, below + 8, 330, "#1b1f24", 700);
  }
  lines(command, 13, 60, foot, 1160, "#59636e");
  return new XMLSerializer().serializeToString(svg);
}

function slideAsPNG() {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([slide()], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = make("canvas", { width: 1280, height: 720 });
    canvas.getContext("2d").drawImage(image, 0, 0);
    URL.revokeObjectURL(address);
    canvas.toBlob((blob) => keep(blob, "explored.png"), "image/png");
  };
  image.src = address;
}

// MARK: Studies on demand

let studyNumber = 0;
// The answers of which it is known what to measure first, and what each suggestion would bring.
let [measuredRun, glancedRun] = [0, 0];
let ideas = {};
let isMonthNext = false;
const isAskedByPage = (kind) => kind === "measure" || kind === "glance";

/** Asks what the page itself asks of a settled answer, one after the other. */
function askFurther() {
  if (queue.length > 0) {
    if (!queue[0].isSent) sendStudy(queue[0]);
  } else if (isMonthNext) study("month", []);
  else if (measuredRun !== shownRun) study("measure", []);
  else if (glancedRun !== shownRun) study("glance", []);
  isMonthNext = false;
}

// What the user asks is answered in turn: the server has one study at a time.
let queue = [];

/** Asks a further question about the state; the answer follows on the stream. */
function study(kind, words) {
  if (isAskedByPage(kind)) return sendStudy({ kind, words });
  const place = at(kind);
  place.classList.remove("old");
  delete place.dataset.stage;
  place.replaceChildren(make("p", { role: "status", class: "soft" }, queue.length > 0 ? "It waits for its turn …" : "Working …"));
  const one = { kind, words };
  const turn = queue.findIndex((other) => other.kind === kind);
  if (turn < 0) queue.push(one);
  else queue[turn] = one;
  if (queue[0] === one) sendStudy(one);
}

async function sendStudy(one) {
  one.isSent = true;
  if (!isAskedByPage(one.kind)) at(one.kind).classList.remove("old");
  const reply = await send("study", { study: one.kind, words: one.words });
  if (reply.run != null) studyNumber = Math.max(studyNumber, reply.run);
  else if (!isAskedByPage(one.kind)) {
    at(one.kind).replaceChildren(make("p", { class: "mistake", role: "alert" }, reply.problems[0].message));
    queue = queue.filter((other) => other !== one);
    askFurther();
  }
}

function showStudy(frame) {
  if (frame.number < studyNumber || isStale) return;
  studyNumber = frame.number;
  const place = at(frame.kind);
  const isOver = frame.stage !== "running";
  if (frame.kind === "measure") {
    measuredRun = shownRun;
    if (!isOver) return;
    place.innerHTML = frame.html || "nothing, for all that is known of this number.";
    return askFurther();
  }
  if (frame.kind === "glance") {
    glancedRun = shownRun;
    ideas = frame.ideas ?? {};
    showIdeas();
    if (frame.html) at("course").innerHTML = frame.html;
    return;
  }
  place.dataset.stage = frame.stage;
  if (isOver) queue = queue.filter((one) => one.kind !== frame.kind);
  const status = make("p", { role: "status", class: "soft" }, isOver ? "" : frame.progress + " …");
  const body = make("div");
  if (frame.failure) body.append(make("p", { class: "mistake", role: "alert" }, frame.failure));
  else if (frame.html || isOver) body.innerHTML = frame.html;
  else body.append(...(place.querySelector(".body")?.childNodes ?? []));
  body.className = "body";
  place.replaceChildren(status, body,
    ...(frame.command ? [make("p", { class: "soft" }, "The same by: "), make("pre", { tabindex: 0, role: "region", "aria-label": `The command: ${frame.kind}` }, frame.command)] : []));
  if (isOver && frame.changes) {
    isMonthNext = frame.kind === "funnel";
    return begin(frame.changes);
  }
  // The answer that a funnel or an outcome stopped goes on, where nothing could be taken from it.
  if (isOver && (frame.kind === "funnel" || frame.kind === "fit")) return ask();
  if (isOver) askFurther();
}

/** Takes over the numbers of a product, and asks about them. */
function begin(changes) {
  Object.assign(state.changes, changes);
  for (const key of controls.keys()) update(key);
  changed();
}

/** Five values of a slider, spread around the present one. */
function values(key) {
  const rungs = controls.get(key).rungs.filter((rung) => rung !== "none");
  const now = place(shown(key), rungs);
  const step = Math.max(1, Math.round(rungs.length / 8));
  const from = Math.max(0, Math.min(now - 2 * step, rungs.length - 1 - 4 * step));
  return [0, 1, 2, 3, 4].map((turn) => rungs[from + turn * step]).filter(Boolean);
}

async function showRule(button) {
  const open = button.nextElementSibling;
  if (open?.classList.contains("rule")) return open.remove();
  const answer = await fetch(`rule?id=${encode(button.dataset.rule)}&page=${page}`);
  const rule = await answer.json();
  button.after(make("span", { class: "rule", role: "status" }, ` ${rule.meaning ?? rule.detail} ${rule.applied ?? ""} `));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rule], [data-person]");
  if (!button) return;
  if (button.dataset.rule) return showRule(button);
  at("person").value = button.dataset.person;
  study("explain", ["--person", button.dataset.person]);
});

// MARK: Playgrounds of decisions

const dayZero = Date.UTC(2026, 0, 5, 12);
const moment = (day) => new Date(dayZero + day * 864e5).toISOString().replace(".000", "");
const dayOf = (text) => Math.round((Date.parse(text) - dayZero) / 864e5 * 10) / 10;
const inWords = (code) => code.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase());
const why = (rule) => make("button", { type: "button", "data-rule": rule }, `Why ${rule}?`);
const verdict = (isGood, words, ...more) => make("td", {}, make("strong", {}, (isGood ? "✓ " : "✗ ") + words), ...more);

/**
 * A list of what happens, each moved along the days, and what the three profiles decide of it: `ask` makes the
 * case, or the words for what is missing, and `show` makes the rows of the table from the replies.
 */
function playground(id, { choices, happenings, lastDay, further, ask, show }) {
  let turns = 0;
  const decide = async () => {
    const turn = ++turns;
    const inTurn = happenings.map((one, index) => ({ ...one, index })).sort((a, b) => a.day - b.day || a.index - b.index);
    const asked = ask(inTurn);
    const replies = typeof asked === "string" ? { error: asked } : await (await fetch(`decide?subject=${id}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: 1, ...asked }) })).json();
    if (turn !== turns) return;
    const names = Object.keys(replies);
    const error = replies.error ?? replies.detail ?? replies[names[0]].error;
    const rows = error ? [] : show(Object.values(replies), inTurn);
    at("decided-" + id).replaceChildren(rows.length === 0
      ? make("p", { class: "soft" }, error ?? "Add a moment: nothing is decided yet.")
      : make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "moment"), ...names.map((name) => make("th", {}, name)))),
        make("tbody", {}, ...rows.map(([words, ...cells]) => make("tr", {}, make("td", {}, words), ...cells)))));
  };
  const list = () => {
    at("happenings-" + id).replaceChildren(...happenings.map((one, index) => {
      const day = make("output", {}, `day ${one.day}`);
      return make("li", {},
        make("select", { "aria-label": "What happens", onchange: (event) => { one.what = event.target.value; list(); } },
          ...Object.entries(choices).map(([value, words]) => make("option", { value, selected: value === one.what }, words))),
        make("input", { type: "range", min: 0, max: lastDay, value: one.day, "aria-label": `Day on which someone ${choices[one.what]}`,
          "aria-valuetext": `day ${one.day}`,
          oninput: (event) => {
            one.day = +event.target.value;
            day.textContent = `day ${one.day}`;
            event.target.setAttribute("aria-valuetext", day.textContent);
            decide();
          } }), day,
        make("button", { type: "button", "aria-label": `Remove: ${choices[one.what]}`,
          onclick: () => { happenings.splice(index, 1); list(); } }, "×"));
    }));
    decide();
  };
  at("add-" + id).addEventListener("click", () => { happenings.push({ day: 0, what: further }); list(); });
  list();
}

const acts = { session: "opens the app", contacts: "imports 64 contacts", dismiss: "dismisses the card", tap: "taps the card",
  share: "shares", copy: "copies the link" };
playground("prompts", {
  choices: { ...acts, ...Object.fromEntries(data.triggers.map((name) => [name, `moment: ${name}`])) },
  happenings: [[0, "session"], [0, "contacts"], [0, "contactThreshold"], [1, "dismiss"], [5, "session"], [5, "scoreMilestone"],
    [16, "session"], [16, "dedupReview"]].map(([day, what]) => ({ day, what })),
  lastDay: 60, further: "contactThreshold",
  ask: (all) => ({ events: all.map(({ day, what }) => ({ at: moment(day), ...(what === "contacts" ? { type: what, count: 64 }
    : acts[what] ? { type: what } : { type: "trigger", trigger: what }) })) }),
  show: (replies) => replies[0].decisions.map((one, index) => [`day ${dayOf(one.at)}: ${one.trigger}`,
    ...replies.map(({ decisions }) => decisions[index].decision === "shown" ? verdict(true, "shown")
      : verdict(false, "withheld", ...decisions[index].because.flatMap((reason) => [make("br"),
          `${inWords(reason.reason)}${reason.until ? `, until day ${dayOf(reason.until)}` : ""} `, why(reason.rule)])))]),
});

// Whose link was tapped, in which state, and what is left of the inviter.
const clicks = { ann: "Ann's link", bob: "Bob's link", "ann expired": "a link of Ann's that has expired",
  "ann tampered": "a link that was changed", "cy valid deleted": "the link of Cy, who has left", "newcomer": "their own link" };
const inviters = { ann: "Ann", bob: "Bob", cy: "Cy" };
const reached = { install: "installs the app", launch: "first opens the app" };
playground("attribution", {
  choices: { ...Object.fromEntries(Object.entries(clicks).map(([value, words]) => [value, `taps ${words}`])), ...reached },
  happenings: [[0, "ann"], [3, "bob"], [9, "install"], [9, "launch"]].map(([day, what]) => ({ day, what })),
  lastDay: 60, further: "bob",
  ask: (all) => {
    const first = (what) => all.find((one) => one.what === what)?.day;
    const [install, launch] = [first("install") ?? first("launch"), first("launch")];
    if (install == null) return "Add the moment at which the app is installed.";
    if (launch < install) return "The app cannot be opened before it is installed: move one of the two.";
    return { principal: "newcomer", installAt: moment(install), ...(launch == null ? {} : { firstLaunchAt: moment(launch) }),
      clicks: all.filter((one) => clicks[one.what]).map(({ day, what, index }) => {
        const [inviter, link = "valid", inviterState = "active"] = what.split(" ");
        return { seq: index + 1, at: moment(day), inviter, link, inviterState };
      }) };
  },
  show: (replies, all) => [["the credit", ...replies.map((reply) => verdict(reply.decision === "credited",
      reply.decision === "credited" ? `${inviters[reply.inviter]} earns it` : reply.inviter ? `no one: ${inviters[reply.inviter]} is only recorded`
        : "no one earns it", make("br"), reply.context ? "The newcomer sees who invited. " : "", why(reply.rule)))],
    ...all.filter((one) => clicks[one.what]).map(({ day, what, index }) => [`day ${day}: ${clicks[what]}`, ...replies.map((reply) => {
      const other = reply.passedOver.find((one) => one.seq === index + 1);
      return other ? verdict(false, "passed over", make("br"), inWords(other.because) + " ", why(other.rule))
        : verdict(reply.decision === "credited", reply.decision === "credited" ? "earns the credit" : "is only recorded");
    })])],
});

// MARK: A sentence with numbers to drag

const saidNumbers = new Map();
const sentence = [["arrivals.organicPerDay", " people a day come by themselves. "], ["sharing.visit", " of visits lead to sharing, with "],
  ["sharing.recipients", " people each. "], ["recipients.tap", " of them tap the link, and "], ["recipients.install", " of those install."]];

/** A number in the sentence: dragged sideways, or moved by arrows. */
function saidNumber(key) {
  const { rungs, label } = controls.get(key);
  const now = () => place(shown(key), rungs);
  const to = (turn) => set(key, rungs[Math.min(Math.max(turn, 0), rungs.length - 1)]);
  let from = null;
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5, Home: -rungs.length, End: rungs.length };
  const number = make("span", { class: "drag", role: "slider", tabindex: 0, "aria-label": label ?? key, "aria-valuemin": 0,
    "aria-valuemax": rungs.length - 1,
    onkeydown: (event) => { if (steps[event.key]) { event.preventDefault(); to(now() + steps[event.key]); } },
    onpointerdown: (event) => { from = { x: event.clientX, turn: now() }; number.setPointerCapture(event.pointerId); },
    onpointermove: (event) => {
      if (!from) return;
      const turn = from.turn + Math.round((event.clientX - from.x) / 8);
      if (turn !== now()) to(turn);
    },
    onpointerup: () => { from = null; }, onpointercancel: () => { from = null; } });
  saidNumbers.set(key, number);
  updateSaid(key);
  return number;
}

function updateSaid(key) {
  const number = saidNumbers.get(key);
  if (!number) return;
  const control = controls.get(key);
  const value = shown(key);
  number.textContent = value;
  number.setAttribute("aria-valuenow", place(value, control.rungs));
  number.setAttribute("aria-valuetext", value);
}

// MARK: Beginning

at("question").textContent = data.question ?? "";
at("question").hidden = !data.question;
at("count").textContent = controls.size - data.groups[0].controls.length;
at("first").append(...data.groups[0].controls.map((control) => node(control.key)));
at("keys").append(...[...controls.keys()].map((key) => make("option", { value: key })));
at("outcome").append(...data.outcomes.map((one) => make("option", { value: one.key }, `${one.name} (${one.unit})`)));
at("side").addEventListener("click", () => putSideBySide(at("side").getAttribute("aria-pressed") !== "true"));
at("outcome").addEventListener("change", (event) => { state.outcome = event.target.value; changed(); });
at("search").addEventListener("input", search);
at("own").addEventListener("submit", (event) => {
  event.preventDefault();
  const [key, value] = [at("own-key").value.trim(), at("own-value").value.trim()];
  // Several changes at once, as a link has them: KEY=VALUE; KEY=VALUE.
  const several = (key.includes("=") ? key : value && `${key}=${value}`).split(";").map((pair) => pair.split(/=(.*)/s, 2).map((part) => part.trim()));
  if (!several.every(([name, text]) => name && text)) return;
  if (state.whatIfs.length >= mostWhatIfs) return;
  state.whatIfs.push(Object.fromEntries(several));
  at("own-key").value = at("own-value").value = "";
  cardsChanged();
});
at("save").addEventListener("click", () => keep(new Blob([at("yaml").textContent], { type: "application/yaml" }), "explored.yaml"));
at("report").addEventListener("click", () => keepFile("report.html"));
at("table").addEventListener("click", () => keepFile("table.csv"));
at("slide-svg").addEventListener("click", () => keep(new Blob([slide()], { type: "image/svg+xml" }), "explored.svg"));
at("slide-png").addEventListener("click", slideAsPNG);
for (const [key, words] of sentence) {
  if (controls.get(key)?.rungs) at("said").append(saidNumber(key), words);
}
at("begin").append(...data.templates.map((one) => make("option", { value: one.name }, `${one.name}`)));
at("begin").addEventListener("change", (event) => {
  const chosen = data.templates.find((one) => one.name === event.target.value);
  state.changes = { ...(chosen?.changes ?? {}) };
  at("began").textContent = chosen
    ? `Shares and sign-ups stay as they are: 'growthloop init --template ${chosen.name}' fits them too.` : "";
  begin({});
});
const ranged = [...controls.values()].filter((control) => control.rungs && !control.rungs[0].startsWith("{")
  && !["days", "replications"].includes(control.key));
for (const [id, usual] of [["by-row", "recipients.tap"], ["by-column", "recipients.install"]]) {
  at(id).append(...ranged.map((one) => make("option", { value: one.key, selected: one.key === usual }, one.label ?? one.key)));
}
at("goal").append(...data.outcomes.map((one) => make("option", { value: one.key, selected: one.key === "k.month" }, one.name)));
at("story").append(...data.stories.map((one) => make("option", { value: one.key }, one.name)));
const asks = (id, kind, words) => at(id).addEventListener("submit", (event) => {
  event.preventDefault();
  study(kind, words());
});
asks("ask-funnel", "funnel", () => [at("counts").value]);
asks("ask-solve", "solve", () => ["--target", `${at("goal").value}=${at("target").value.trim()}`]);
asks("ask-grid", "sweep", () => [at("by-row").value, at("by-column").value].flatMap((key) => ["--vary", `${key}=${values(key).join(",")}`]));
// What a bad change does: a fifth of what works fails.
const fifthLess = (key) => `${key}=${+(0.8 * parseFloat(shown(key))).toPrecision(3)}%`;
for (const [key, words] of [["", "a fifth of the shares fail"], ["recipients.tap", "a fifth fewer tap the link"],
  ["recipients.install", "a fifth fewer install"]]) {
  if (!key || controls.has(key)) at("bad").append(make("option", { value: key }, words));
}
asks("ask-rollout", "rollout", () => at("bad").value ? [fifthLess(at("bad").value)] : []);
at("ask-month").addEventListener("click", () => study("month", []));
asks("ask-find", "explain", () => ["--find", at("story").value]);
asks("ask-person", "explain", () => ["--person", at("person").value.trim() || "0"]);
at("ask-tornado").addEventListener("click", () => study("sweep", ["--vary", "loop"]));
at("copy-command").addEventListener("click", () => copy(at("command").textContent, "The command is copied."));
at("copy-link").addEventListener("click", () =>
  copy(`${data.command} --state '${fragment()}'`, "Copied: whoever has it runs it."));
at("reset").addEventListener("click", () => { at("fit").replaceChildren(); history.replaceState(null, "", location.pathname); open(); });
addEventListener("hashchange", open);
let drawnFor = at("pictures").clientWidth;
let resized = 0;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    const width = at("pictures").clientWidth;
    if (Math.abs(width - drawnFor) < 0.1 * drawnFor) return;
    drawnFor = width;
    ask();
  }, 250);
});
document.addEventListener("visibilitychange", () => {
  // A browser allows six connections to a server: a tab that no one sees gives its own back.
  if (document.hidden) return source?.close();
  listen();
  ask();
});

/** Opens the state of the address. */
function open() {
  read(location.hash.slice(1));
  const hasOutcome = data.outcomes.some((one) => one.key === state.outcome);
  if (!hasOutcome) at("outcome").append(make("option", { value: state.outcome }, state.outcome));
  at("outcome").value = state.outcome;
  for (const key of nodes.keys()) update(key);
  showCards();
  changed();
}

showGroups();
listen();
open();
