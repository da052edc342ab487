/**
 * Generates Prisma's client from prisma/schema into server/platform/db/generated, unless this version already generated it
 * from this schema. Uses only Node's own modules: `npm start`, `npm run build` and `npm test` run this before anything is
 * compiled.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readSchema } from "./schema-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

export function generateClient() {
  const cli = join(root, "node_modules/prisma");
  const schema = readSchema(root)
    .map(([, content]) => content)
    .join("\n");
  const source = `${JSON.parse(readFileSync(join(cli, "package.json"), "utf8")).version}\n${schema}`;
  const mark = join(root, "server/platform/db/generated/source");
  if (existsSync(mark) && readFileSync(mark, "utf8") === source) return;
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(cli, "build/index.js"), "generate"],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        // Generating checks that the engine file exists but does not run it: any file avoids a download.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: "1",
      },
    },
  );
  if (status !== 0) throw new Error(`prisma generate failed:\n${stderr}`);
  writeFileSync(mark, source);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) generateClient();
