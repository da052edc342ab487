/**
 * Runs what `npm run build` compiled of a source: `node scripts/run.mjs workers/main`, with its arguments after it. Uses
 * only Node's own modules and what the build wrote.
 */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isBuilt, PAGES, PROCESSES, root } from "./sources.mjs";

const [, , name = "", ...args] = process.argv;
const file = join(root, ".compiled", `${name}.js`);
// The web serves Next's pages besides its own code.
const builds = name === "server/main" ? [PROCESSES, PAGES] : [PROCESSES];
// The image contains a build, but no sources to compare it with.
const hasSources = existsSync(join(root, "server"));

if (!existsSync(file) || (hasSources && !builds.every((build) => isBuilt(root, build)))) {
  console.error(`Error: There is no build of these sources for ${name}: run npm run build.`);
  process.exit(1);
}
nameSources();
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);

/**
 * Stacks name the sources of what was compiled. Node's own way reads the map of every package too, as it loads it, and
 * keeps a fifth of the processes' memory for it: here a map is read once the first stack asks for it.
 */
function nameSources() {
  /** @type {Map<string, SourceMap | null>} */
  const maps = new Map();
  const place = /(file:\/\/[^\s()]*\/\.compiled\/[^\s():]+):(\d+):(\d+)/;
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      String(site).replace(place, (compiled, url, line, column) => {
        const { originalSource, originalLine, originalColumn } =
          mapOf(url)?.findEntry(line - 1, column - 1) ?? {};
        if (originalSource === undefined) return compiled;
        const source = fileURLToPath(new URL(originalSource, url));
        return `${source}:${originalLine + 1}:${originalColumn + 1}`;
      }),
    );
    return [titleOf(error), ...lines.map((line) => `    at ${line}`)].join("\n");
  };

  function mapOf(url) {
    if (!maps.has(url)) maps.set(url, readMap(url));
    return maps.get(url);
  }

  function readMap(url) {
    try {
      return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), "utf8")));
    } catch {
      // A build that was replaced meanwhile: its stacks name what was compiled.
      return null;
    }
  }

  function titleOf(error) {
    try {
      return String(error);
    } catch {
      return "Error";
    }
  }
}
