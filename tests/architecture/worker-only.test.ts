import { join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");

test("only the worker holds connections to WhatsApp: their library never loads in the web", () => {
  const inRoom = (file: string) => file.startsWith("server/inbound/socket-owner/");
  const users = ["app", "server", "workers"]
    .flatMap((top) => sourceFiles(root, top))
    .filter((file) => !inRoom(file) && importsOf(root, file).some(inRoom));
  expect(users).toEqual(["workers/start.ts"]);
});
