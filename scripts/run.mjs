/**
 * Runs what `npm run build` compiled of a source: `node scripts/run.mjs workers/main`, with its arguments after it. Uses
 * only Node's own modules and what the build wrote.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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
// Stacks in the logs name sources: see docs/decisions/0055-compiled-processes.md for what it costs.
process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
