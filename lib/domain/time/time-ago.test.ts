import { expect, it } from "vitest";
import { formatTimeAgo } from "./time-ago";

const now = new Date("2026-11-24T12:00:00Z");

it.each([
  ["2026-11-24T12:00:30Z", "agora"],
  ["2026-11-24T11:59:01Z", "agora"],
  ["2026-11-24T11:59:00Z", "há 1 minuto"],
  ["2026-11-24T11:20:00Z", "há 40 minutos"],
  ["2026-11-24T09:59:00Z", "há 2 horas"],
  ["2026-11-23T11:00:00Z", "ontem"],
  ["2026-11-21T11:00:00Z", "há 3 dias"],
  ["2026-11-10T12:00:00Z", "há 2 semanas"],
  ["2026-09-20T12:00:00Z", "há 2 meses"],
  ["2025-11-24T12:00:00Z", "ano passado"],
  ["2020-11-24T12:00:00Z", "há 6 anos"],
])("%s is %s", (instant, text) => {
  expect(formatTimeAgo(instant, now)).toBe(text);
});
