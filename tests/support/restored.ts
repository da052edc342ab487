import { afterEach, beforeEach } from "vitest";
import { recovery } from "@/lib/contracts/backoffice/recovery";
import { beats, recordBeats } from "@/server/backoffice/recovery/beats.service";
import { execute, sql } from "@/server/platform/db/sql";
import { lookAgain, lookForCopy } from "@/server/platform/system/copies.service";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";

const ADMIN_ID = 4;

/** A database that stores its place, and the administrator, who confirms it in another place. */
export function runRestorable(api: Pick<TestApi, "url">) {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildUser({ id: ADMIN_ID });
    await checkInstallation();
    await lookForCopy(beats);
    await recordBeats.run();
  });
  afterEach(async () => {
    await execute(sql`DELETE FROM accounts WHERE id = ${ADMIN_ID}`);
    await execute(sql`DELETE FROM installation`);
    await lookAgain();
  });
  return {
    /** Moves the database to another place, as after a restore. */
    async move(): Promise<void> {
      await execute(sql`UPDATE installation SET place = 'another server/' || md5(random()::text)`);
      await lookForCopy(beats);
    },
    /** Returns the answer's status. */
    confirm: async (): Promise<number> =>
      (await callApi(api, recovery.confirm, {}, admin.headers)).status,
  };
}
