/** A process keeps the code that it loaded, even when its files change. Uses only Node's own modules. */
import { watch } from "node:fs";
import { join } from "node:path";

/** An editor writes several files, and some of them twice. */
const QUIET_MS = 300;
const SOURCE = /(?<!\.test)\.(?:ts|mjs)$/;

/**
 * Calls `onChange` once the sources below the folders have changed and no further change comes for a moment. Pages are not
 * watched: Next replaces them by itself.
 * @param {{ root: string, folders: string[], onChange: () => void, quietMs?: number }} watched
 * @returns {() => void} stops watching
 */
export function watchSources({ root, folders, onChange, quietMs = QUIET_MS }) {
  let timer;
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || !SOURCE.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, quietMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
