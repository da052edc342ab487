/** `npm run build`, which `npm start` and the tests do by themselves. Uses only Node's own modules. */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { compileIfChanged } from "./compile.mjs";
import { generateClient } from "./generate-client.mjs";
import { buildOnce, filesBelow, PAGES, root } from "./sources.mjs";

const TEXT = /\.(?:js|css|json|svg|txt)$/;

/**
 * Settings for a build without an installation: routes validate their environment when imported. The build keeps none of
 * these values.
 */
export const BUILD_ONLY_ENV = {
  NODE_ENV: "production",
  DATABASE_URL: "postgresql://build.invalid/none",
  AUTH_SECRET: "only-for-the-build-never-for-a-real-run",
};

/**
 * Generates Prisma's client, compiles the processes and runs `next build`, each if its sources changed since the last time.
 * The result does not depend on the environment.
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<void>} rejects with the build's output when it fails
 */
export async function buildIfChanged(env) {
  generateClient();
  await compileIfChanged();
  await buildPagesIfChanged(env);
}

/**
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<void>} rejects with the build's output when it fails
 */
export function buildPagesIfChanged(env) {
  return buildOnce(PAGES, async () => {
    const next = join(root, "node_modules", "next", "dist", "bin", "next");
    const child = spawn(process.execPath, [next, "build"], {
      cwd: root,
      env: { ...env, GARIMPO_PAGES_ONLY: "1", NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const code = await new Promise((resolve) => child.once("close", resolve));
    if (code !== 0) throw new Error(`next build failed:\n${output}`);
    await compressBuiltFiles();
  });
}

/** Also writes each text of the build in the encodings that browsers accept, for server/platform/http/built-files. */
async function compressBuiltFiles() {
  const texts = filesBelow(join(root, ".next", "static")).filter((file) => TEXT.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildIfChanged({ ...process.env, ...BUILD_ONLY_ENV });
}
