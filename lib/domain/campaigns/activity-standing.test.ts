import { expect, test } from "vitest";
import { findStanding, nameMoment } from "./activity-standing";

const RUNNING = {
  status: "running",
  stopping: false,
  paused: false,
  waits_for: null,
  next_send_at: null,
} as const;
const AT = "2026-11-26T12:00:00Z";

test.each([
  [RUNNING, true, { kind: "status" }],
  [{ ...RUNNING, waits_for: "passing" }, true, { kind: "status" }],
  [{ ...RUNNING, stopping: true, paused: true }, true, { kind: "stopping" }],
  [{ ...RUNNING, paused: true, waits_for: "person" }, false, { kind: "paused_by_person" }],
  [{ ...RUNNING, paused: true, waits_for: "guard" }, true, { kind: "paused" }],
  [{ ...RUNNING, paused: true }, true, { kind: "paused" }],
  // As soon as the connection drops, before the campaign has noticed; and gone as soon as it is back.
  [RUNNING, false, { kind: "waits_for_whatsapp" }],
  [{ ...RUNNING, waits_for: "window", next_send_at: AT }, false, { kind: "waits_for_whatsapp" }],
  [{ ...RUNNING, waits_for: "disconnected" }, undefined, { kind: "waits_for_whatsapp" }],
  [{ ...RUNNING, waits_for: "disconnected" }, true, { kind: "status" }],
  [{ ...RUNNING, waits_for: "restricted" }, true, { kind: "waits_for_whatsapp" }],
  [{ ...RUNNING, waits_for: "templates" }, true, { kind: "waits_for_whatsapp" }],
  [{ ...RUNNING, waits_for: "unreachable" }, true, { kind: "waits_for_whatsapp" }],
  [
    { ...RUNNING, waits_for: "window", next_send_at: AT },
    true,
    { kind: "waits_for_window", until: AT },
  ],
  [{ ...RUNNING, waits_for: "cap", next_send_at: AT }, true, { kind: "waits_for_cap", until: AT }],
  [{ ...RUNNING, status: "completed", waits_for: "window" }, false, { kind: "status" }],
  [{ ...RUNNING, status: "scheduled" }, false, { kind: "status" }],
] as const)("a campaign stands: %o, connected %s", (activity, connected, standing) => {
  expect(findStanding(activity, connected)).toEqual(standing);
});

test("moments are named in São Paulo's days", () => {
  const now = new Date("2026-11-25T23:30:00Z");
  expect(nameMoment("2026-11-26T01:00:00Z", now)).toBe("hoje 22:00");
  expect(nameMoment("2026-11-26T12:00:00Z", now)).toBe("amanhã 9:00");
  expect(nameMoment("2026-11-30T12:05:00Z", now)).toBe("segunda, 30/11 9:05");
});
