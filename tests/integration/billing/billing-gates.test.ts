import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { credits } from "@/lib/contracts/accounts/credits";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { searches } from "@/lib/contracts/discovery/searches";
import { suggestions } from "@/lib/contracts/messaging/suggestions";
import { endLapsedPlans } from "@/server/billing/billing/plan.service";
import { execute, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { daysAhead, planOf, writeBilling } from "@/tests/support/payments";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
afterAll(closeQueues);

let boss: TestUser;
beforeAll(async () => {
  boss = await buildUser({ id: 4 });
});

const NUMBER = "5511988887701";

/** The states of an account, and whether each is PRO. */
const STATES: [string, boolean, ((user: TestUser) => Promise<unknown>) | null][] = [
  ["free", false, null],
  ["PRO", true, (user) => writeBilling(api, boss, user)],
  [
    "expired",
    false,
    (user) => writeBilling(api, boss, user, { current_period_end: daysAhead(-1) }),
  ],
  ["cancelled", false, (user) => writeBilling(api, boss, user, { status: "canceled" })],
  [
    "past due within seven days",
    true,
    (user) =>
      writeBilling(api, boss, user, { status: "past_due", current_period_end: daysAhead(-6) }),
  ],
  [
    "past due for more than seven days",
    false,
    (user) =>
      writeBilling(api, boss, user, { status: "past_due", current_period_end: daysAhead(-8) }),
  ],
  [
    "PRO until a moment ago",
    false,
    async (user) => {
      await writeBilling(api, boss, user);
      expect(await planOf(user)).toBe("pro");
      await execute(
        sql`UPDATE billings SET pro_until = now() - interval '1 second' WHERE user_id = ${user.id}`,
      );
      await endLapsedPlans.run();
    },
  ],
];

const scheduled = { scheduled: true, scheduled_datetime: daysAhead(2) };

const NOT_PRO = { status: 403, code: "pro_required" };
const NO_CREDITS = { status: 402, code: "insufficient_credits" };

const startCampaign = (user: TestUser, changes: object) =>
  callApi(
    api,
    campaigns.start,
    { body: { num_leads: 1, messages: ["Oi"], ...changes } },
    user.headers,
  );

/** Everything that PRO opens: the request for it, and the answer that other plans get. */
const GATES: [string, typeof NOT_PRO, (user: TestUser) => Promise<{ status: number }>][] = [
  ["scheduling", NOT_PRO, (user) => startCampaign(user, scheduled)],
  [
    "recurrence",
    NOT_PRO,
    (user) => startCampaign(user, { ...scheduled, recurrence_type: "daily" }),
  ],
  ["repeated leads", NOT_PRO, (user) => startCampaign(user, { repeat_leads: true })],
  [
    "chosen lists",
    NOT_PRO,
    async (user) => startCampaign(user, { list_ids: [await buildList(user.id)] }),
  ],
  [
    "suggested replies",
    NOT_PRO,
    (user) => callApi(api, suggestions.get, { body: { phone_number: NUMBER } }, user.headers),
  ],
  [
    "drafts of a campaign",
    NOT_PRO,
    (user) => callApi(api, suggestions.writeCampaign, { body: { wish: "Oi" } }, user.headers),
  ],
  [
    "notes on a lead",
    NOT_PRO,
    async (user) => {
      const { id } = await buildLead(user.id);
      return callApi(api, suggestions.writeNote, { body: { lead_id: id } }, user.headers);
    },
  ],
  // The widest search costs six credits: more than the account has.
  [
    "the advanced maps search",
    NO_CREDITS,
    (user) =>
      callApi(
        api,
        searches.startMaps,
        { body: { query: "padaria", raio: 50, latitude: -23.55, longitude: -46.63 } },
        user.headers,
      ),
  ],
  [
    "leads without limit",
    NO_CREDITS,
    (user) => callApi(api, credits.check, { body: { required_credits: 100 } }, user.headers),
  ],
];

describe.each(STATES)("an account that is %s", (_, isPro, prepare) => {
  test.each(GATES)(`${isPro ? "may use" : "is refused"} %s`, async (_gate, refusal, use) => {
    const user = await buildUser({ dailyLimit: 5 });
    await prepare?.(user);
    const answer = await use(user);
    if (isPro) expect([402, 403]).not.toContain(answer.status);
    else {
      const { status, code } = refusal;
      expect(answer).toMatchObject({ status, body: { code } });
      if (code === "pro_required") {
        expect(answer).toMatchObject({ body: { error: expect.stringContaining("PRO feature") } });
      }
    }
  });
});

test("every endpoint for PRO accounts is among them", () => {
  const endpoints = allEndpoints.filter(({ access }) => access === "pro");
  expect(endpoints.map(({ path }) => path).sort()).toEqual(
    [suggestions.get, suggestions.writeCampaign, suggestions.writeNote]
      .map(({ path }) => path)
      .sort(),
  );
});
