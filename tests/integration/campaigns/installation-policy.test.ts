import { afterEach, describe, expect, test } from "vitest";
import {
  getInstallationPolicy,
  getRepeatDays,
} from "@/server/campaigns/campaigns/gates/pacing.service";
import { parseEnv, setEnv } from "@/server/platform/env";

/** Pauses of seconds, and no other setting of the pace; the sandbox replaces what is not configured. */
const GIVEN = { CAMPAIGN_PAUSE_MIN_MS: "1000", CAMPAIGN_PAUSE_MAX_MS: "3000" };
const META = { META_APP_SECRET: "of the app", META_VERIFY_TOKEN: "a word" };

afterEach(() => setEnv(undefined));

function policyOf(variables: Record<string, string>) {
  setEnv(parseEnv({ ...process.env, ...GIVEN, ...variables }));
  return { ...getInstallationPolicy(), repeatDays: getRepeatDays() };
}

const GATES = {
  restAfter: 12,
  windowFrom: 9 * 60,
  windowTo: 18 * 60,
  weekdays: [1, 2, 3, 4, 5],
  maxFailurePercent: 15,
  maxOptOutPercent: 15,
  repeatDays: 3,
};
const CAPS = { hourlyCap: 20, dailyCaps: [10, 15, 20, 30, 40, 50, 60], spreads: true };

describe("a real number beside a sandbox keeps every limit", () => {
  test("of Baileys", () => {
    expect(policyOf({ WHATSAPP_PROVIDER: "baileys" })).toMatchObject({ ...GATES, ...CAPS });
  });

  test("of an Evolution API", () => {
    const evolution = { EVOLUTION_URL: "https://evolution.example", EVOLUTION_API_KEY: "key" };
    expect(policyOf(evolution)).toMatchObject({ ...GATES, ...CAPS });
  });

  test("of the Cloud API, whose caps are Meta's", () => {
    const cloud = { WHATSAPP_PROVIDER: "cloud", ...META };
    expect(policyOf(cloud)).toMatchObject({ ...GATES, hourlyCap: null, dailyCaps: [] });
  });
});

describe("a simulated number has the limits that are set, and no other", () => {
  const UNLIMITED = {
    restAfter: null,
    hourlyCap: null,
    dailyCaps: [],
    windowFrom: 0,
    windowTo: 24 * 60,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    maxFailurePercent: null,
    maxOptOutPercent: null,
    repeatDays: 0,
  };

  test("of the sandbox's Evolution API", () => {
    expect(policyOf({})).toMatchObject(UNLIMITED);
    expect(policyOf({ CAMPAIGN_HOURLY_CAP: "7" })).toMatchObject({ ...UNLIMITED, hourlyCap: 7 });
  });

  test("of the sandbox's Graph API", () => {
    const graph = { GRAPH_URL: `${process.env["SANDBOX_URL"]}/graph/v26.0` };
    expect(policyOf({ WHATSAPP_PROVIDER: "cloud", ...META, ...graph })).toMatchObject(UNLIMITED);
  });
});
