/** The launcher's processes, restarted whenever they end. Uses only Node's own modules. */
import { spawn } from "node:child_process";
import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { rotateLog } from "./log-file.mjs";

/** A part that stayed up this long is restarted with the first pause again. */
const STEADY_MS = 60_000;
const TAIL_BYTES = 16_384;

/**
 * Keeps a process running, with its output in `logFile`. When it ends, says why and starts it again after a pause that
 * doubles with each end, up to a limit: a part that cannot run does not take the processor from the others.
 * @param {{ name: string, args: string[], env: Record<string, string | undefined>, logFile: string,
 *   report?: (line: string) => void, firstPauseMs?: number, longestPauseMs?: number }} part
 * @returns {{ stop: () => Promise<void>, restart: () => void }} `stop` ends it with SIGTERM, and with SIGKILL after 30
 *   seconds; `restart` ends it likewise, and starts it again at once
 */
export function keepRunning({
  name,
  args,
  env,
  logFile,
  report = (line) => console.error(line),
  firstPauseMs = 1_000,
  longestPauseMs = 30_000,
}) {
  let child;
  let timer;
  let stopped = false;
  let restarting = false;
  let pauseMs = firstPauseMs;

  const start = () => {
    const startedAt = Date.now();
    const log = openLog(logFile);
    const logSize = fstatSync(log).size;
    // The IPC channel closes however this process ends; the child then ends too.
    child = spawn(process.execPath, args, { env, stdio: ["ignore", log, log, "ipc"] });
    closeSync(log);
    const ended = (reason) => {
      child = undefined;
      if (stopped) return;
      if (restarting) {
        restarting = false;
        return start();
      }
      if (Date.now() - startedAt > STEADY_MS) pauseMs = firstPauseMs;
      const seconds = Math.round(pauseMs / 100) / 10;
      report(`! ${name} ended: ${reason}. Starting it again in ${seconds} s. Its log: ${logFile}`);
      timer = setTimeout(start, pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    };
    child.once("error", (error) => ended(error.message));
    child.once("exit", (code, signal) => {
      ended(describeEnd(code, signal, readTail(logFile, logSize)));
    });
  };
  const end = (process) => {
    process.kill("SIGTERM");
    setTimeout(() => process.kill("SIGKILL"), 30_000).unref();
  };
  start();

  return {
    restart() {
      if (stopped || restarting) return;
      clearTimeout(timer);
      pauseMs = firstPauseMs;
      if (!child) return start();
      restarting = true;
      end(child);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      if (!child) return;
      const last = child;
      const exit = new Promise((resolve) => last.once("exit", resolve));
      end(last);
      await exit;
    },
  };
}

/** Why a process ended, as far as its exit code and the end of its log show. */
export function describeEnd(code, signal, tail) {
  if (tail.includes("heap out of memory")) return "out of memory (it reached its heap limit)";
  if (signal === "SIGKILL") return "SIGKILL (from a person, or the system was out of memory)";
  // The error with which a process refused to start.
  const said = /^(?:\w*Error): (.+)$/m.exec(tail)?.[1];
  return signal ?? `exit code ${code}${said ? ` (${said})` : ""}`;
}

/** Opens a log that only this account can read. */
function openLog(logFile) {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
  rotateLog(logFile);
  const log = openSync(logFile, "a", 0o600);
  // An earlier version created it for everybody.
  chmodSync(logFile, 0o600);
  return log;
}

/** The end of what was logged beyond the first `from` bytes. */
function readTail(logFile, from) {
  const log = openSync(logFile, "r");
  const { size } = fstatSync(log);
  const start = Math.max(from, size - TAIL_BYTES);
  const tail = Buffer.alloc(Math.max(0, size - start));
  readSync(log, tail, 0, tail.length, start);
  closeSync(log);
  return tail.toString("utf8");
}
