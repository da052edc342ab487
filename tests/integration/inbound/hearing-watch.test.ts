import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ConnectionGap, Hearing } from "@/lib/domain/whatsapp/hearing";
import type { Ears } from "@/server/inbound/socket-owner/ears.baileys";
import { createHearing } from "@/server/inbound/socket-owner/hearing.service";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { runWithProbes } from "@/tests/support/environments";

runWithProbes();

/** When a connection is probed, opened again and reported, minute by minute: the first probe after two seconds. */
const START = new Date("2031-05-06T12:00:00Z");
const LOST = 408;
const SETTLED_MS = 4_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const later = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

function watch({ isBehind = (): boolean => false } = {}) {
  const renewed: Date[] = [];
  const gaps: ConnectionGap[] = [];
  const hearing = createHearing({
    instanceId: 1,
    isBehind,
    renew: () => renewed.push(new Date()),
    report: (gap) => gaps.push(gap),
  });
  return { hearing, renewed, gaps };
}

function buildEars(answer: () => Promise<Hearing> = async () => "hears", ids: string[] = []) {
  const probes: number[] = [];
  const ears = {
    heardAt: START,
    answeredAt: START,
    unreported: new Set(ids),
    probe() {
      probes.push((Date.now() - START.getTime()) / 1_000);
      return answer();
    },
  };
  return { ears: ears as { heardAt: Date; answeredAt: Date } & Ears, probes };
}

const said = (id: string, sentAt: Date, origin = "live") =>
  ({ events: [{ type: "message", id, sentAt, origin } as WhatsappEvent], rejected: [] }) as never;

describe("a quiet connection", () => {
  test("is probed ever more rarely while it stays quiet, and as before once it has told something", async () => {
    const { hearing, renewed } = watch();
    const { ears, probes } = buildEars();
    hearing.opened(ears);
    await pass(31);
    expect(probes).toEqual([2, 6, 14, 30]);
    // Its next look is due at 62 s; what came in long after the last probe makes it the first again.
    ears.heardAt = later(61);
    await pass(33);
    expect(probes).toEqual([2, 6, 14, 30, 63]);
    expect(renewed).toEqual([]);
  });

  test("is not probed while it tells something, nor when it is over", async () => {
    const { hearing } = watch();
    const { ears, probes } = buildEars();
    hearing.opened(ears);
    ears.heardAt = later(1);
    await pass(2.5);
    expect(probes).toEqual([]);
    hearing.stop();
    await pass(60);
    hearing.suspect();
    expect(probes).toEqual([]);
  });

  test("waits while its events wait for the database", async () => {
    let behind = true;
    const { hearing } = watch({ isBehind: () => behind });
    const { ears, probes } = buildEars();
    hearing.opened(ears);
    await pass(5);
    expect(probes).toEqual([]);
    behind = false;
    await pass(2);
    expect(probes).toEqual([6]);
  });

  test("is kept where the question could not be put", async () => {
    const { hearing, renewed } = watch();
    const { ears, probes } = buildEars(() => Promise.reject(new Error("no database")));
    hearing.opened(ears);
    await pass(7);
    expect(probes).toEqual([2, 6]);
    expect(renewed).toEqual([]);
  });
});

describe("a message that is not confirmed", () => {
  test("has the connection probed at once, one probe at a time; without one nothing is asked", async () => {
    const { hearing } = watch();
    hearing.suspect();
    let answer: (found: Hearing) => void = () => undefined;
    const { ears, probes } = buildEars(() => new Promise((resolve) => (answer = resolve)));
    hearing.opened(ears);
    await pass(1);
    hearing.suspect();
    hearing.suspect();
    expect(probes).toEqual([1]);
    answer("hears");
    await pass(0);
    hearing.suspect();
    expect(probes).toEqual([1, 1]);
  });

  test("tells since when nothing went out, until a probe says that all is well", async () => {
    const { hearing, gaps, renewed } = watch();
    let found: Hearing = "hears";
    const { ears } = buildEars(async () => found);
    hearing.opened(ears);
    ears.answeredAt = later(40);
    await pass(20);
    hearing.suspect();
    await pass(10);
    // All was well at 20 s: that message counts no more.
    found = "mute";
    hearing.suspect();
    await pass(0);
    expect(renewed).toEqual([later(30)]);
    hearing.closed(null);
    hearing.opened(buildEars().ears);
    await pass(5);
    expect(gaps).toMatchObject([{ kind: "mute", from: later(30), late: 0, missing: 0 }]);
  });
});

