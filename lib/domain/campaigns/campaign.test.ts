import { expect, it } from "vitest";
import { deriveActivityStatus } from "./campaign";

const NOW = new Date("2026-11-23T12:00:00Z");
const NONE = {
  error_message: null,
  completed_at: null,
  scheduled: false,
  scheduled_datetime: null,
  leads_processed: 0,
};
const SCHEDULED = { scheduled: true, scheduled_datetime: "2026-11-23T12:00:01Z" };

it.each([
  ["error", { ...SCHEDULED, error_message: "caiu", completed_at: "2026-11-22T12:00:00Z" }],
  ["completed", { ...SCHEDULED, completed_at: "2026-11-22T12:00:00Z", leads_processed: 3 }],
  ["scheduled", { ...SCHEDULED, leads_processed: 3 }],
  ["running", { ...SCHEDULED, scheduled_datetime: "2026-11-23T12:00:00Z", leads_processed: 3 }],
  ["running", { scheduled_datetime: "2026-11-24T12:00:00Z", leads_processed: 1 }],
  ["pending", { scheduled: true }],
  ["pending", {}],
])("an activity without a status is %s: %j", (status, activity) => {
  expect(deriveActivityStatus({ ...NONE, ...activity }, NOW)).toBe(status);
});
