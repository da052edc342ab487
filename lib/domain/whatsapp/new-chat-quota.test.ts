import { describe, expect, it } from "vitest";
import { countLeft, findQuotaRelease, type NewChatQuota, readQuota } from "./new-chat-quota";

const NOW = new Date("2026-11-18T13:00:00Z");
const END = new Date("2026-11-30T23:59:59Z");
const SECONDS = String(END.getTime() / 1_000);
const open = (total: number, used: number): NewChatQuota => ({
  state: "open",
  total,
  used,
  cycleEnd: END,
});

describe("what WhatsApp tells of new chats", () => {
  it("is a quota, no cap, or a cap that is reached", () => {
    const told = { total_quota: 60, used_quota: "19", cycle_end_timestamp: SECONDS };
    expect(readQuota({ ...told, capping_status: "FIRST_WARNING" })).toEqual(open(60, 19));
    expect(readQuota({ total_quota: -1, used_quota: -1 })).toEqual({ state: "unlimited" });
    expect(readQuota({ ...told, capping_status: "CAPPED" })).toEqual({
      state: "capped",
      cycleEnd: END,
    });
    expect(readQuota({ total_quota: 5, used_quota: 0, cycle_end_timestamp: "0" })).toEqual({
      ...open(5, 0),
      cycleEnd: null,
    });
  });

  it.each([
    ["nothing", null],
    ["no figures", {}],
    ["no use", { total_quota: 60 }],
    ["a total of zero without a cap", { total_quota: 0, used_quota: 0 }],
    ["words", { total_quota: "many", used_quota: 1 }],
    ["an empty text", { total_quota: "", used_quota: "" }],
    ["an empty use", { total_quota: 60, used_quota: "" }],
    ["a use of null", { total_quota: 60, used_quota: null }],
    ["a number that the database does not hold", { total_quota: 2 ** 31, used_quota: 1 }],
    ["a huge number", { total_quota: 2 ** 40, used_quota: 1 }],
    ["a negative use", { total_quota: 5, used_quota: -3 }],
  ])("is no zero where it says %s", (_name, told) => {
    expect(readQuota(told)).toBeNull();
  });
});

describe("a campaign", () => {
  const askedAgain = new Date("2026-11-18T14:00:00Z");
  const release = (quota: NewChatQuota | null, since = 0, now = NOW) =>
    findQuotaRelease(quota, { since, now, askedAgain });

  it("leaves three of ten new chats to answers and to what is written by hand", () => {
    expect(release(open(100, 69))).toBeNull();
    expect(release(open(100, 70))).toEqual(END);
    expect(release(open(100, 60), 9)).toBeNull();
    expect(release(open(100, 60), 10)).toEqual(END);
  });

  it("waits for the end of a cap, or for the next answer where none is told", () => {
    expect(release({ state: "capped", cycleEnd: END })).toEqual(END);
    expect(release({ state: "capped", cycleEnd: null })).toEqual(askedAgain);
    expect(release({ state: "capped", cycleEnd: END }, 0, END)).toBeNull();
    expect(release(open(10, 10), 0, END)).toBeNull();
  });

  it("is held by no quota that was not told", () => {
    expect(release(null, 1_000)).toBeNull();
    expect(release({ state: "unlimited" }, 1_000)).toBeNull();
  });
});

it("new chats since the answer are taken off what is left", () => {
  expect(countLeft(open(60, 10), 9)).toBe(41);
  expect(countLeft(open(60, 58), 9)).toBe(0);
  expect(countLeft({ state: "capped", cycleEnd: END }, 0)).toBe(0);
  expect(countLeft({ state: "unlimited" }, 9)).toBeNull();
  expect(countLeft(null, 9)).toBeNull();
});
