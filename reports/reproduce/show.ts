/**
 * The program of a reproduction script that prints the response to a step beside the recorded one: `node show.cjs
 * FOLDER STEP`. It is JavaScript without backticks, and without an exclamation mark before a word, which a shell would
 * read as history when it is pasted.
 *
 * In FOLDER it reads `STEP.then` (what the report holds, as JSON), `STEP.status`, `STEP.headers`, `STEP.answer` and
 * `STEP.error` (what curl wrote). It masks the keys in the variable `ASSAY_SECRETS`, one in a line. STEP `races` counts
 * the responses to parallel requests, and `end` says what came of all steps (in the files `differing`, `unanswered` and `raced`).
 */
export const showProgram = String.raw`
const fs = require("fs"), path = require("path");
const [folder, step] = process.argv.slice(2);
const file = (name) => { try { return fs.readFileSync(path.join(folder, name), "utf8"); } catch { return ""; } };
const secrets = (process.env.ASSAY_SECRETS || "").split("\n").filter((key) => key.length > 7);
const masked = (text) => secrets.reduce((rest, key) => rest.split(key).join(key.replace(/[^_]*$/, "…") + key.slice(-4)), text)
  .replace(/(svc_[a-z0-9]+_)[0-9a-f]{28,}([0-9a-f]{4})/gi, "$1…$2");
const say = (text) => console.log(masked(text));
const parse = (text) => { try { return { value: JSON.parse(text) }; } catch { return undefined; } };
const isObject = (value) => typeof value === "object" && value !== null;
const cut = (text, length) => text.length <= length ? text
  : text.slice(0, length / 2) + " …[" + (text.length - length) + " characters left out]… " + text.slice(-length / 2);

// A value in little space: sizes of long parts, beginnings of the rest.
const brief = (value, depth = 0) => {
  if (typeof value === "string") return JSON.stringify(value.length > 160 ? value.slice(0, 120) + "… " + value.length + " characters" : value);
  if (isObject(value) === false) return JSON.stringify(value);
  const list = Array.isArray(value), entries = Object.entries(value);
  if (depth > 4) return list ? "[" + entries.length + " items]" : "{…}";
  const shown = entries.slice(0, list ? 3 : 20).map(([name, item]) => (list ? "" : JSON.stringify(name) + ": ") + brief(item, depth + 1));
  if (entries.length > shown.length) shown.push("… " + entries.length + (list ? " items" : " properties"));
  return list ? "[" + shown.join(", ") + "]" : "{" + shown.join(", ") + "}";
};
const body = (text) => { const json = parse(text); return json ? cut(brief(json.value), 2000) : text === "" ? "no body" : cut(JSON.stringify(text), 800); };

// Differences of two values by path. Ids, times and keys differ each time, so only their form counts.
const times = /(^|\.)(created|response_time|generated_at)$/;
const form = (value) => JSON.stringify(value).replace(/\d+/g, (digits) => digits.length > 2 ? "9".repeat(digits.length) : "0");
const plain = (value) => JSON.stringify(value).replace(/_[0-9a-f]{8,}/gi, "_…");
// No order of the categories is promised: some servers give another each time.
const ordered = (value) => isObject(value) && Array.isArray(value.categories)
  ? { ...value, categories: value.categories.map((one) => JSON.stringify(one)).sort().map((one) => JSON.parse(one)) } : value;
const note = (name, text) => fs.appendFileSync(path.join(folder, name), text + "\n");
const differences = (first, second, at) => {
  const [then, now] = [first, second].map(ordered);
  if (at === "key" || (times.test(at) && then !== undefined && now !== undefined && form(then) === form(now))) return [];
  const name = at || "the body";
  if (isObject(then) === false || isObject(now) === false || Array.isArray(then) !== Array.isArray(now)) {
    const [a, b] = [then, now].map((value) => value === undefined ? "missing" : brief(value, 3));
    return then === now || (then !== undefined && now !== undefined && plain(then) === plain(now)) ? [] : [name + " was " + a + ", is " + b];
  }
  const sizes = Array.isArray(then) && then.length !== now.length ? [name + " had " + then.length + " items, has " + now.length] : [];
  const names = [...new Set([...Object.keys(then), ...(Array.isArray(then) ? [] : Object.keys(now))])];
  return [...sizes, ...names.filter((one) => sizes.length === 0 || one in now)
    .flatMap((one) => differences(then[one], now[one], Array.isArray(then) ? at + "[" + one + "]" : at ? at + "." + one : one))];
};
const lineDifferences = (then, now) => {
  const all = [then, now].map((text) => text.split(/(?<=\n)/));
  const [a, b] = all.map((lines) => lines.filter((line) => line.trim() !== "" || line.includes("\r")));
  const near = (text, from) => text === undefined ? "missing" : JSON.stringify(text.slice(from, from + 160));
  const found = [...Array(Math.max(a.length, b.length)).keys()].filter((i) => a[i] !== b[i]).map((i) => {
    const [x = "", y = ""] = [a[i], b[i]];
    let same = 0;
    while (same < x.length && x[same] === y[same]) same += 1;
    const from = Math.max(0, same - 40);
    return "line " + (i + 1) + " was " + near(a[i], from) + ", is " + near(b[i], from) + " (blank lines not counted)";
  });
  if (found.length > 0 || then === now) return found;
  const [x, y] = all.map((lines) => lines.filter((line) => line.trim() === "").length);
  return ["blank lines: " + x + " then, " + y + " now, or other places of them"];
};

const read = (one) => {
  const then = JSON.parse(file(one + ".then"));
  const type = file(one + ".headers").match(/^content-type: *(.*?)\s*$/gim);
  const error = file(one + ".error").trim();
  return { then, now: {
    status: Number(file(one + ".status")), type: type ? type.pop().replace(/^[^:]*: */, "").trim() : "", body: file(one + ".answer"), error } };
};
const steady = (text) => plain(text.replace(/"(created|response_time|generated_at)": *("[^"]*"|[\d.]+)/g, '"$1":0'));
// What is left of a body that the report holds in part: its beginning and its end.
const keptDifferences = (then, now) => {
  const [start, end] = then.split(/ …\[\d+ characters left out\]… /).map(steady), whole = steady(now);
  return whole.startsWith(start.slice(0, -1)) && whole.endsWith(end.slice(1)) ? [] : ["the kept beginning or end of the body"];
};
const line = ({ status, type, body: text, error }) =>
  (status || "no answer") + (type ? " " + type : "") + (error ? " (" + error + ")" : "") + "  " + body(text);

if (step === "races") {
  const counts = new Map();
  for (const name of fs.readdirSync(folder).filter((one) => one.endsWith(".then"))) {
    const { then, now } = read(name.slice(0, -5));
    if (then.race !== true || now.status === 0 && file(name.slice(0, -5) + ".status") === "") continue;
    const count = counts.get(then.title) || { then: {}, now: {} };
    counts.set(then.title, count);
    for (const [when, { status }] of [["then", then], ["now", now]]) count[when][status] = (count[when][status] || 0) + 1;
  }
  const words = (count) => Object.entries(count).map(([status, times]) => times + " times " + status).join(", ");
  for (const [title, count] of counts) say("In parallel, " + title + "\n  then  " + words(count.then) + "\n  now   " + words(count.now));
} else if (step === "end") {
  const other = file("differing").split("\n").filter((one) => one !== "");
  const judge = "          Whether the rule holds now, this judges: assay check --replay report.json";
  const words = (other.length === 1 ? "step " : "steps ") + other.join(", ");
  if (file("unanswered") !== "") say("Now:      no answer came. Is the server running?");
  else if (file("raced") !== "") say("Now:      see the answers above.\n" + judge);
  else if (other.length === 0) say("Now:      the same. Each answer is as it was then.");
  else say("Now:      " + words + (other.length === 1 ? " is" : " are") + " answered otherwise, see «differs» above.\n" + judge);
} else {
  const { then, now } = read(step);
  say("Step " + step + " of " + then.of + ": " + then.title + (then.fault && then.of > 1 ? " (shows the fault)" : ""));
  say("  then  " + line(then));
  say("  now   " + (line(now) === line(then) ? (now.status || "no answer") + ", the same" : line(now)));
  const [a, b] = [parse(then.body), parse(now.body)];
  const at = (json, steps) => steps.reduce((node, one) => isObject(node) ? node[one] : undefined, json.value);
  for (const name of then.paths || []) {
    const [x, y] = [a, b].map((json) => json && at(json, name.split(/[.[\]]+/).filter((one) => one !== "")));
    if (x !== undefined || y !== undefined) say("  at " + name + ": then " + (brief(x) || "missing") + ", now " + (brief(y) || "missing"));
  }
  const cutThen = / …\[\d+ characters left out\]… /.test(then.body);
  const found = [
    ...(then.status === now.status ? [] : ["the status was " + then.status + ", is " + now.status]),
    ...(then.type === now.type ? [] : ["the content type was " + (then.type || "missing") + ", is " + (now.type || "missing")]),
    ...(then.status !== now.status ? [] : cutThen ? keptDifferences(then.body, now.body) : a && b ? differences(a.value, b.value, "").filter((one) => then.control ? one.startsWith("id was ") === false : true) : then.body === now.body ? [] : lineDifferences(then.body, now.body)),
  ];
  for (const one of found.slice(0, 5)) say("  differs: " + one);
  if (found.length > 5) say("  differs in " + (found.length - 5) + " more places");
  if (now.status === 0 && then.status !== 0) note("unanswered", step);
  if (then.fault && then.race) note("raced", step);
  if (found.length > 0) note("differing", step);
  if (found.length === 0) say("  as it was then" + (cutThen ? ", as far as the report holds it" : "") + (b && isObject(b.value) && b.value.key ? ", the key aside" : ""));
}
`.trim();
