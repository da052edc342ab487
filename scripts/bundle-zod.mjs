import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as zod from "zod/mini";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = "node_modules/.cache/garimpo-zod";

/**
 * Bundles the functions of zod/mini that the screens and contracts name, and nothing else. Turbopack drops what is unused
 * by whole modules: it would send every screen all of zod's schemas, because the module with the functions names them.
 * @returns {Promise<string>} the bundle's path, from the project's root
 */
export async function bundleZod() {
  const names = findNames();
  const folder = join(root, FOLDER);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "sideEffects": false }\n');
  await build({
    stdin: { contents: `export { ${names.join(", ")} } from "zod/mini";`, resolveDir: root },
    bundle: true,
    format: "esm",
    outfile: join(folder, "zod.js"),
  });
  return `./${FOLDER}/zod.js`;
}

/** Every word after `z.` in what the browser may load; `core` holds types alone. */
function findNames() {
  const names = new Set();
  for (const folder of ["lib", "components"]) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!/\.tsx?$/.test(entry.name)) continue;
      const text = readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8");
      if (!text.includes('from "zod/mini"')) continue;
      for (const [, name] of text.matchAll(/\bz\s*\.\s*(\w+)/g)) names.add(name);
    }
  }
  names.delete("core");
  return [...names].filter((name) => name in zod).sort();
}
