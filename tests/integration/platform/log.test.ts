import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Everything that must not be in a log, in the forms in which libraries repeat it. */
const SECRETS = ["98765", "maria.canario", "quero cancelar", "Rua do Canário"];

/** Errors of pg, Prisma, JSON, URL, zod and the network, made by the libraries themselves. */
const SCRIPT = `
  import { z } from "zod";
  import { prisma } from "@/server/platform/db/prisma";
  import { closeDatabase, execute, sql } from "@/server/platform/db/sql";
  import { logger } from "@/server/platform/logger";
  const text = "quero cancelar, Maria, Rua do Canário 12";
  const email = "maria.canario@teste.example";
  const number = "+55 (19) 98765-4321";
  const attempts = [
    () => execute(sql\`SELECT \${text}::int\`),
    () => execute(sql\`SELECT \${number}::timestamptz\`),
    () => execute(sql\`SELECT \${email}::jsonb\`),
    () => execute(sql\`INSERT INTO users (name, email, whatsapp, password_hash) SELECT \${text}, \${email}, \${number}, 'x' FROM generate_series(1, 2)\`),
    () => prisma.user.create({ data: { name: text, email: null, whatsapp: number, password_hash: "x" }, select: { id: true } }),
    () => prisma.user.findMany({ where: { email: { is: text } }, select: { id: true } }),
    async () => JSON.parse(text),
    async () => new URL(text),
    async () => z.object({ a: z.literal("b") }).parse({ a: text, [text]: number }),
    async () => z.strictObject({ a: z.literal("b") }).parse({ a: text, [text]: number }),
    () => fetch("http://" + email + "/" + number),
    () => fetch("http://127.0.0.1:9/" + encodeURIComponent(text) + "?to=" + email),
    () => execute(sql\`SELECT \${'say "hi" and "' + text + '"'}::int\`),
    async () => { throw new Error(number + " " + email); },
    async () => { throw number; },
  ];
  let failures = 0;
  for (const attempt of attempts) {
    try {
      await attempt();
    } catch (error) {
      failures += 1;
      logger.error({ err: error }, "failed");
      logger.warn({ error: error?.message, detail: number, reason: email }, "failed");
    }
  }
  logger.info({ failures, of: attempts.length }, "done");
  await closeDatabase();
`;

test("no number, address or text is in the log of what libraries throw", () => {
  const log = execFileSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", SCRIPT],
    {
      cwd: join(import.meta.dirname, "../../.."),
      env: { ...process.env, LOG_LEVEL: "info" },
      encoding: "utf8",
    },
  );
  for (const secret of SECRETS) expect(log).not.toContain(secret);
  const last = JSON.parse(log.trim().split("\n").at(-1) ?? "");
  expect(last.failures).toBe(last.of);
});
