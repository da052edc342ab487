import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSpool } from "@/server/platform/outside/spool";

const root = join(import.meta.dirname, "../../..");
const KILLS = 5;

test("what was spooled is read as it was written", async () => {
  const spool = await openSpool();
  await spool.write(Buffer.from("Gari"));
  await spool.write(Buffer.from("mpo"));
  expect((await spool.readHead(3)).toString()).toBe("Gar");
  expect((await spool.read()).toString()).toBe("Garimpo");
  await spool.close();
});

// As on a disk that gets full: the system writes a part of the data, and refuses the rest.
test.runIf(process.platform === "linux")(
  "what the disk takes a part of is not taken for whole",
  async () => {
    const program = `
    const { openSpool } = await import("@/server/platform/outside/spool");
    const spool = await openSpool();
    const written = spool.write(Buffer.alloc(20_000_000, 1));
    console.log(await written.then(() => "whole", ({ code }) => code));`;
    const child = spawn(
      "bash",
      ["-c", `ulimit -f 8192 && exec "$0" --import tsx --input-type=module --eval "$1"`].concat(
        process.execPath,
        program,
      ),
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(child, "close");
    expect(output.trim()).toBe("EFBIG");
  },
);

// Elsewhere a file has a name for a moment.
test.runIf(process.platform === "linux")(
  "a process that is killed while it opens some leaves no file",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "spool-"));
    // As under load: each step of each waits its turn.
    const program = `
    const { openSpool } = await import("@/server/platform/outside/spool");
    const open = async () => { for (;;) await (await openSpool()).close(); };
    for (let nth = 0; nth < 64; nth += 1) void open();
    console.log("open");`;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = spawn(
        process.execPath,
        ["--import", "tsx", "--input-type=module", "--eval", program],
        {
          cwd: root,
          env: { ...process.env, TMPDIR: folder },
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      await once(child.stdout, "data");
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    expect(readdirSync(folder).filter((name) => name.startsWith("garimpo-"))).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);