test("nothing went out since the server last said something, where that was before", async () => {
  const { hearing, gaps } = watch();
  const { ears } = buildEars(async () => "mute");
  hearing.opened(ears);
  await pass(1);
  hearing.suspect();
  await pass(0);
  hearing.closed(null);
  hearing.opened(buildEars().ears);
  await pass(5);
  expect(gaps).toMatchObject([{ kind: "mute", from: START }]);
});

describe("a connection that carried nothing", () => {
  test("is told with what came late of its time, and what never came", async () => {
    const { hearing, gaps, renewed } = watch();
    const { ears } = buildEars(async () => "deaf", ["A", "B"]);
    hearing.opened(ears);
    await pass(2);
    expect(renewed).toEqual([later(2)]);
    hearing.closed(null);
    await pass(1);
    hearing.opened(buildEars().ears);
    hearing.note(said("A", later(1)));
    hearing.note(said("C", later(0.5)));
    // Older ones, later ones and those of a history do not belong to that time.
    hearing.note(said("old", later(-6)));
    hearing.note(said("new", later(2.1)));
    hearing.note(said("B2", later(1), "history"));
    await pass(SETTLED_MS / 1_000 - 0.1);
    expect(gaps).toEqual([]);
    await pass(0.2);
    expect(gaps).toEqual([
      { kind: "deaf", from: later(0.5), until: later(3), late: 2, missing: 1 },
    ]);
    // Reported once.
    hearing.opened(buildEars().ears);
    await pass(10);
    expect(gaps).toHaveLength(1);
  });

  test.each([
    ["a message that came late", [], ["C"], { late: 1, missing: 0 }],
    ["one that never came", ["A"], [], { late: 0, missing: 1 }],
  ])("is told for %s alone", async (_, announced, came, told) => {
    const { hearing, gaps } = watch();
    hearing.note(said("before", START));
    hearing.opened(buildEars(async () => "deaf", announced).ears);
    await pass(2);
    hearing.closed(null);
    hearing.opened(buildEars().ears);
    for (const id of came) hearing.note(said(id, later(1)));
    hearing.note({ events: [{ type: "status", id: "A" }], rejected: [] } as never);
    await pass(5);
    expect(gaps).toMatchObject([told]);
  });

  test.each([
    ["deaf", [0.5, 1], 0.5],
    ["deaf", [1, 0.5], 0.5],
    // By another clock it was before the silence.
    ["deaf", [-3], 0],
    ["mute", [0.5], 0],
  ] as const)("was %s from the first message that it missed: %j", async (kind, seconds, from) => {
    const { hearing, gaps } = watch();
    hearing.opened(buildEars(async () => kind).ears);
    await pass(2);
    hearing.closed(null);
    hearing.opened(buildEars().ears);
    for (const at of seconds) hearing.note(said(`late ${at}`, later(at)));
    await pass(5);
    expect(gaps).toMatchObject([{ kind, from: later(from), late: seconds.length }]);
  });

  test("and ended before its probe was answered leaves the next one alone", async () => {
    const { hearing, renewed } = watch();
    let answer: (found: Hearing) => void = () => undefined;
    const first = buildEars(() => new Promise((resolve) => (answer = resolve)));
    hearing.opened(first.ears);
    await pass(2);
    hearing.closed(null);
    const next = buildEars();
    hearing.opened(next.ears);
    hearing.suspect();
    expect(next.probes).toEqual([2]);
    answer("deaf");
    await pass(0);
    expect(renewed).toEqual([]);
  });

  test("and brought nothing was a quiet phone's", async () => {
    const { hearing, gaps } = watch();
    hearing.opened(buildEars(async () => "deaf").ears);
    await pass(2);
    hearing.closed(null);
    hearing.opened(buildEars().ears);
    await pass(10);
    expect(gaps).toEqual([]);
  });

  test("is the same one after a second that carries nothing, and ends with the latter", async () => {
    const { hearing, gaps } = watch();
    hearing.opened(buildEars(async () => "stuck", ["A"]).ears);
    await pass(2);
    hearing.closed(null);
    hearing.opened(buildEars(async () => "mute").ears);
    await pass(1);
    hearing.suspect();
    await pass(0);
    hearing.closed(null);
    hearing.opened(buildEars().ears);
    hearing.note(said("late", later(2.5)));
    await pass(5);
    expect(gaps).toMatchObject([{ kind: "deaf", late: 1, missing: 1 }]);
  });

  test.each([
    [LOST, 1],
    [515, 0],
    [null, 0],
  ])("and was ended by the library with %j: %i told", async (code, count) => {
    const { hearing, gaps } = watch();
    hearing.opened(buildEars().ears);
    await pass(1);
    hearing.closed(code);
    hearing.opened(buildEars().ears);
    await pass(5);
    expect(gaps).toMatchObject(Array(count).fill({ kind: "mute", from: START, until: later(1) }));
  });
});
