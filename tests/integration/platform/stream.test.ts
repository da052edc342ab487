import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { until } from "@/sandbox/testing";
import { closeSessionsOf, openSession } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { closeHub, countOpenStreams } from "@/server/platform/live/hub";
import { publish } from "@/server/platform/live/publish";
import { buildMember, buildUser, signIn } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
import { runApi } from "@/tests/support/running";

afterAll(closeHub);
const api = runApi();

test("events reach only their owner's streams, after the commit", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const [mine, second, theirs] = await Promise.all([
    openStream(api, user),
    openStream(api, user),
    openStream(api, other),
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
  await until(() => countOpenStreams(user.id, user.personId) === 0, "the streams to be cleaned up");
});

test("a page that missed an event while it was loading is told to refetch, and no other", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const openPage = (age: number, of = user) => openStream(api, of, {}, `?age=${age}`);
  const isTold = async (stream: Awaited<ReturnType<typeof openStream>>, marked: string) => {
    publish(user.id, "message.changed", { chat: marked });
    publish(other.id, "message.changed", { chat: marked });
    await until(() => stream.text.includes(marked), "the mark");
    stream.close();
    return stream.text.includes("event: resync");
  };
  // The process hears from its first stream on: what it may have missed before is missed.
  expect(await isTold(await openPage(1_000), "first")).toBe(true);
  await pause(1_000);
  expect(await isTold(await openPage(500), "quiet")).toBe(false);
  expect(await isTold(await openPage(500), "just after")).toBe(true);
  await pause(1_000);
  const watching = await openPage(0);
  publish(other.id, "message.changed", { chat: "of somebody else" });
  expect(await isTold(watching, "watched")).toBe(false);
  await pause(1_000);
  publish(other.id, "message.changed", { chat: "of somebody else" });
  expect(await isTold(await openPage(500), "not mine")).toBe(false);
  expect((await openPage(-1)).status).toBe(400);
});

test("a reconnected stream is told to refetch; a person's streams are limited, and leave a colleague's alone", async () => {
  const user = await buildUser();
  const back = await openStream(api, user, { "last-event-id": "7" });
  await until(() => back.text.includes("event: resync"), "the resync");
  const streams = [back];
  while (streams.length < 20) streams.push(await openStream(api, user));
  expect((await openStream(api, user)).status).toBe(429);
  const { headers } = await signIn(await buildMember(user.id));
  streams.push(await openStream(api, { ...user, headers }));
  expect(streams.at(-1)?.status).toBe(200);
  for (const stream of streams) stream.close();
});

test("a stream ends with its session and gets nothing afterwards; another session's goes on", async () => {
  const user = await buildUser();
  const other = await openSession(user.personId, { kind: "api", userAgent: null, ip: "test" });
  const ending = await openStream(api, user);
  const staying = await openStream(api, { ...user, headers: { token: other.token } });
  await until(
    () => [ending, staying].every(({ text }) => text.includes("retry:")),
    "the streams to open",
  );
  const logout = await callApi(api, auth.logout, {}, user.headers);
  expect(logout.status).toBe(200);
  publish(user.id, "whatsapp.status", { status: "CONNECTED" });
  await until(() => staying.text.includes("CONNECTED"), "the event in the other session");
  expect(ending.ended).toBe(true);
  expect(ending.text).not.toContain("CONNECTED");
  await closeSessionsOf(user.personId);
  await until(() => staying.ended, "the other stream to end with its session");
  expect(countOpenStreams(user.id, user.personId)).toBe(0);
});

test("a stream that is the first of its process hears at once, and ends at once with its session", async () => {
  for (let round = 0; round < 10; round += 1) {
    const user = await buildUser();
    await closeHub();
    const stream = await openStream(api, user);
    await until(() => stream.text.includes("retry:"), "the stream to open");
    await closeSessionsOf(user.personId);
    // Long before the next heartbeat.
    await until(() => stream.ended, "the stream to end with its session");
  }
});

test("a session that ends while its stream opens takes the stream with it", async () => {
  const user = await buildUser();
  const [stream] = await Promise.all([openStream(api, user), closeSessionsOf(user.personId)]);
  if (stream.status === 200) {
    await until(() => stream.ended, "the stream to end with its session");
  }
});

test("an event that is too long for a notification takes no other with it, and its screens ask again", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const [mine, theirs] = [await openStream(api, user), await openStream(api, other)];
  await until(
    () => [mine, theirs].every(({ text }) => text.includes("retry:")),
    "the streams to open",
  );
  // The event of an import of a hundred columns with long headers, none of which can be read.
  const column = "Coluna que ninguém soube dizer o que era ".repeat(5).slice(0, 200);
  const unread = Array.from({ length: 100 }, () => ({ column, values: 200_000 }));
  for (let nth = 0; nth < 3; nth += 1) {
    publish(other.id, "message.changed", { chat: `before-${nth}` });
    publish(user.id, "import.progress", { import: { id: nth, unread } as never });
    publish(other.id, "message.changed", { chat: `after-${nth}` });
  }
  await until(() => theirs.text.includes("after-2"), "the other account's events");
  for (let nth = 0; nth < 3; nth += 1) expect(theirs.text).toContain(`before-${nth}`);
  await until(() => mine.text.includes("event: resync"), "the word to ask again");
  expect(mine.text).not.toContain("import.progress");
  for (const stream of [mine, theirs]) stream.close();
});

test("HEAD keeps no stream open", async () => {
  const user = await buildUser();
  for (let count = 0; count < 25; count += 1) {
    const head = await fetch(`${api.url}/api/stream`, { method: "HEAD", headers: user.headers });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-type")).toContain("text/event-stream");
  }
  expect(countOpenStreams(user.id, user.personId)).toBe(0);
  const stream = await openStream(api, user);
  expect(stream.status).toBe(200);
  stream.close();
});
