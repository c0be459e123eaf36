/**
 * The program of a reproduction script that sends steps in parallel: `node race.cjs FOLDER STEP METHOD URL HEADER… [--
 * STEP METHOD URL HEADER…]…`. It opens all connections before it sends, so that the requests arrive closer together
 * than from separate processes. It reads and writes the same files as curl, see `showProgram`, and contains no backtick
 * either.
 */
export const raceProgram = String.raw`
const fs = require("fs"), net = require("net"), path = require("path");
const [folder, ...words] = process.argv.slice(2);
const calls = [[]];
for (const word of words.filter((one) => /^[\w-]+:$/.test(one) === false)) if (word === "--") calls.push([]); else calls[calls.length - 1].push(word);
const put = (step, kind, text) => fs.writeFileSync(path.join(folder, step + "." + kind), text);
const open = ([, , address]) => new Promise((resolve, reject) => {
  const { protocol, hostname, port } = new URL(address);
  const secure = protocol === "https:", host = hostname.replace(/^\[|\]$/g, "");
  const name = secure && net.isIP(host) === 0 ? { servername: host } : {};
  const socket = require(secure ? "tls" : "net").connect({ host, port: port || (secure ? 443 : 80), ...name });
  socket.setNoDelay(true).once("error", reject).once(secure ? "secureConnect" : "connect", () => resolve(socket));
});
const send = (socket, [step, method, address, ...lines]) => new Promise((done) => {
  const fail = (error) => { put(step, "status", "000"); put(step, "error", error.message); done(); };
  const file = path.join(folder, step + ".body");
  const body = fs.existsSync(file) ? fs.readFileSync(file) : undefined;
  const headers = Object.fromEntries(lines.map((line) => [line.split(": ")[0].replace(/;$/, ""), line.split(": ").slice(1).join(": ")]));
  if (body && !headers["transfer-encoding"]) headers["content-length"] = body.length;
  const request = require(address.startsWith("https:") ? "https" : "http").request(address, { method, headers, createConnection: () => socket });
  request.on("error", fail).on("response", (answer) => {
    const parts = [];
    answer.on("error", fail).on("data", (part) => parts.push(part)).on("end", () => {
      put(step, "headers", Object.entries(answer.headers).map(([name, value]) => name + ": " + value).join("\n"));
      put(step, "answer", Buffer.concat(parts));
      put(step, "status", String(answer.statusCode));
      socket.destroy();
      done();
    });
  });
  request.setTimeout(120000, () => request.destroy(new Error("no answer within 120 s"))).end(body);
});
Promise.all(calls.map(open)).then(
  (sockets) => Promise.all(calls.map((call, at) => send(sockets[at], call))),
  (error) => calls.forEach(([step]) => { put(step, "status", "000"); put(step, "error", error.message); }),
);
`.trim();
