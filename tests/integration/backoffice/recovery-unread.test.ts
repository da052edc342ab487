import { expect, test } from "vitest";
import { recovery } from "@/lib/contracts/backoffice/recovery";
import { beats, recordBeats } from "@/server/backoffice/recovery/beats.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { lookForCopy } from "@/server/platform/system/copies.service";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildScheduled, scheduledOf } from "@/tests/factories/scheduled-messages";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runWithBaileys } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";

runWithBaileys();
const api = runApi();

test("where nobody can read what was sent since the backup, nothing that may be sent twice goes out by itself", async () => {
  const admin = await buildUser({ id: 4 });
  const user = await buildUser({ plan: "pro" });
  await buildScheduled(user, -1);
  await buildScheduled(user, 1);
  const planned = await buildCampaign(user, { nextRunAt: new Date(Date.now() + 3_600_000) });
  await checkInstallation();
  await recordBeats.run();
  await execute(sql`UPDATE installation SET place = 'another server/1'`);
  await lookForCopy(beats);
  expect((await callApi(api, recovery.confirm, {}, admin.headers)).status).toBe(200);
  expect(await scheduledOf(user)).toEqual([
    { state: "failed", detail: expect.stringContaining("pode já ter saído") },
    { state: "scheduled", detail: null },
  ]);
  expect(
    await rows(
      sql`SELECT next_run_at > now() AS due, pause_notice FROM campaigns WHERE id = ${planned.id}`,
    ),
  ).toEqual([{ due: true, pause_notice: expect.stringContaining("confira as conversas") }]);
});
