import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export interface Journal<Entry> {
  /** On disk when it returns; the page cache outlives `kill -9`, so no fsync. */
  append(entry: Entry): void;
  clear(): void;
  close(): void;
}

/**
 * Hands every stored entry to `replay`, then opens the file to append. A kill in the middle of a
 * write leaves a line without its end: it is cut off, or the next entry would be glued to it.
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
