/** The logs of `npm start`. Uses only Node's own modules. */
import { renameSync, statSync } from "node:fs";

const MAX_BYTES = 20_000_000;

/**
 * Call before a log is opened: one that has grown large becomes `<file>.1`, in place of the one before.
 * @param {string} file
 */
export function rotateLog(file) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(file, `${file}.1`);
}
