import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBase64Field } from "@/server/messaging/evolution/base64-field.evolution";
import { createFolderStore } from "@/server/messaging/media/media.folder";
import type { MediaStore } from "@/server/messaging/media/media.gateway";
import { createS3Store } from "@/server/messaging/media/media.s3";
import { startS3Server } from "@/tests/support/s3-server";

let s3: Awaited<ReturnType<typeof startS3Server>>;
const folder = mkdtempSync(join(tmpdir(), "store-"));
const stores: Record<string, MediaStore> = {};
beforeAll(async () => {
  s3 = await startS3Server();
  stores["s3"] = createS3Store(s3.config);
  stores["folder"] = createFolderStore(folder);
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

const file = (text: string) => ({
  content: Readable.from([Buffer.from(text)]),
  bytes: text.length,
  mime: "image/png",
});

describe.each(["folder", "s3"])("the %s store", (name) => {
  const store = () => stores[name] as MediaStore;
  const read = async (key: string, start: number, end: number) => {
    const content = await store().open(key, { start, end });
    return content && (await buffer(content)).toString();
  };

  test("keeps a file, gives parts of it, replaces and removes it", async () => {
    await store().put("7/1", file("0123456789"));
    expect(await read("7/1", 0, 9)).toBe("0123456789");
    expect(await read("7/1", 3, 5)).toBe("345");
    await store().put("7/1", file("abc"));
    expect(await read("7/1", 0, 2)).toBe("abc");
    await store().remove("7/1");
    expect(await read("7/1", 0, 2)).toBeNull();
    await store().remove("7/1");
  });

  test("keeps nothing of a file whose transfer breaks off", async () => {
    const content = Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("broken off");
      })(),
    );
    await expect(store().put("7/2", { content, bytes: 8, mime: "image/png" })).rejects.toThrow();
    expect(await read("7/2", 0, 3)).toBeNull();
    expect(readdirSync(join(folder, "7")).filter((entry) => entry.startsWith("2"))).toEqual([]);
  });

  test.each([3, 12])("keeps nothing of a file of 8 bytes that was promised %d", async (bytes) => {
    const content = Readable.from([Buffer.from("8 bytes!")]);
    await expect(store().put("7/4", { content, bytes, mime: "image/png" })).rejects.toThrow();
    expect(await read("7/4", 0, 2)).toBeNull();
    expect(readdirSync(join(folder, "7")).filter((entry) => entry.startsWith("4"))).toEqual([]);
  });
});

test("what a killed process left half written goes after a day, and nothing else", async () => {
  const own = mkdtempSync(join(tmpdir(), "store-"));
  const store = createFolderStore(own);
  await store.put(`8/sent-${randomUUID()}`, file("whole"));
  await store.put("erasures/of-an-installation/1", file("whole"));
  const left = (at: string) => {
    const path = join(own, "8", `${at}.${randomUUID()}`);
    writeFileSync(path, "half");
    return path;
  };
  const old = [left("1"), left("2"), left("3")];
  const recent = left("4");
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of readdirSync(own, { recursive: true, encoding: "utf8" })) {
    const path = join(own, name);
    if (path !== recent) utimesSync(path, longAgo, longAgo);
  }
  const yesterday = new Date(Date.now() - 86_400_000);
  expect(await store.removeUnfinished(yesterday, 2)).toBe(2);
  expect(await store.removeUnfinished(yesterday, 2)).toBe(1);
  expect(await store.removeUnfinished(yesterday, 2)).toBe(0);
  expect(old.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(recent)).toBe(true);
  expect(readdirSync(join(own, "8"))).toHaveLength(2);
  expect(readdirSync(join(own, "erasures/of-an-installation"))).toEqual(["1"]);
  expect(await createFolderStore(join(own, "none")).removeUnfinished(yesterday, 2)).toBe(0);
  rmSync(own, { recursive: true });
});

test("a bucket whose secret is another refuses, and the failure says so", async () => {
  const wrong = createS3Store({ ...s3.config, secretKey: "another" });
  await expect(wrong.put("7/3", file("x"))).rejects.toThrow("403");
  await expect(wrong.open("7/3", { start: 0, end: 0 })).rejects.toThrow("403");
  await expect(wrong.remove("7/3")).rejects.toThrow("403");
  expect(s3.refusals).toEqual([
    "wrong signature of PUT",
    "wrong signature of GET",
    "wrong signature of DELETE",
  ]);
  expect(s3.files.size).toBe(0);
});

describe("a field of base64 in a JSON answer", () => {
  const content = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));
  const answer = Buffer.from(
    JSON.stringify({
      mediaType: "imageMessage",
      caption: 'Olá "base64":"x" 🙂',
      size: { fileLength: "1000" },
      base64: content.toString("base64"),
      buffer: null,
    }),
  );
  const cut = async function* (bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

  test.each([1, 2, 3, 5, 7, 64, 100_000])("is decoded in pieces of %d bytes", async (size) => {
    const decoded: Uint8Array[] = [];
    for await (const piece of readBase64Field(cut(answer, size))) decoded.push(piece);
    expect(Buffer.concat(decoded)).toEqual(content);
  });

  test.each([
    ["is missing", Buffer.from('{"mediaType":"x"}')],
    ["breaks off", answer.subarray(0, 500)],
    ["does not come", Buffer.from(`{"fileName":"${"x".repeat(300_000)}"}`)],
  ])("fails where it %s", async (_, bytes) => {
    const drain = async () => {
      for await (const piece of readBase64Field(cut(bytes, 1_000))) void piece;
    };
    await expect(drain()).rejects.toThrow("base64");
  });
});
