import { Secret, TOTP } from "otpauth";
import { afterAll, beforeEach, expect, test } from "vitest";
import {
  confirmFactor,
  resealFactors,
  setUpFactor,
} from "@/server/accounts/second-factor/second-factor.service";
import {
  readSecret,
  resealWebhooks,
} from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { readKeys, resealKeys } from "@/server/messaging/sockets/auth-keys.service";
import { placeOfToken, sealToken } from "@/server/messaging/whatsapp/instances.service";
import { resealTokens } from "@/server/messaging/whatsapp/rotation.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { resealErasureKey } from "@/server/platform/erased-keys/erased-keys.service";
import { sealKey, unsealKey } from "@/server/platform/erasure-key";
import { findWaitingMail } from "@/server/platform/mail/mail.repository";
import { notifyPerson, readContents } from "@/server/platform/mail/mail.service";
import { isBound, reseal, seal, setBinding, unseal } from "@/server/platform/secrets";
import { checkInstallation, resealWord } from "@/server/platform/system/installation.service";
import { buildWebhook } from "@/tests/factories/owned-rows";
import { actorOf, buildUser, type TestUser } from "@/tests/factories/users";

/** A secret sealed for one row is useless in another, even for somebody who can write to the database. */

const PLACE = "second_factors.sealed_secret 7";
let mine: TestUser;
let theirs: TestUser;
beforeEach(async () => {
  setBinding(true);
  [mine, theirs] = [await buildUser(), await buildUser()];
});
afterAll(async () => {
  setBinding(true);
  await execute(sql`DELETE FROM installation`);
});

