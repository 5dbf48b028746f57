"use strict";
// The page of one kernel: columns of lines that come from the same places of the source, and pictures of accesses.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

function made(tag, classes, text) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  return element;
}

// -- colours of text

const TOKENS = {
  mlir: /(?<c>\/\/.*)|(?<s>"(?:[^"\\]|\\.)*")|(?<v>%[\w$.-]+(?:#\d+)?)|(?<y>[@^#!][\w$.-]+)|(?<t>\b(?:tensor|memref|vector|ptr|index|[fiu]\d+|bf16|f8\w+|tf32)\b)|(?<o>\b[a-z_]\w*\.[\w.]+\b)/g,
  llvm: /(?<c>;.*)|(?<s>"[^"]*")|(?<v>%[\w$.-]+)|(?<y>[@#!][\w$.-]+)|(?<t>\b(?:i\d+|ptr|float|double|half|bfloat|void)\b)|(?<o>(?<=(?:= |^  +)(?:tail )?)[a-z]+\b)/g,
  asm: /(?<c>(?:#|\/\/).*)|(?<s>"[^"]*")|(?<v>%\w+)|(?<y>\$?\.?L\w+)|(?<o>(?<=^ +)[a-z]\w*)/g,
  ptx: /(?<c>\/\/.*)|(?<v>%\w+)|(?<y>\$L\w+)|(?<o>(?<=^ +(?:@!?%\w+ )?)[a-z][\w.]*)|(?<t>\.\w+)/g,
  sass: /(?<c>\/\*.*?\*\/)|(?<v>\b(?:R|UR|P|UP)\d+\b)|(?<y>`\(\S+\))|(?<o>\b[A-Z][A-Z0-9]+(?:\.[\w.]+)?\b)/g,
  python: /(?<c>#.*)|(?<s>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<o>\b(?:def|for|in|if|else|elif|while|return|import|from|as|not|and|or|with|class|pass|None|True|False)\b)|(?<y>@[\w.]+)|(?<t>\btl\.\w+)/g,
};
const COLOURED = 4000; // lines of a column that are coloured

function fill(element, text, language) {
  const pattern = TOKENS[language];
  let end = 0;
  if (pattern) {
    for (const found of text.matchAll(pattern)) {
      if (!found[0]) continue;
      const kind = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
      element.append(text.slice(end, found.index), made("span", kind, found[0]));
      end = found.index + found[0].length;
    }
  }
  element.append(text.slice(end));
}

// -- columns

const columns = []; // of each level: element, code, rows, places of rows
const rowsAt = new Map(); // place -> [[column, row]]

function hue(place) {
  return `hsl(${(data.places[place][1] * 47) % 360} 65% 60%)`;
}

function addColumn(level, number) {
  const column = made("section", "column");
  column.id = `column-${level.name}`;
  const head = made("h2", "", level.title);
  head.append(" ", made("small", "", `${level.lines.length} lines`));
  const code = made("div", "code");
  code.tabIndex = 0;
  code.setAttribute("aria-label", level.title);
  const lines = made("div", "lines");
  const rows = level.lines.map((text, n) => {
    const places = level.places[n];
    const row = made("div", places.length ? "line linked" : "line");
    row.dataset.at = `${number}.${n}`;
    const own = level.numbers ? level.numbers[n] : n + 1;
    if (!own) row.classList.add("headed");
    row.append(made("span", "n", own || ""));
    if (level.times) addTime(row, level.times[n]);
    const words = made("span");
    fill(words, text, n < COLOURED ? level.language : "");
    row.append(words);
    if (places.length) row.style.borderLeftColor = hue(places[0]);
    for (const place of places) {
      if (!rowsAt.has(place)) rowsAt.set(place, []);
      rowsAt.get(place).push([number, n]);
    }
    lines.append(row);
    return row;
  });
  if (level.cut) lines.append(made("div", "note", `${level.cut} more lines are not shown`));
  code.append(lines);
  column.append(head, code);
  byId("columns").append(column);
  columns.push({ level, column, code, rows });
}

function addTime(row, share) {
  const cell = made("span", "time", share ? `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %` : "");
  if (share) cell.style.background = `rgba(var(--heat), ${Math.min(0.85, 0.08 + share)})`;
  row.append(cell);
}

function addChoice() {
  const wide = window.innerWidth > 760;
  columns.forEach(({ level, column }, number) => {
    const button = made("button", "", level.short);
    const shown = wide ? level.shown : number === 0 || level.name === data.narrow;
    button.setAttribute("aria-pressed", shown);
    button.title = level.title;
    button.dataset.column = level.name;
    column.hidden = !shown;
    button.onclick = () => {
      column.hidden = !column.hidden;
      button.setAttribute("aria-pressed", !column.hidden);
      if (pinned) scrollTo(pinned);
    };
    byId("choice").append(button);
  });
  addToggle("remarks", "remarks in place", !!data.notes.length, true, (on) => document.body.classList.toggle("quiet", !on));
  addToggle("accesses", "pictures of accesses", !!data.accesses, wide && !!data.accesses, (on) => {
    byId("drawer").hidden = !on;
    if (on) draw();
  });
}

function addToggle(text, title, is_there, on, act) {
  if (!is_there) return;
  const button = made("button", "", text);
  button.title = title;
  button.id = `toggle-${text}`;
  const set = (state) => {
    button.setAttribute("aria-pressed", state);
    act(state);
  };
  button.onclick = () => set(button.getAttribute("aria-pressed") !== "true");
  set(on);
  byId("choice").append(button);
}

// -- lines of one origin

let lit = [];
let pinned = null;

// Lines belong together where one's places are among the other's: code of a function that was inlined has those of the
// function and of its caller.
function related(number, n) {
  const mine = columns[number].level.places[n];
  const found = new Map();
  for (const place of mine) {
    for (const [column, row] of rowsAt.get(place)) {
      const theirs = columns[column].level.places[row];
      const isPart = theirs.every((p) => mine.includes(p)) || mine.every((p) => theirs.includes(p));
      if (isPart) found.set(`${column}.${row}`, [column, row]);
    }
  }
  return [...found.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function mark(name, at) {
  for (const row of document.querySelectorAll(`.line.${name}`)) row.classList.remove(name);
  if (!at) return;
  for (const [column, row] of related(...at)) columns[column].rows[row].classList.add(name);
}

function scrollTo(at) {
  const first = new Map();
  for (const [column, row] of related(...at)) if (!first.has(column)) first.set(column, row);
  for (const [column, row] of first) {
    if (column === at[0]) continue;
    const { code, rows } = columns[column];
    code.scrollTop = Math.max(0, rows[row].offsetTop - code.clientHeight / 3);
  }
}

function placeOf(event) {
  const row = event.target.closest && event.target.closest(".line.linked");
  return row ? row.dataset.at.split(".").map(Number) : null;
}

function pin(at) {
  pinned = at;
  mark("lit", null);
  mark("pinned", at);
  if (!at) return;
  scrollTo(at);
  showAt(columns[at[0]].level.places[at[1]]);
}

byId("columns").addEventListener("mouseover", (event) => mark("lit", placeOf(event)));
byId("columns").addEventListener("mouseleave", () => mark("lit", null));
byId("columns").addEventListener("click", (event) => {
  const at = placeOf(event);
  if (at) pin(pinned && String(pinned) === String(at) ? null : at);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") pin(null);
});

// -- remarks and findings below the lines that they are about

function addNotes() {
  for (const note of data.notes) {
    const targets = (rowsAt.get(note.place) || []).filter(([column]) => column === 0);
    if (!targets.length) continue;
    const row = columns[0].rows[targets[0][1]];
    let last = row;
    while (last.nextElementSibling && last.nextElementSibling.classList.contains("note")) last = last.nextElementSibling;
    last.after(made("div", `note ${note.kind}`, note.text));
  }
}

// -- pictures of accesses

const CELLS = 90000; // cells of a picture; where there are more, each stands for several elements
let chosen = { access: 0, program: [0, 0, 0], step: 0 };

// The numbers that pieces [first, step, count] stand for, with the number of the piece that wrapped around, from 0.
function spread(pieces) {
  const numbers = [];
  const wraps = [];
  let end = -Infinity;
  let wrapped = 0;
  for (const [first, step, count] of pieces) {
    if (first <= end && pieces.length <= 16) wrapped += 1;
    for (let n = 0; n < count; n++) {
      numbers.push(first + n * step);
      wraps.push(wrapped);
    }
    end = first + Math.max(0, (count - 1) * step);
  }
  return { numbers, wraps };
}

function isFlat(row) {
  return row.length === 2 && row[0].length === 0;
}

// The lanes of an execution, in order: element, whether it is kept, whether it wrapped around.
function lanesOf(access, [, first, pattern, mask]) {
  const block = access.block.length ? access.block : [1];
  const total = block.reduce((a, b) => a * b, 1);
  const row = data.accesses.patterns[pattern];
  const kept = mask ? data.accesses.masks[mask] : null;
  const along = (isFlat(row) ? [row[1]] : row).map(spread);
  const inRange = (ranges, n) => ranges.some(([low, high]) => n >= low && n < high);
  const keeps = kept && (isFlat(kept) ? null : kept.map((ranges, d) => Array.from({ length: block[d] }, (_, n) => inRange(ranges, n))));
  const found = [];
  for (let lane = 0; lane < total; lane++) {
    let rest = lane;
    const at = [];
    for (let d = block.length - 1; d >= 0; d--) {
      at[d] = rest % block[d];
      rest = Math.floor(rest / block[d]);
    }
    let element = first;
    let wrapped = 0;
    along.forEach(({ numbers, wraps }, d) => {
      const n = isFlat(row) ? lane : at[d];
      element += numbers[n];
      wrapped += wraps[n];
    });
    const isKept = !kept || (keeps ? keeps.every((one, d) => one[at[d]]) : inRange(kept[1], lane));
    found.push({ element, isKept, wrapped, at });
  }
  return found;
}

// Rows and columns of the picture of a tensor: its last dimension, or for a flat one the step between rows of the block.
function shapeOf(tensor, access, execution) {
  const shape = tensor.shape;
  if (shape.length > 1) return [tensor.size / shape[shape.length - 1], shape[shape.length - 1]];
  const row = data.accesses.patterns[execution[2]];
  const steps = isFlat(row) ? [] : row.map((pieces) => pieces.find(([, , count]) => count > 1)).map((piece) => (piece ? Math.abs(piece[1]) : 0));
  const widest = Math.max(0, ...steps);
  const columns = widest > 1 && widest <= 4096 && access.block.length > 1 ? widest : Math.min(tensor.size, 64);
  return [Math.ceil(tensor.size / columns), columns];
}

const STATES = ["masked", "touched", "wrapped", "outside"];
const LEGEND = { touched: "touched", wrapped: "touched behind a wrap or a clamp", masked: "masked off", outside: "outside of the tensor" };

function draw() {
  const access = data.accesses.accesses[chosen.access];
  const runs = access.runs[chosen.program.join(",")] || [];
  const execution = runs[Math.min(chosen.step, runs.length - 1)];
  const canvas = byId("cells");
  const about = byId("about");
  byId("steps").hidden = runs.length < 2;
  byId("step").max = Math.max(0, runs.length - 1);
  byId("step").nextElementSibling.textContent = `${Math.min(chosen.step, runs.length - 1) + 1} of ${runs.length}`;
  if (!execution) {
    canvas.width = canvas.height = 0;
    about.textContent = "This program makes no such access.";
    return;
  }
  const tensor = data.accesses.tensors[execution[0]];
  const lanes = lanesOf(access, execution);
  const [rows, columns] = shapeOf(tensor, access, execution);
  const inside = lanes.filter(({ element }) => element >= 0 && element < tensor.size);
  const outside = lanes.filter(({ element, isKept }) => isKept && !(element >= 0 && element < tensor.size));
  const masked = lanes.filter(({ isKept }) => !isKept).length;
  const view = windowOf(inside, rows, columns);
  const behind = outside.filter(({ element }) => element >= tensor.size && element < rows * columns);
  paint(canvas, [...inside, ...behind], view, columns, tensor.size);
  const distinct = new Set(inside.filter((lane) => lane.isKept).map((lane) => lane.element)).size;
  const words = [
    `${access.does} ${tensor.name}, ${tensor.dtype}[${tensor.shape.join(", ")}]`,
    access.block.length ? `a block of ${access.block.join(" × ")} lanes` : "one element",
    `${distinct} elements touched`,
  ];
  if (masked) words.push(`${masked} lanes masked off`);
  if (outside.length) words.push(`${outside.length} ${outside.length > 1 ? "lanes" : "lane"} outside, at element ${outside[0].element}`);
  if (view.rows < rows || view.columns < columns)
    words.push(`rows ${view.top} to ${view.top + view.rows - 1} of ${rows}, columns ${view.left} to ${view.left + view.columns - 1} of ${columns} are shown`);
  if (view.scale > 1) words.push(`a cell stands for ${view.scale} × ${view.scale} elements`);
  if (execution.length > 4) {
    const [requests, sectors, least] = data.accesses.sectors[execution[4]];
    if (requests) words.push(`${requests} requests of warps touch ${sectors} sectors of 32 bytes, ${(sectors / requests).toFixed(1)} a request; ${least} would hold the elements`);
  }
  about.textContent = `${words.join("; ")}.`;
  about.classList.toggle("wrong", outside.length > 0);
}

// The part of the tensor that is drawn: all of it, or what surrounds the lanes.
function windowOf(inside, rows, columns) {
  let [top, left, bottom, right] = [0, 0, rows - 1, columns - 1];
  if (rows * columns > CELLS / 8 && inside.length) {
    const ys = inside.map(({ element }) => Math.floor(element / columns));
    const xs = inside.map(({ element }) => element % columns);
    const least = (list) => list.reduce((a, b) => Math.min(a, b));
    const most = (list) => list.reduce((a, b) => Math.max(a, b));
    [top, bottom] = [Math.max(0, least(ys) - 4), Math.min(rows - 1, most(ys) + 4)];
    if (columns > 256) [left, right] = [Math.max(0, least(xs) - 8), Math.min(columns - 1, most(xs) + 8)];
  }
  const view = { top, left, rows: bottom - top + 1, columns: right - left + 1, scale: 1 };
  while ((view.rows / view.scale) * (view.columns / view.scale) > CELLS || view.columns / view.scale > 1200) view.scale *= 2;
  return view;
}

function paint(canvas, drawn, view, columns, size) {
  const across = Math.ceil(view.columns / view.scale);
  const down = Math.ceil(view.rows / view.scale);
  const room = Math.max(200, byId("picture").clientWidth - 40);
  const cell = Math.max(2, Math.min(22, Math.floor(room / across), Math.max(4, Math.floor(420 / down))));
  canvas.width = across * cell + 1;
  canvas.height = down * cell + 1;
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const pen = canvas.getContext("2d");
  pen.fillStyle = colour("free");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const states = new Map();
  for (const { element, isKept, wrapped } of drawn) {
    const y = Math.floor((Math.floor(element / columns) - view.top) / view.scale);
    const x = Math.floor(((element % columns) - view.left) / view.scale);
    if (x < 0 || y < 0 || x >= across || y >= down) continue;
    const state = element >= size ? 3 : isKept ? (wrapped ? 2 : 1) : 0;
    states.set(y * across + x, Math.max(state, states.get(y * across + x) ?? 0));
  }
  const end = size - view.top * columns; // of a last row that is not full
  if (view.scale === 1 && across === columns && end < down * across) {
    pen.fillStyle = colour("paper");
    pen.fillRect((end % across) * cell, Math.floor(end / across) * cell, canvas.width, canvas.height);
  }
  for (const [at, state] of states) {
    pen.fillStyle = colour(STATES[state]);
    pen.fillRect((at % across) * cell, Math.floor(at / across) * cell, cell, cell);
  }
  if (cell < 5) return;
  pen.strokeStyle = colour("rule");
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = 0; x <= across; x++) pen.rect(x * cell + 0.5, 0, 0, canvas.height);
  for (let y = 0; y <= down; y++) pen.rect(0, y * cell + 0.5, canvas.width, 0);
  pen.stroke();
}

function select(number) {
  chosen.access = number;
  [...byId("list").children].forEach((button, n) => button.setAttribute("aria-pressed", n === number));
  byId("heading").textContent = labelOf(data.accesses.accesses[number]);
  draw();
}

function labelOf({ op, place }) {
  return `line ${place[1]}: ${op}`;
}

// The access of a line that is chosen in a column is shown.
function showAt(places) {
  if (!data.accesses) return;
  const number = data.accesses.accesses.findIndex(({ place }) =>
    places.some((p) => data.places[p][0] === place[0] && data.places[p][1] === place[1]));
  if (number >= 0) select(number);
}

function addSlider(parent, name, id, values, act) {
  const label = made("label", "", name);
  const input = made("input");
  Object.assign(input, { type: "range", id, min: 0, max: Math.max(0, values.length - 1), value: 0 });
  const output = made("output", "", `${values[0] ?? ""}`);
  input.oninput = () => act(Number(input.value), output);
  label.append(input, output);
  parent.append(label);
  return label;
}

function addPictures() {
  const { accesses, axes, told, grid } = data.accesses;
  const list = made("div");
  list.id = "list";
  const picture = made("div");
  picture.id = "picture";
  const sliders = made("div");
  sliders.id = "sliders";
  const heading = made("h3");
  heading.id = "heading";
  const canvas = made("canvas");
  canvas.id = "cells";
  canvas.setAttribute("role", "img");
  const about = made("p");
  about.id = "about";
  about.setAttribute("aria-live", "polite");
  const legend = made("p", "legend");
  for (const [name, text] of Object.entries(LEGEND)) {
    const entry = made("span", "", text);
    const swatch = made("i");
    swatch.style.background = `var(--${name})`;
    entry.prepend(swatch);
    legend.append(entry);
  }
  picture.append(heading, sliders, about, canvas, legend, made("p", "", told));
  byId("drawer").append(list, picture);
  accesses.forEach((access, number) => {
    const button = made("button", "", labelOf(access));
    button.onclick = () => select(number);
    list.append(button);
  });
  axes.forEach((values, axis) => {
    const label = addSlider(sliders, `program ${"xyz"[axis]}`, `program-${"xyz"[axis]}`, values, (n, output) => {
      chosen.program[axis] = values[n];
      output.textContent = `${values[n]} of ${grid[axis]}`;
      draw();
    });
    label.querySelector("output").textContent = `${values[0]} of ${grid[axis]}`;
    label.hidden = values.length < 2;
    chosen.program[axis] = values[0];
  });
  const steps = addSlider(sliders, "execution", "step", [0], (n) => {
    chosen.step = n;
    draw();
  });
  steps.id = "steps";
}

// -- begin

byId("name").textContent = data.kernel;
byId("told").textContent = data.told;
data.levels.forEach(addColumn);
addNotes();
if (data.accesses) addPictures();
addChoice();
if (data.accesses && data.accesses.accesses.length) select(0);
window.addEventListener("resize", () => data.accesses && draw());
for (const { level, code, rows } of columns) {
  const start = level.places.findIndex((places) => places.includes(data.first));
  if (start > 0) code.scrollTop = Math.max(0, rows[start].offsetTop - 30);
}
