import { expect } from "vitest";
import { execute, sql } from "@/server/platform/db/sql";
import { readRaw, requestRaw } from "./raw-request";

export interface Attack {
  method: string;
  target: string;
  headers?: [string, string][];
  body?: string | undefined;
}

/** Requests under way at once: the database answers some while others are parsed. */
const AT_ONCE = 16;
const MAX_ERROR_LENGTH = 16_384;
/** zod's English messages, which appear where neither the schema nor the error map has one. */
const THE_LIBRARYS_OWN = /^(?:Invalid (?!WhatsApp)|Too (?:big|small)|Unrecognized|Expected)/;

/**
 * Sends each request and expects an answer below 500; a refusal of the API in at most 16 KB and in our words. Rate
 * limits are reset on the way, because a request refused by one tests nothing else.
 */
export async function attack(url: string, attacks: Iterable<Attack>): Promise<void> {
  const queue = [...attacks];
  for (let from = 0; from < queue.length; from += AT_ONCE) {
    await execute(sql`DELETE FROM rate_limits`);
    await Promise.all(queue.slice(from, from + AT_ONCE).map((each) => sendOne(url, each)));
  }
}

async function sendOne(url: string, { method, target, headers = [], body = "" }: Attack) {
  const bytes = Buffer.from(body, "utf8").toString("latin1");
  const name = `${method} ${target.slice(0, 100)} ${JSON.stringify(headers).slice(0, 200)} ${body.slice(0, 200)}`;
  // A stream does not end.
  if (target.includes("/stream")) {
    expect(await requestRaw(url, method, target, headers, bytes), name).toBeLessThan(500);
    return;
  }
  const answer = await readRaw(url, method, target, headers, bytes);
  expect(answer.status, `${name}\n${answer.body.slice(0, 500)}`).toBeLessThan(500);
  if (answer.status < 400 || method === "HEAD" || !answer.headers.includes("x-request-id")) return;
  expect(answer.body.length, name).toBeLessThan(MAX_ERROR_LENGTH);
  const refusal = JSON.parse(answer.body);
  expect(refusal, name).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  for (const sentence of Object.values(refusal.fields ?? {})) {
    expect(sentence, name).not.toMatch(THE_LIBRARYS_OWN);
  }
}
