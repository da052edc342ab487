/** One launcher for each data folder. Uses only Node's own modules: this runs before anything is installed. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";

const OTHERS_WITHIN_MS = 10_000;
const ANSWERS_WITHIN_MS = 1_000;

/**
 * Waits for a launcher that is stopping, and fails while another one runs. The launcher that holds the folder answers on a
 * port, with a word from the folder. A process id proves nothing: containers and machines use the same ids again.
 * @param {string} folder
 * @returns {Promise<{ release: () => void }>}
 */
export async function lockDataFolder(folder, withinMs = OTHERS_WITHIN_MS) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "launcher.pid");
  const deadline = Date.now() + withinMs;
  for (;;) {
    const holder = readHolder(file);
    if (!holder || !(await isHeldBy(holder))) break;
    if (Date.now() > deadline) {
      throw new Error(`Garimpo is already running here (process ${holder.pid}).`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const word = randomBytes(16).toString("hex");
  const server = createServer((socket) => socket.on("error", () => undefined).end(word)).unref();
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  writeFileSync(file, `${process.pid}\n${server.address().port}\n${word}\n`, { mode: 0o600 });
  return {
    release() {
      server.close();
      if (readHolder(file)?.word === word) rmSync(file);
    },
  };
}

/** Undefined without a holder; an earlier version wrote only its process id. */
function readHolder(file) {
  if (!existsSync(file)) return undefined;
  const [pid, port, word] = readFileSync(file, "utf8").split("\n");
  return word ? { pid, port: Number(port), word } : undefined;
}

/** A launcher that is busy, with a copy or a digest, may answer too late. */
async function isHeldBy({ pid, port, word }) {
  const said = await hear(port, word.length);
  return said === word || (said === "" && isAlive(Number(pid)));
}

/** The text that a program on this port sends; undefined when no program listens there. */
function hear(port, length) {
  return new Promise((resolve) => {
    let said = "";
    let isOpen = false;
    const socket = createConnection(port, "127.0.0.1");
    socket.setTimeout(ANSWERS_WITHIN_MS, () => socket.destroy());
    socket.once("connect", () => (isOpen = true));
    socket.on("data", (chunk) => {
      said += chunk;
      if (said.length > length) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(isOpen ? said : undefined));
  });
}

function isAlive(pid) {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
