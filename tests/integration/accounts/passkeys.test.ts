import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { type NewPasskey, passkeys } from "@/lib/contracts/accounts/passkeys";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { users } from "@/lib/contracts/accounts/users";
import { accountDeletion } from "@/lib/contracts/custody/account-deletion";
import { accountExports } from "@/lib/contracts/custody/account-exports";
import { hashPassword } from "@/server/accounts/users/password.service";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { sealBytes } from "@/server/platform/secrets";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { Authenticator } from "@/tests/support/authenticator";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const PASSWORD = "a senha do teste";
const PROOF = { current_password: PASSWORD };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD, "test");
});

async function buildMember(): Promise<TestUser> {
  const user = await buildUser();
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${user.personId}`);
  return user;
}

const newDevice = (counts = true) => new Authenticator(api.url, counts);

const start = async (user: TestUser) =>
  (await callApi(api, passkeys.start, { body: PROOF }, user.headers)).body.options;

const add = (user: TestUser, body: NewPasskey) =>
  callApi(api, passkeys.add, { body }, user.headers);

async function buildPasskey(user: TestUser, device = newDevice()): Promise<Authenticator> {
  expect(await add(user, device.create(await start(user)))).toMatchObject({ status: 201 });
  return device;
}

const ask = async () => (await callApi(api, passkeys.startSignIn, {})).body.options;
const askProof = async (user: TestUser) =>
  (await callApi(api, passkeys.prove, {}, user.headers)).body.options;

const signIn = (body: PasskeyAnswer, headers = {}) =>
  callApi(api, passkeys.signIn, { body }, headers);

const list = async (user: TestUser) =>
  (await callApi(api, passkeys.list, {}, user.headers)).body.passkeys;

const mailsOf = async (user: TestUser) =>
  (
    await rows<{ kind: string }>(
      sql`SELECT kind FROM mails WHERE user_id = ${user.personId} ORDER BY id`,
    )
  ).map(({ kind }) => kind);

const actionsOf = async (user: TestUser) =>
  (
    await rows<{ action: string }>(
      sql`SELECT action FROM account_actions WHERE owner_id = ${user.id} ORDER BY id`,
    )
  ).map(({ action }) => action);

const REFUSED = { status: 401, body: { code: "invalid_credentials" } };

describe("adding", () => {
  test("asks for the password before; the owner is told, and the list shows it", async () => {
    const user = await buildMember();
    for (const [body, field] of [
      [{}, "current_password"],
      [{ current_password: "outra senha" }, "current_password"],
    ] as const) {
      const refused = await callApi(api, passkeys.start, { body }, user.headers);
      expect(refused).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      });
    }
    const device = newDevice();
    const options = await start(user);
    expect(options).toMatchObject({
      rp: { id: "127.0.0.1" },
      user: { name: user.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const made = await add(user, device.create(options, "Meu celular"));
    expect(made.body.passkey).toMatchObject({ name: "Meu celular", last_used_at: null });
    expect(await list(user)).toEqual([made.body.passkey]);
    expect(await mailsOf(user)).toEqual(["passkey_added"]);
    expect(await actionsOf(user)).toEqual(["passkey_added"]);
    // The device gets its credential's id, so that it makes no second one.
    expect((await start(user)).excludeCredentials).toEqual([
      {
        id: device.credentialId.toString("base64url"),
        type: "public-key",
        transports: ["internal"],
      },
    ]);
  });

  test("takes nothing that was made elsewhere, for somebody else, before, or without unlocking", async () => {
    const [user, other] = await Promise.all([buildMember(), buildMember()]);
    const options = await start(user);
    const foreign = await start(other);
    const { challenge } = await ask();
    const device = newDevice();
    const wrong: NewPasskey[] = [
      device.create(foreign),
      device.create({ ...options, challenge }),
      device.create({ ...options, challenge: randomBytes(32).toString("base64url") }),
      device.create(options, "x", { origin: "https://garimpo.exemplo.net" }),
      device.create(options, "x", { rpId: "exemplo.net" }),
      device.create(options, "x", { type: "webauthn.get" }),
      device.create(options, "x", { unverified: true }),
      { ...device.create(options), credential_id: randomBytes(32).toString("base64url") },
    ];
    for (const [index, made] of wrong.entries()) {
      expect((await add(user, made)).status, String(index)).toBe(400);
    }
    const made = device.create(options);
    expect((await add(user, made)).status).toBe(201);
    // Its challenge was answered.
    expect((await add(user, newDevice().create(options))).status).toBe(400);
    // A device of another account is nobody else's.
    const taken = device.create(foreign);
    expect(await add(other, taken)).toMatchObject({ status: 409 });
    expect(await list(other)).toEqual([]);
  });

  test("takes no key by which nobody could sign in", async () => {
    const user = await buildMember();
    const made = newDevice().create(await start(user));
    const bytes = Buffer.from(made.attestation, "base64url");
    // A point that is not on the curve: CBOR's head of its first coordinate, followed by another number.
    const at = bytes.indexOf(Buffer.from("215820", "hex")) + 3;
    expect(at).toBeGreaterThan(3);
    bytes.fill(7, at, at + 32);
    expect((await add(user, { ...made, attestation: bytes.toString("base64url") })).status).toBe(
      400,
    );
    expect(await list(user)).toEqual([]);
    expect((await add(user, made)).status).toBe(201);
  });

  test("ends at twenty, also when several come at once", async () => {
    const user = await buildMember();
    await execute(
      sql`INSERT INTO passkeys (owner_id, credential_id, public_key, transports, name, backed_up)
          SELECT ${user.personId}::int, convert_to(gen_random_uuid()::text, 'UTF8'), '\\x00', '{}', 'x', false
          FROM generate_series(1, 18)`,
    );
    const made = await Promise.all(
      [1, 2, 3, 4].map(async () => newDevice().create(await start(user))),
    );
    const answers = await Promise.all(made.map((each) => add(user, each)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(/até 20/);
    expect(await list(user)).toHaveLength(20);
  });

  test("survives hostile bytes", async () => {
    const user = await buildMember();
    const options = await start(user);
    const good = newDevice().create(options);
    // Arrays within arrays, a length that is not there, and noise.
    const hostile = [
      Buffer.alloc(11_000, 0x81),
      Buffer.from("5bffffffffffffffff", "hex"),
      Buffer.from("bf", "hex"),
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746140", "hex"),
      ...Array.from({ length: 20 }, () => randomBytes(300)),
    ];
    for (const bytes of hostile) {
      await execute(sql`DELETE FROM rate_limits`);
      const attestation = bytes.toString("base64url");
      expect((await add(user, { ...good, attestation })).status).toBe(400);
      expect((await add(user, { ...good, client_data: attestation.slice(0, 4_000) })).status).toBe(
        400,
      );
    }
    expect((await add(user, { ...good, attestation: "x".repeat(16_001) })).status).toBe(400);
    expect((await add(user, good)).status).toBe(201);
  });
});

describe("signing in", () => {
  test("needs no password, and is noted", async () => {
    const user = await buildMember();
    const device = await buildPasskey(user);
    const options = await ask();
    expect(options).toMatchObject({ allowCredentials: [], userVerification: "required" });
    const answer = await signIn(device.answer(options));
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.personId } } });
    const me = await callApi(api, users.me, {}, { token: answer.body.token });
    expect(me.status).toBe(200);
    expect(await actionsOf(user)).toEqual(["passkey_added", "signed_in"]);
    expect((await list(user))[0]?.last_used_at).not.toBeNull();
    // A browser gets the cookie along.
    const inBrowser = await signIn(device.answer(await ask()), { "sec-fetch-site": "same-origin" });
    expect(inBrowser.headers.get("set-cookie")).toMatch(/next-auth\.session-token=/);
  });

  test("is no code's business: the passkey is more than both", async () => {
    const user = await buildMember();
    const device = await buildPasskey(user);
    await execute(
      sql`INSERT INTO second_factors (user_id, sealed_secret, confirmed_at) VALUES (${user.personId}, 'x', now())`,
    );
    expect((await signIn(device.answer(await ask()))).status).toBe(200);
  });

  test("takes each challenge once, and none that is old, foreign or made for something else", async () => {
    const user = await buildMember();
    const device = await buildPasskey(user);
    const once = device.answer(await ask());
    const both = await Promise.all([signIn(once), signIn(once)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const old = sealBytes(
      JSON.stringify({ userId: null, expiresAt: Date.now() - 1 }),
      "passkey challenge to sign-in",
    ).toString("base64url");
    const options = await ask();
    const wrong = [
      device.answer({ challenge: old }),
      device.answer({ challenge: randomBytes(100).toString("base64url") }),
      device.answer(await askProof(user)),
      device.answer(await start(user)),
      device.answer(options, { origin: "https://garimpo.exemplo.net" }),
      device.answer(options, { rpId: "exemplo.net" }),
      device.answer(options, { type: "webauthn.create" }),
      device.answer(options, { unverified: true }),
    ];
    for (const [index, answer] of wrong.entries()) {
      expect(await signIn(answer), String(index)).toMatchObject(REFUSED);
    }
    // What was refused used no challenge up.
    expect((await signIn(device.answer(options))).status).toBe(200);
  });

  test("is refused to a foreign signature, a foreign account's name, an unknown device and hostile bytes", async () => {
    const [user, other] = await Promise.all([buildMember(), buildMember()]);
    const [device, foreign] = [await buildPasskey(user), await buildPasskey(other)];
    const options = await ask();
    const good = device.answer(options);
    const theirs = foreign.answer(options);
    const noise = () => randomBytes(120).toString("base64url");
    const wrong: PasskeyAnswer[] = [
      { ...good, signature: theirs.signature },
      { ...theirs, credential_id: good.credential_id },
      { ...good, user_handle: theirs.user_handle },
      newDevice().answer(options),
      ...Array.from({ length: 10 }, () => ({ ...good, authenticator_data: noise() })),
      ...Array.from({ length: 10 }, () => ({ ...good, signature: noise() })),
      { ...good, client_data: Buffer.from("[".repeat(2_900)).toString("base64url") },
      { ...good, client_data: Buffer.from("null").toString("base64url") },
    ];
    for (const [index, answer] of wrong.entries()) {
      expect(await signIn(answer), String(index)).toMatchObject(REFUSED);
    }
    expect((await signIn(good)).body.user).toMatchObject({ id: user.personId });
  });

  test("is refused when the device counts back, of which the owner is told once a day", async () => {
    const user = await buildMember();
    const device = await buildPasskey(user);
    expect((await signIn(device.answer(await ask(), { counter: 40 }))).status).toBe(200);
    for (const counter of [40, 39, 0]) {
      expect(await signIn(device.answer(await ask(), { counter }))).toMatchObject(REFUSED);
    }
    expect((await mailsOf(user)).filter((kind) => kind === "passkey_copied")).toHaveLength(1);
    expect((await signIn(device.answer(await ask(), { counter: 41 }))).status).toBe(200);
    // What never counts is not behind.
    const uncounted = await buildPasskey(user, newDevice(false));
    for (const _ of [1, 2]) expect((await signIn(uncounted.answer(await ask()))).status).toBe(200);
  });

  test("is refused to a deactivated account, and to a removed passkey, as to an unknown one", async () => {
    const user = await buildMember();
    const device = await buildPasskey(user);
    const unknown = await signIn(newDevice().answer(await ask()));
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);
    const deactivated = await signIn(device.answer(await ask()));
    expect(deactivated).toMatchObject(REFUSED);
    expect(deactivated.body.error).toBe(unknown.body.error);
    await execute(sql`UPDATE accounts SET is_active = true WHERE id = ${user.id}`);
    const [passkey] = await list(user);
    const params = { id: passkey?.id ?? 0 };
    expect(
      await callApi(api, passkeys.remove, { params, body: PROOF }, user.headers),
    ).toMatchObject({ status: 200 });
    expect(await signIn(device.answer(await ask()))).toMatchObject(REFUSED);
    expect(await mailsOf(user)).toEqual(["passkey_added", "passkey_removed"]);
    expect(await actionsOf(user)).toEqual(["passkey_added", "passkey_removed"]);
  });

  test("leaves nothing of who only asks; answers go once their challenge has expired", async () => {
    const user = await buildMember();
    const device = await buildPasskey(user);
    const count = async () =>
      (await firstRow<{ n: number }>(sql`SELECT count(*)::int AS n FROM passkey_answers`))?.n;
    const before = await count();
    const options = await ask();
    expect(await count()).toBe(before);
    await signIn(device.answer(options));
    expect(await count()).toBe((before ?? 0) + 1);
    await trimTable("passkey_answers");
    expect(await count()).toBe((before ?? 0) + 1);
    await execute(sql`UPDATE passkey_answers SET expires_at = now() - interval '1 second'`);
    await trimTable("passkey_answers");
    expect(await count()).toBe(0);
  });
});

describe("proving", () => {
  test("a passkey stands for password and code before whatever asks for them", async () => {
    const user = await buildMember();
    const device = await buildPasskey(user);
    const prove = async () => ({ passkey: device.answer(await askProof(user)) });
    const { headers } = user;
    const set = await callApi(api, secondFactor.setUp, { body: await prove() }, headers);
    const { secret } = set.body;
    const code = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate();
    expect((await callApi(api, secondFactor.confirm, { body: { code } }, headers)).status).toBe(
      200,
    );
    expect((await callApi(api, secondFactor.get, {}, headers)).body).toMatchObject({
      ...{ enabled: true, passkeys: 1 },
    });
    // With the password, the code is still required.
    expect(await callApi(api, passkeys.start, { body: PROOF }, headers)).toMatchObject({
      ...{ status: 400, body: { fields: { code: expect.any(String) } } },
    });
    for (const endpoint of [passkeys.start, secondFactor.renewCodes, secondFactor.disable]) {
      expect((await callApi(api, endpoint, { body: await prove() }, headers)).status).toBe(200);
    }
    expect(
      (await callApi(api, accountExports.create, { body: await prove() }, headers)).status,
    ).toBe(202);
    const params = { id: (await list(user))[0]?.id ?? 0 };
    const body = { ...(await prove()), confirmation: "EXCLUIR" as const };
    expect((await callApi(api, accountDeletion.request, { body }, headers)).status).toBe(202);
    await callApi(api, accountDeletion.cancel, {}, headers);
    expect(
      (await callApi(api, passkeys.remove, { params, body: await prove() }, headers)).status,
    ).toBe(200);
  });

  test("takes no answer of another account's passkey, for another account, to sign in, or given before", async () => {
    const [user, other] = await Promise.all([buildMember(), buildMember()]);
    const [device, foreign] = [await buildPasskey(user), await buildPasskey(other)];
    const used = device.answer(await askProof(user));
    const start = (passkey: PasskeyAnswer) =>
      callApi(api, passkeys.start, { body: { passkey } }, user.headers);
    expect((await start(used)).status).toBe(200);
    for (const answer of [
      used,
      device.answer(await ask()),
      device.answer(await askProof(other)),
      foreign.answer(await askProof(user)),
      foreign.answer(await askProof(other)),
    ]) {
      expect(await start(answer)).toMatchObject({
        status: 400,
        body: { fields: { passkey: expect.any(String) } },
      });
    }
    const { allowCredentials } = await askProof(user);
    expect(allowCredentials.map(({ id }) => id)).toEqual([
      device.credentialId.toString("base64url"),
    ]);
  });
});

test("a passkey is renamed by its owner, and is nobody else's", async () => {
  const [user, other] = await Promise.all([buildMember(), buildMember()]);
  await buildPasskey(user);
  const params = { id: (await list(user))[0]?.id ?? 0 };
  const body = { name: "Notebook" };
  expect(await callApi(api, passkeys.rename, { params, body }, other.headers)).toMatchObject({
    status: 404,
  });
  expect(await callApi(api, passkeys.remove, { params, body: PROOF }, other.headers)).toMatchObject(
    { status: 404 },
  );
  expect(await callApi(api, passkeys.rename, { params, body }, user.headers)).toMatchObject({
    body: { passkey: { name: "Notebook" } },
  });
});

test("the password alone goes on signing in, while no second factor is required", async () => {
  const user = await buildMember();
  await buildPasskey(user);
  const body = { email: user.email, password: PASSWORD };
  expect((await callApi(api, auth.login, { body })).status).toBe(200);
});
