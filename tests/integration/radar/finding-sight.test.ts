import { describe, expect, test } from "vitest";
import { radars } from "@/lib/contracts/radar/radars";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildRadar, buildSearch } from "@/tests/factories/owned-rows";
import { buildLeadOf, buildTeam } from "@/tests/factories/sellers";
import type { TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** What a radar's findings tell of leads to somebody who sees a part of them. */
const api = runApi();

describe.each(["pages", "registry"] as const)("of a radar of %s", (kind) => {
  test.each(["own", "own_and_unassigned"] as const)(
    "a lead out of sight, and that it opted out, is not told in '%s'",
    async (visibility) => {
      const { owner, seller, colleague } = await buildTeam(visibility);
      const mine = await buildLeadOf(owner.id, seller.personId);
      const theirs = await buildLeadOf(owner.id, colleague);
      const nobodys = await buildLeadOf(owner.id, null);
      const radarId = await buildRadar(owner);
      const searchId = await buildSearch(owner);
      await execute(sql`DELETE FROM radar_findings WHERE radar_id = ${radarId}`);
      await execute(
        sql`UPDATE radars SET kind = ${kind}, cadence = CASE ${kind} WHEN 'registry' THEN 'import' ELSE cadence END WHERE id = ${radarId}`,
      );
      const leads = await rows<{ id: number; whatsapp: string }>(
        sql`UPDATE leads SET cnpj = lpad(id::text, 14, '0') WHERE owner_id = ${owner.id} RETURNING id, whatsapp`,
      );
      for (const { id, whatsapp } of leads) {
        const cnpj = String(id).padStart(14, "0");
        await execute(
          sql`INSERT INTO search_results (search_id, owner_id, result_key, title, outcome, lead_id)
              VALUES (${searchId}, ${owner.id}, ${cnpj}, 'x', 'created', ${id})`,
        );
        await execute(
          sql`INSERT INTO radar_findings (radar_id, owner_id, run_id, search_id, key, change, name, phone, saved)
              SELECT radar_id, owner_id, id, ${searchId}::int, ${cnpj}, 'found', ${id}::text, ${whatsapp}, true
              FROM radar_runs WHERE radar_id = ${radarId}`,
        );
        await execute(
          sql`INSERT INTO opt_outs (owner_id, phone_key, source)
              VALUES (${owner.id}, ${getPhoneKey(whatsapp)}, 'person')`,
        );
      }
      const findingsOf = async (user: TestUser) => {
        const asked = { params: { id: radarId }, query: {} };
        const { body } = await callApi(api, radars.findings, asked, user.headers);
        return Object.fromEntries(
          body.findings.map(({ name, lead_id, opted_out }) => [name, { lead_id, opted_out }]),
        );
      };
      const told = ({ id }: { id: number }) => ({ [id]: { lead_id: id, opted_out: true } });
      const hidden = ({ id }: { id: number }) => ({ [id]: { lead_id: null, opted_out: false } });
      expect(await findingsOf(owner)).toEqual({
        ...told(mine),
        ...told(theirs),
        ...told(nobodys),
      });
      expect(await findingsOf(seller)).toEqual({
        ...told(mine),
        ...hidden(theirs),
        ...(visibility === "own" ? hidden(nobodys) : told(nobodys)),
      });
    },
  );
});
