import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export interface Journal<Entry> {
  /** Written when it returns. No fsync: the page cache survives `kill -9`. */
  append(entry: Entry): void;
  clear(): void;
  close(): void;
}

/**
 * Replays every stored entry, then opens the file for appending. A line left incomplete by a kill is truncated, so that the
 * next entry does not continue it.
 */
export function openJournal<Entry>(path: string, replay: (entry: Entry) => void): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+");
  const stored = readFileSync(path);
  const wholeLines = stored.subarray(0, stored.lastIndexOf(0x0a) + 1);
  if (wholeLines.length < stored.length) ftruncateSync(file, wholeLines.length);
  for (const line of wholeLines.toString("utf8").split("\n")) {
    if (line !== "") replay(JSON.parse(line) as Entry);
  }
  return {
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      let written = 0;
      while (written < line.length) written += writeSync(file, line, written);
    },
    clear: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  };
}
