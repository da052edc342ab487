/** `npm run build`, which `npm start` and the tests do by themselves. Uses only Node's own modules. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["app", "components", "lib", "server", "public"];
const FILES = [
  "package-lock.json",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "instrumentation-client.ts",
  "scripts/build.mjs",
  "scripts/bundle-zod.mjs",
];

const TEXT = /\.(?:js|css|json|svg|txt)$/;

/**
 * For building without an installation: routes validate their environment when imported. The build keeps none of
 * these values.
 */
export const BUILD_ONLY_ENV = {
  NODE_ENV: "production",
  DATABASE_URL: "postgresql://build.invalid/none",
  AUTH_SECRET: "only-for-the-build-never-for-a-real-run",
};

/**
 * Runs `next build` if its sources changed since the last build. The result does not depend on the environment.
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<void>} rejects with the build's output when it fails
 */
export async function buildIfChanged(env) {
  const digest = digestOf(root, listSources(root));
  const mark = join(root, ".next", "garimpo-sources");
  if (existsSync(mark) && readFileSync(mark, "utf8") === digest) return;
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...env, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`next build failed:\n${output}`);
  await compressBuiltFiles();
  writeFileSync(mark, digest);
}

/**
 * The files of a checkout that a build is made from, by their paths below it. Tests are none of them.
 * @param {string} checkout
 * @returns {string[]}
 */
export function listSources(checkout) {
  return [
    ...FOLDERS.flatMap((folder) => filesBelow(join(checkout, folder))),
    ...FILES.map((file) => join(checkout, file)).filter((file) => existsSync(file)),
  ]
    .map((file) => relative(checkout, file))
    .filter((file) => !file.endsWith(".test.ts"));
}

/** Writes each text of the build once more in the encodings that browsers take, for server/platform/http/built-files. */
async function compressBuiltFiles() {
  const texts = filesBelow(join(root, ".next", "static")).filter((file) => TEXT.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const content = readFileSync(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * @param {string} checkout
 * @param {string[]} files
 */
export function digestOf(checkout, files) {
  const digest = createHash("sha256");
  for (const file of files)
    digest
      .update(file)
      .update("\0")
      .update(readFileSync(join(checkout, file)));
  return digest.digest("hex");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildIfChanged({ ...process.env, ...BUILD_ONLY_ENV });
}
