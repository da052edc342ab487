import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockDataFolder } from "@/scripts/data-folder.mjs";

const root = join(import.meta.dirname, "../../..");

describe("the data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "garimpo-data-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, "launcher.pid");

  test("is one launcher's, until it ends", async () => {
    const first = await lockDataFolder(folder);
    await expect(lockDataFolder(folder, 0)).rejects.toThrow(
      `Garimpo is already running here (process ${process.pid}).`,
    );
    const second = lockDataFolder(folder);
    first.release();
    (await second).release();
    expect(existsSync(file())).toBe(false);
  });

  test("is not held by a process that has the id of an earlier launcher", async () => {
    const { ppid } = process;
    // Of an earlier version, of this very process as in a container, and of another that lives.
    for (const left of [`${ppid}`, `${process.pid}\n1\nword\n`, `${ppid}\n1\nword\n`]) {
      writeFileSync(file(), left);
      (await lockDataFolder(folder, 0)).release();
    }
  });

  test("is free as soon as its launcher was killed", async () => {
    const script = `
      import { lockDataFolder } from "./scripts/data-folder.mjs";
      await lockDataFolder(process.argv[1]);
      console.log("locked");
      setInterval(() => {}, 1_000);
    `;
    const launcher = spawn(
      process.execPath,
      ["--input-type=module", "--eval", script, "--", folder],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    );
    const exit = new Promise((resolve) => launcher.once("exit", resolve));
    await new Promise((resolve) => launcher.stdout.once("data", resolve));
    await expect(lockDataFolder(folder, 0)).rejects.toThrow(`process ${launcher.pid}`);
    launcher.kill("SIGKILL");
    await exit;
    (await lockDataFolder(folder, 0)).release();
  });
});
