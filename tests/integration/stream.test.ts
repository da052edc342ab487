import { afterAll, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { transaction } from "@/server/db/transaction";
import { closeHub, countOpenStreams } from "@/server/live/hub";
import { publish } from "@/server/live/publish";
import { buildUser, type TestUser } from "../factories/users";
import { runApi } from "../support/running";

afterAll(closeHub);
const api = runApi();

async function openStream(user: TestUser, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${api.url}/api/stream`, {
    headers: { ...user.headers, ...headers },
    signal: abort.signal,
  });
  const stream = { text: "", status: response.status, close: () => abort.abort() };
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  return stream;
}

test("events reach only their owner's streams, after the commit", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const [mine, second, theirs] = await Promise.all([
    openStream(user),
    openStream(user),
    openStream(other),
  ]);
  await until(
    () => [mine, second, theirs].every(({ text }) => text.includes("retry:")),
    "the streams to open",
  );

  await transaction(async () => publish(user.id, "whatsapp.status", { status: "CONNECTED" }));
  await transaction(async () => {
    publish(user.id, "whatsapp.status", { status: "DISCONNECTED" });
    throw new Error("rolled back");
  }).catch(() => undefined);
  await until(
    () => [mine, second].every(({ text }) => text.includes("CONNECTED")),
    "the fact on both screens",
  );
  // Any event that was rolled back or misdirected would arrive before this marker.
  for (const { id } of [user, other]) publish(id, "credits.changed", {});
  await until(
    () => [mine, second, theirs].every(({ text }) => text.includes("credits.changed")),
    "the mark",
  );

  for (const { text } of [mine, second]) {
    expect(text).toMatch(/event: whatsapp\.status\ndata: \{"status":"CONNECTED"\}\n\n/);
    expect(text).not.toContain("DISCONNECTED");
  }
  expect(theirs.text).not.toContain("whatsapp.status");
  for (const stream of [mine, second, theirs]) stream.close();
  await until(() => countOpenStreams(user.id) === 0, "the streams to be cleaned up");
});

test("a reconnected stream is told to refetch, and streams per account are limited", async () => {
  const user = await buildUser();
  const back = await openStream(user, { "last-event-id": "7" });
  await until(() => back.text.includes("event: resync"), "the resync");
  const streams = [back];
  while (streams.length < 20) streams.push(await openStream(user));
  expect((await openStream(user)).status).toBe(429);
  for (const stream of streams) stream.close();
});
