/** Compiles what runs outside of Next: `npm run build` and `npm start` call it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { buildOnce, filesBelow, PROCESSES, root } from "./sources.mjs";

/** Processes and the operator's commands: what the image runs. */
const PRODUCTION = [
  "server/main.ts",
  "workers/main.ts",
  "scripts/migrate.ts",
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/create-admin.ts",
  "scripts/registry-import.ts",
  "scripts/registry-rollback.ts",
  "scripts/reseal-secrets.ts",
];

/** Further sources for `npm start`; the image is built without them. */
const DEMONSTRATION = ["prisma/seed.ts", "sandbox/main.ts", "scripts/registry-demo.ts"];

/** The entry points of processes, commands and threads, as paths below the root. */
export function listEntries({ demonstration = existsSync(join(root, "sandbox")) } = {}) {
  const threads = filesBelow(join(root, "server"))
    .map((file) => relative(root, file).replaceAll(sep, "/"))
    .filter((file) => file.endsWith(".thread.ts"));
  return [...PRODUCTION, ...threads, ...(demonstration ? DEMONSTRATION : [])];
}

/** Compiles into .compiled if the sources changed since the last time. Packages are not compiled in. */
export function compileIfChanged() {
  return buildOnce(PROCESSES, async (outdir) => {
    const { build, stop } = await import("esbuild");
    const { warnings, metafile } = await build({
      absWorkingDir: root,
      entryPoints: listEntries(),
      outbase: root,
      outdir,
      bundle: true,
      packages: "external",
      splitting: true,
      chunkNames: "chunks/[name]-[hash]",
      format: "esm",
      platform: "node",
      target: "node20",
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      logLevel: "silent",
      plugins: [routes],
    });
    // Otherwise its process stays next to the launcher.
    await stop();
    // A missing export is a warning.
    if (warnings.length > 0) {
      const said = warnings.map(
        ({ text, location }) => `${location?.file}:${location?.line} ${text}`,
      );
      throw new Error(`What was compiled would fail:\n${said.join("\n")}`);
    }
    deleteFormer(outdir, Object.keys(metafile.outputs));
  });
}

/**
 * Deletes files that neither this build nor the previous one wrote: a process of the previous build may still load its
 * files.
 * @param {string} outdir
 * @param {string[]} written by their paths below the root
 */
function deleteFormer(outdir, written) {
  const list = join(outdir, "written.txt");
  // One name per line: a name that an interruption cut off matches no file, and breaks no later build.
  const before = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  const kept = new Set([...written, ...before].map((file) => join(root, file)));
  for (const file of filesBelow(outdir)) if (!kept.has(file)) rmSync(file);
  writeFileSync(list, written.join("\n"));
}

/** The web loads every route when it starts: separately, each would be another file besides the shared ones. */
const routes = {
  name: "routes",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]server[/\\]load-route\.ts$/ }, () => {
      const folders = filesBelow(join(root, "app/api"))
        .filter((file) => file.endsWith(`${sep}route.ts`))
        .map((file) => relative(join(root, "app"), dirname(file)).replaceAll(sep, "/"));
      const imports = folders.map(
        (folder, nth) => `import * as r${nth} from ${JSON.stringify(`../app/${folder}/route.ts`)};`,
      );
      const table = folders.map((folder, nth) => `${JSON.stringify(folder)}: r${nth}`);
      const load = `export const loadRoute = async (folder) => ({ ${table.join(", ")} })[folder];`;
      return { contents: [...imports, load].join("\n"), loader: "ts" };
    });
  },
};