async function buildPhone(of: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash, sealed_token)
        VALUES (${of.id}, 'evolution', ${`garimpo-${of.id}`}, sha256(${String(of.id)}::bytea), ${sealToken({ owner_id: of.id, place: 1 }, "a token")})
        RETURNING id`,
  );
  const id = row?.id ?? 0;
  await execute(
    sql`INSERT INTO whatsapp_auth_keys (instance_id, owner_id, type, key_id, sealed_value)
        VALUES (${id}, ${of.id}, 'session', '1', ${seal("a key", `whatsapp_auth_keys.sealed_value ${id} session 1`)})`,
  );
  return id;
}

test("what is sealed can be read at its place, and nowhere else, and not once it is changed", () => {
  const sealed = seal("um segredo", PLACE);
  expect(unseal(sealed, PLACE)).toBe("um segredo");
  expect(unseal(sealed, "second_factors.sealed_secret 8")).toBeNull();
  expect(unseal(sealed, "")).toBeNull();
  expect(unseal(`${sealed.slice(0, -4)}AAA=`, PLACE)).toBeNull();
  // Without its mark it is no value of before.
  expect(unseal(sealed.slice(2), PLACE)).toBeNull();
  expect(unseal("", PLACE)).toBeNull();
});

test("a token, a phone's keys and a webhook's secret are of no use in another account", async () => {
  const [phone, otherPhone] = [await buildPhone(mine), await buildPhone(theirs)];
  const [hook, otherHook] = [await buildWebhook(mine), await buildWebhook(theirs)];
  const read = async (of: TestUser, instanceId: number, endpointId: number) => {
    const row = await firstRow<{ token: string; sealed_secret: string }>(
      sql`SELECT i.sealed_token AS token, e.sealed_secret FROM whatsapp_instances i, webhook_endpoints e
          WHERE i.owner_id = ${of.id} AND e.id = ${endpointId}`,
    );
    return {
      token: unseal(row?.token ?? "", placeOfToken({ owner_id: of.id, place: 1 })) !== null,
      secret: readSecret({ owner_id: of.id, sealed_secret: row?.sealed_secret ?? "" }) !== null,
      keys: (await readKeys(instanceId, "session", ["1"])).size,
    };
  };
  expect(await read(theirs, otherPhone, otherHook)).toEqual({
    token: true,
    secret: true,
    keys: 1,
  });
  await execute(
    sql`UPDATE whatsapp_instances SET sealed_token = (SELECT sealed_token FROM whatsapp_instances WHERE owner_id = ${mine.id})
        WHERE owner_id = ${theirs.id}`,
  );
  await execute(
    sql`UPDATE whatsapp_auth_keys SET sealed_value = (SELECT sealed_value FROM whatsapp_auth_keys WHERE instance_id = ${phone})
        WHERE instance_id = ${otherPhone}`,
  );
  await execute(
    sql`UPDATE webhook_endpoints SET sealed_secret = (SELECT sealed_secret FROM webhook_endpoints WHERE id = ${hook})
        WHERE id = ${otherHook}`,
  );
  expect(await read(theirs, otherPhone, otherHook)).toEqual({
    token: false,
    secret: false,
    keys: 0,
  });
  expect(await read(mine, phone, hook)).toEqual({ token: true, secret: true, keys: 1 });
});

test("an own second factor does not open another's account, and a link is mailed to its own person", async () => {
  const { secret } = await setUpFactor(actorOf(mine), "mine@example.com");
  await setUpFactor(actorOf(theirs), "theirs@example.com");
  await execute(
    sql`UPDATE second_factors SET sealed_secret = (SELECT sealed_secret FROM second_factors WHERE user_id = ${mine.personId})
        WHERE user_id = ${theirs.personId}`,
  );
  const code = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate();
  await expect(confirmFactor(actorOf(theirs), code)).rejects.toThrow("Código incorreto.");

  for (const user of [mine, theirs]) await notifyPerson(user.personId, "webhook_added");
  const mailOf = async (user: TestUser) => {
    const row = await firstRow<{ id: number }>(
      sql`SELECT id FROM mails WHERE user_id = ${user.personId} AND kind = 'webhook_added'`,
    );
    return findWaitingMail(row?.id ?? 0);
  };
  const link = async (user: TestUser) => {
    const mail = await mailOf(user);
    return mail && (readContents(mail)?.link ?? null);
  };
  expect(await link(theirs)).toContain("/");
  await execute(
    sql`UPDATE mails SET sealed_link = (SELECT sealed_link FROM mails WHERE user_id = ${mine.personId} AND kind = 'webhook_added')
        WHERE user_id = ${theirs.personId} AND kind = 'webhook_added'`,
  );
  expect(await link(theirs)).toBeNull();
});

test("an installation of an older version writes what that version reads, until its values are sealed again", async () => {
  await execute(sql`DELETE FROM installation`);
  await execute(sql`DELETE FROM whatsapp_instances`);
  await execute(sql`DELETE FROM second_factors`);
  await execute(sql`DELETE FROM webhook_endpoints`);
  setBinding(false);
  await checkInstallation();
  const [{ sealed_key: key } = { sealed_key: "" }] = await rows<{ sealed_key: string }>(
    sql`SELECT sealed_key FROM erasure_key`,
  );
  const ownKey = unsealKey(key) ?? Buffer.alloc(0);
  await execute(sql`UPDATE erasure_key SET sealed_key = ${sealKey(ownKey)}`);
  expect(isBound(seal("x", PLACE))).toBe(false);
  await buildPhone(mine);
  await buildWebhook(mine);
  await setUpFactor(actorOf(mine), "mine@example.com");
  const before = seal("um segredo", PLACE);
  expect(before).toMatch(/^[A-Za-z0-9+/=]+$/);
  expect(unseal(before, PLACE)).toBe("um segredo");
  expect(reseal(before, PLACE)).toBeNull();
  // What a newer process binds meanwhile is read, too.
  setBinding(true);
  const bound = seal("outro", PLACE);
  setBinding(false);
  expect(unseal(bound, PLACE)).toBe("outro");

  setBinding(true);
  const sealAll = async () => [
    await resealKeys(),
    await resealTokens(),
    await resealWebhooks(),
    await resealFactors(),
    await resealErasureKey(),
    await resealWord(),
  ];
  expect(await sealAll()).toEqual([1, 1, 1, 1, true, true]);
  expect(await sealAll()).toEqual([0, 0, 0, 0, false, false]);
  const all = await rows<{ name: string; sealed: string }>(
    sql`SELECT 'key' AS name, sealed_value AS sealed FROM whatsapp_auth_keys
        UNION ALL SELECT 'token', sealed_token FROM whatsapp_instances
        UNION ALL SELECT 'webhook', sealed_secret FROM webhook_endpoints
        UNION ALL SELECT 'factor', sealed_secret FROM second_factors
        UNION ALL SELECT 'erasure', sealed_key FROM erasure_key
        UNION ALL SELECT 'word', sealed_word FROM installation`,
  );
  expect(all.map(({ sealed }) => isBound(sealed))).toEqual(Array(6).fill(true));
  expect(unsealKey(all.find(({ name }) => name === "erasure")?.sealed ?? "")).toEqual(ownKey);
  setBinding(false);
  await checkInstallation();
  expect(isBound(seal("x", PLACE))).toBe(true);
});
