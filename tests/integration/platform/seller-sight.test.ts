import { describe, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import type { Endpoint } from "@/lib/contracts/shared/endpoint";
import { VISIBILITIES, WHOLE_VIEW_NEEDED } from "@/lib/domain/accounts/visibility";
import type { PersonId } from "@/server/platform/actor";
import { execute, raw, sql } from "@/server/platform/db/sql";
import { buildTeam, WHOSE } from "@/tests/factories/sellers";
import type { TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import {
  ANSWERS_FROM_ROWS,
  type Id,
  OWNED,
  type Owned,
  QUERIES,
  withId,
  withoutId,
} from "@/tests/support/owned-paths";
import { runApi } from "@/tests/support/running";

/** What tells and changes nothing of leads and conversations, by the beginning of its path. */
const TELL_NOTHING = [
  ...["/api/logout", "/api/user", "/api/credits", "/api/billing", "/api/sessions", "/api/tokens"],
  ...["/api/team", "/api/passkeys", "/api/second_factor", "/api/identities", "/api/account"],
  ...["/api/geo", "/api/registry/counts", "/api/registry/activities", "/api/canned_answers"],
  ...["/api/google-maps-search", "/api/pages", "/api/searches", "/api/radars", "/api/lead_views"],
  ...["/api/own_fields", "/api/loss_reasons", "/api/tags", "/api/whatsapp/instance"],
  "/api/whatsapp/numbers",
  ...["/api/whatsapp/templates", "/api/opt-outs/settings"],
  ...["/api/prospecting/templates", "/api/prospecting/step_dates", "/api/prospecting/days_off"],
  ...["/api/prospecting/number-health", "/api/crewai/write_campaign", "/api/crewai/health"],
];

/** Rows that all of the account see; what they say of leads is narrowed. */
const PUBLIC_ROWS = new Set([
  ...["/api/lists", "/api/lists/{id}", "/api/stages", "/api/tags", "/api/searches/{id}/places"],
  ...["/api/search-results/{id}/include", "/api/radars/{id}/findings"],
]);

/** What is a colleague's is theirs to do, or counted for them alone, though all see it. */
const OWN_FIRST = new Set(["/api/whatsapp/send_message/{id}/resend", "/api/whatsapp/unread_count"]);

const api = runApi();

const SIGHTS = VISIBILITIES.flatMap((visibility) =>
  // Where all see all, whose it is says nothing more.
  WHOSE.filter((whose) => visibility !== "all" || whose === "a colleague's").map((whose) => ({
    visibility,
    whose,
    isSeen:
      visibility === "all" ||
      whose === "mine" ||
      (whose === "nobody's" && visibility === "own_and_unassigned"),
  })),
);

/** Gives all that is somebody's in an account to one person, or to nobody. */
async function giveAll({ id }: TestUser, to: PersonId | null) {
  for (const table of ["leads", "conversations"]) {
    await execute(sql`UPDATE ${raw(table)} SET seller_id = ${to} WHERE owner_id = ${id}`);
  }
  for (const table of ["tasks", "campaigns", "lead_deletions", "lead_change_sets"]) {
    await execute(sql`UPDATE ${raw(table)} SET person_id = ${to} WHERE owner_id = ${id}`);
  }
}

/** What sellers are told of themselves alone, whatever they see. */
const OWN_ALONE = new Set(["/api/team/results"]);

/** Whether a seller sees what an endpoint is about: what somebody did is theirs alone, and nobody's is a manager's. */
function sees({ path, sight }: Endpoint, { isSeen, whose, visibility }: (typeof SIGHTS)[number]) {
  if (OWN_ALONE.has(path)) return whose === "mine";
  const isMade =
    DONE.has(path) ||
    (typeof sight === "object" &&
      !["lead", "lead_contact", "note", "task", "message", "conversation_note"].some(
        (of) => of in sight,
      ));
  return isMade ? visibility === "all" || whose === "mine" : isSeen;
}

const DONE = new Set(["/api/prospecting/activities", "/api/leads/deletions"]);

const bySellers = allEndpoints.filter(
  ({ access, role }) => (access === "member" || access === "pro") && role === undefined,
);

test("each endpoint that a seller may call says what it does with what they do not see, or tells nothing of it", () => {
  const silent = bySellers.filter(
    ({ path, sight }) => !sight && !TELL_NOTHING.some((beginning) => path.startsWith(beginning)),
  );
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

describe.each(withId.filter(({ sight, role }) => sight && !role))("$method $path", (endpoint) => {
  const owned = OWNED[endpoint.path] as Owned;
  const { build, snapshot, shows, nowhere = "2147483647", serves, nothing } = owned;
  test.each(SIGHTS)("by a seller, where it is $whose, in '$visibility'", async (sight) => {
    const { owner, seller, people } = await buildTeam(sight.visibility);
    const id = await build(owner);
    await giveAll(owner, people[sight.whose]);
    const before = await snapshot(id);
    const ask = async (of: Id) => {
      const body = typeof owned.body === "function" ? await owned.body(seller) : owned.body;
      const path = endpoint.path.replace(/\{\w+\}/, String(of));
      return request(api, endpoint.method, path, endpoint.body && body, seller.headers);
    };
    if (
      sight.visibility === "all" &&
      sight.whose === "a colleague's" &&
      OWN_FIRST.has(endpoint.path)
    ) {
      return expect((await ask(id)).status).toBe(409);
    }
    if (endpoint.sight === "whole" && sight.visibility !== "all") {
      expect(await ask(id)).toMatchObject({ status: 403, body: { error: WHOLE_VIEW_NEEDED } });
      return expect(await snapshot(id)).toEqual(before);
    }
    if (sees(endpoint, sight) || PUBLIC_ROWS.has(endpoint.path)) {
      const answer = await ask(id);
      if (serves) expect(answer.status).toBe(serves);
      else expect(answer.status).toBeLessThan(300);
      if (endpoint.method === "GET") expect(answer).toMatchObject({ body: shows?.(id) });
      return;
    }
    if (owned.hides) return expect(await ask(id)).toMatchObject({ status: 200, body: owned.hides });
    const missing = await ask(nowhere);
    expect(await ask(id)).toEqual({ ...missing, headers: expect.anything() });
    if (!nothing || endpoint.method !== "GET") expect(missing.status).toBe(404);
    expect(await snapshot(id)).toEqual(before);
  });
});

describe.each(withoutId.filter(({ sight, role }) => sight && !role))(
  "$method $path",
  (endpoint) => {
    const { path } = endpoint;
    test.each(SIGHTS)("by a seller, where it is $whose, in '$visibility'", async (sight) => {
      const { owner, seller, people } = await buildTeam(sight.visibility);
      const ask = async () => {
        const { status, body } = await request(
          api,
          "GET",
          `${path}${QUERIES[path] ?? ""}`,
          undefined,
          seller.headers,
        );
        return { status, body };
      };
      const before = await ask();
      if (endpoint.sight === "whole" && sight.visibility !== "all") {
        return expect(before).toMatchObject({ status: 403, body: { error: WHOLE_VIEW_NEEDED } });
      }
      await ANSWERS_FROM_ROWS[path]?.(owner);
      await giveAll(owner, people[sight.whose]);
      const after = await ask();
      expect(after.status).toBe(200);
      if (sight.whose === "a colleague's" && OWN_FIRST.has(path)) return;
      if (sees(endpoint, sight) || PUBLIC_ROWS.has(path))
        expect(after.body).not.toEqual(before.body);
      else expect(after).toEqual(before);
    });
  },
);
