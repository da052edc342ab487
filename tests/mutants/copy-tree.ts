import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const CLIENT = "server/platform/db/generated";

/**
 * Copies what git knows, or would take, to a temporary folder, with the installed packages as hard links: a link to their
 * folder would lead the build out of the tree.
 */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "garimpo-mutants-"));
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of listed.stdout.split("\n").filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  cpSync(join(root, CLIENT), join(folder, CLIENT), { recursive: true });
  const linked = spawnSync("cp", ["-al", join(root, "node_modules"), folder]);
  if (linked.status !== 0) throw new Error(String(linked.stderr));
  return folder;
}
