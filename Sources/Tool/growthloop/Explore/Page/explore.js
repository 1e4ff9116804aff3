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
let unread = [];

const encode = (text) => encodeURIComponent(text).replace(/'/g, "%27");
const pairs = (changes) => Object.keys(changes).sort().map((key) => `${encode(key)}=${encode(changes[key])}`);

/** The state as a link holds it: only what differs from the scenario. */
function fragment() {
  return [
    ...pairs(state.changes),
    ...state.whatIfs.map((changes) => "if=" + pairs(changes).join(";")),
    ...(state.outcome === usualOutcome ? [] : ["by=" + encode(state.outcome)]),
  ].join("&");
}

/** Takes over the state of a link; what cannot be read is told, and the rest is kept. */
function read(text) {
  Object.assign(state, { changes: {}, whatIfs: [], outcome: usualOutcome });
  unread = [];
  const add = (pair, changes) => {
    const equals = pair.indexOf("=");
    try {
      if (equals < 1) throw new Error("no value");
      changes[decodeURIComponent(pair.slice(0, equals))] = decodeURIComponent(pair.slice(equals + 1));
    } catch {
      unread.push(`The link has '${pair.slice(0, 60)}', which is no change: write KEY=VALUE.`);
    }
  };
  for (const part of text.split("&").filter(Boolean)) {
    if (part.startsWith("if=")) {
      const changes = {};
      part.slice(3).split(";").filter(Boolean).forEach((pair) => add(pair, changes));
      state.whatIfs.push(changes);
    } else if (part.startsWith("by=")) {
      state.outcome = decodeURIComponent(part.slice(3));
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
  ask();
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
    line.append(
      make("button", { type: "button", "aria-label": `Less: ${name}`, onclick: step(-1) }, "−"), slider,
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
    make("p", { class: "was" }, `was ${control.value} `,
      make("button", { type: "button", "aria-label": `Reset ${name}`,
        onclick: () => { set(key, control.value); field.focus(); } }, "reset")),
    make("details", { class: "hint" },
      make("summary", { "aria-label": `What is ${name}?` }, "What is it?"),
      [control.meaning, control.expects && control.expects + ".", control.source && `Source: ${control.source}.`,
        `Key: ${control.key}`].filter(Boolean).join(" ")),
    make("p", { class: "mistake", role: "alert" }));
  nodes.set(key, own);
  update(key);
  return own;
}

/** Lets a control show the value that its key has now. */
function update(key) {
  const own = nodes.get(key);
  if (!own) return;
  const control = controls.get(key);
  const value = state.changes[key] ?? control.value;
  own.classList.toggle("changed", key in state.changes);
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
  let best = 0;
  rungs.forEach((rung, index) => {
    if (Math.abs(number(rung) - wanted) < Math.abs(number(rungs[best]) - wanted)) best = index;
  });
  return best;
}

function showGroups() {
  at("others").replaceChildren(make("details", {}, make("summary", {}, "All of them by subject"),
    ...data.groups.slice(1).map((group) => {
    const box = make("details", {}, make("summary", {}, `${group.name} (${group.controls.length})`));
    box.addEventListener("toggle", () => {
      if (box.open) box.append(...group.controls.map((control) => node(control.key)));
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
      part("number"), part("interval soft"), part("verdict"), part("picture", "div"),
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
      onclick: () => { state.whatIfs.push(suggestion.changes); cardsChanged(); } }, "+ " + suggestion.name)));
  at("own").querySelector("button").disabled = isFull;
  at("compared").hidden = state.whatIfs.length === 0;
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
let isAsking = false;
let isStale = false;
let askedAt = 0;

/** Sends the newest state; while one is on its way, only the last of further ones follows. */
async function ask() {
  isStale = true;
  document.body.classList.add("stale");
  if (isAsking) return;
  isAsking = true;
  while (isStale) {
    isStale = false;
    askedAt = performance.now();
    document.body.dataset.stage = "asked";
    try {
      const answer = await fetch("state", {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...state, page, width: Math.max(280, at("pictures").clientWidth) }),
      });
      if (!answer.ok) throw new Error((await answer.json()).detail);
      told(await answer.json());
    } catch (error) {
      fail(error instanceof TypeError ? "growthloop explore has ended. Start it again, and open its new address." : error.message);
    }
  }
  isAsking = false;
}

function told(answer) {
  for (const place of document.querySelectorAll(".mistake")) place.textContent = "";
  const others = [...unread];
  for (const problem of answer.problems) {
    const words = problem.message + (problem.remedy ? ` – ${problem.remedy}` : "");
    const card = problem.whatIf == null ? null : at("cards").children[problem.whatIf];
    const control = problem.key && controls.has(problem.key) && problem.key in state.changes ? node(problem.key) : null;
    if (card) card.querySelector(".mistake").textContent = words;
    else if (control) control.querySelector(".mistake").textContent = words;
    if (!card && !(control && control.isConnected)) others.push((problem.key ? `${problem.key}: ` : "") + words);
  }
  at("problems").replaceChildren(...others.map((words) => make("p", {}, words)));
  if (answer.problems.length > 0) {
    stage("failed", "Not simulated: a value is not possible. The reason stands at its control.");
    return;
  }
  at("command").textContent = answer.command;
  at("yaml").textContent = answer.yaml;
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
}

function show(frame) {
  if (frame.run < shownRun || isStale) return;
  shownRun = frame.run;
  if (frame.stage === "failed") return fail(frame.failure);
  if (document.body.dataset.stage === "asked") document.body.dataset.first = Math.round(performance.now() - askedAt);
  document.body.classList.remove("stale");
  const count = `${frame.replications} of ${frame.wanted} replications`;
  stage(frame.stage,
    frame.stage === "sketch" ? "A sketch, from fewer people." : frame.stage === "running" ? count : `Settled: ${count}.`);
  at("progress").value = frame.stage === "sketch" ? 0 : frame.stage === "settled" ? 1 : frame.replications / frame.wanted;
  if (frame.headline) {
    at("headline").textContent = (frame.stage === "sketch" ? "about " : "") + frame.headline.number;
    at("unit").textContent = frame.headline.unit;
    at("interval").textContent = frame.headline.interval;
  }
  at("pictures").innerHTML = frame.pictures;
  at("sentences").innerHTML = frame.answer;
  if (frame.stage === "settled") at("comparison").innerHTML = frame.comparison;
  frame.cards.forEach((card, index) => showCard(at("cards").children[index], card));
  at("settled").textContent = frame.stage !== "settled" || !frame.headline ? ""
    : `Settled: ${frame.headline.number} ${frame.headline.unit}. `
      + frame.cards.map((card) => `${card.title}: ${card.number}. ${card.verdict}`).join(" ");
}

function showCard(place, card) {
  if (!place) return;
  for (const name of ["title", "number", "interval", "verdict"]) {
    place.querySelector("." + name).textContent = card[name];
  }
  place.querySelector(".verdict").classList.toggle("sure", card.isSure);
  place.querySelector(".picture").innerHTML = card.picture;
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

function save() {
  const address = URL.createObjectURL(new Blob([at("yaml").textContent], { type: "application/yaml" }));
  make("a", { href: address, download: "explored.yaml" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// MARK: Beginning

at("question").textContent = data.question ?? "";
at("question").hidden = !data.question;
at("count").textContent = controls.size - data.groups[0].controls.length;
at("first").append(...data.groups[0].controls.map((control) => node(control.key)));
at("keys").append(...[...controls.keys()].map((key) => make("option", { value: key })));
at("outcome").append(...data.outcomes.map((one) => make("option", { value: one.key }, `${one.name} (${one.unit})`)));
at("outcome").addEventListener("change", (event) => { state.outcome = event.target.value; changed(); });
at("search").addEventListener("input", search);
at("own").addEventListener("submit", (event) => {
  event.preventDefault();
  const [key, value] = [at("own-key").value.trim(), at("own-value").value.trim()];
  if (!key || !value) return;
  state.whatIfs.push({ [key]: value });
  at("own-key").value = at("own-value").value = "";
  cardsChanged();
});
at("save").addEventListener("click", save);
at("copy-command").addEventListener("click", () => copy(at("command").textContent, "The command is copied."));
at("copy-link").addEventListener("click", () =>
  copy(`growthloop explore ${data.file} --state '${fragment()}'`, "Copied: whoever has it runs it."));
at("reset").addEventListener("click", () => { history.replaceState(null, "", location.pathname); open(); });
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
