import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountActions } from "@/lib/contracts/accounts/account-actions";
import { auth } from "@/lib/contracts/accounts/auth";
import { team } from "@/lib/contracts/accounts/team";
import { ROLE_NEEDED, type Role } from "@/lib/domain/accounts/roles";
import type { Mail } from "@/sandbox/store/store";
import { discard, type TestSandbox, until } from "@/sandbox/testing";
import {
  invite as mailInvitation,
  revokeAllInvitations,
} from "@/server/accounts/team/invitations.service";
import type { PersonId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { buildApiToken } from "@/tests/factories/owned-rows";
import { actorOf, buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi, runWorkers } from "@/tests/support/running";
import { startOwnSandbox } from "@/tests/support/whatsapp";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startOwnSandbox({ smtpPort: Number(new URL(env.SMTP_URL ?? "").port) });
});
afterAll(() => discard(sandbox));
const api = runApi({ withoutLimits: true });
runWorkers();

type By = Pick<TestUser, "headers">;

const invite = (by: By, email: string, role: Role = "seller") =>
  callApi(api, team.invite, { body: { email, role } }, by.headers);
const join = (token: string, name = "Bia Nova") =>
  callApi(api, team.join, { body: { token, name, password: "uma senha longa" } });
const change = (by: By, id: number, body: { role?: Role; suspended?: boolean }) =>
  callApi(api, team.change, { params: { id }, body }, by.headers);
const listPeople = async (by: By) => (await callApi(api, team.list, {}, by.headers)).body;
const logIn = (email: string) =>
  callApi(api, auth.login, { body: { email, password: "uma senha longa" } });
const newEmail = () => `${randomUUID()}@teste.example`;

/** The secret in the last of `count` invitations that were mailed to somebody. */
async function mailedToken(email: string, count = 1): Promise<string> {
  const mails = await until(async () => {
    const all = await sandbox.control<Mail[]>("GET", "/mails");
    const found = all.filter(({ to, text }) => to.includes(email) && text.includes("/convite?"));
    return found.length >= count && found;
  }, "the invitation");
  return /[?&]token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
}

async function buildColleague(owner: TestUser, role: Role) {
  const personId = await buildMember(owner.id, undefined, role);
  return { personId, ...(await signIn(personId)) };
}

describe("an invitation", () => {
  test("brings the holder of the mailbox into the account, once, with the role it names", async () => {
    const owner = await buildUser({ plan: "pro" });
    const email = newEmail();
    const made = await invite(owner, email.toUpperCase(), "manager");
    expect(made).toMatchObject({ status: 201, body: { invitation: { email, role: "manager" } } });
    const token = await mailedToken(email);
    expect(await callApi(api, team.read, { body: { token } })).toMatchObject({
      status: 200,
      body: { email, role: "manager", invited_by: "Ana Teste", business_name: null },
    });
    expect(await join(token)).toMatchObject({ status: 201, body: { email } });
    const { body: opened } = await logIn(email);
    const people = await listPeople({ headers: { token: opened.token } });
    expect(people.people).toContainEqual(
      expect.objectContaining({ email, name: "Bia Nova", role: "manager", is_you: true }),
    );
    expect(await join(token)).toMatchObject({
      status: 400,
      body: { error: "Convite inválido ou vencido." },
    });
    const { body } = await callApi(api, accountActions.list, { query: {} }, owner.headers);
    expect(body.actions).toMatchObject([
      { action: "signed_in", person: "Bia Nova" },
      { action: "person_joined", person: "Bia Nova" },
      { action: "person_invited", person: "Ana Teste", details: { name: email } },
    ]);
    // A reset by mail finds the mailbox proved: it takes nothing of the account back.
    expect(
      await rows(sql`SELECT 1 FROM users WHERE email = ${email} AND mailbox_proved_at IS NOT NULL`),
    ).toHaveLength(1);
  });

  test("ten acceptances at once: one person comes in", async () => {
    const owner = await buildUser({ plan: "pro" });
    const email = newEmail();
    await invite(owner, email);
    const token = await mailedToken(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => join(token, `Nº ${at}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    expect(await rows(sql`SELECT 1 FROM users WHERE email = ${email}`)).toHaveLength(1);
  });

  test("opens nothing once it is taken back, replaced, over, or its inviter may no longer invite", async () => {
    const owner = await buildUser({ plan: "pro" });
    const manager = await buildColleague(owner, "manager");
    const [back, again, over, sent] = [newEmail(), newEmail(), newEmail(), newEmail()];
    const made = await invite(owner, back);
    const tokens = [await mailedToken(back)];
    const params = { id: made.body.invitation.id };
    expect((await callApi(api, team.revoke, { params }, owner.headers)).status).toBe(200);
    await invite(owner, again);
    tokens.push(await mailedToken(again));
    await invite(owner, again);
    const renewed = await mailedToken(again, 2);
    await invite(owner, over);
    tokens.push(await mailedToken(over));
    await execute(
      sql`UPDATE account_invitations SET expires_at = now() - interval '1 millisecond' WHERE email = ${over}`,
    );
    await execute(sql`UPDATE accounts SET seats = 20 WHERE id = ${owner.id}`);
    await invite(manager, sent);
    tokens.push(await mailedToken(sent));
    await change(owner, manager.personId, { role: "seller" });
    for (const token of tokens) {
      expect((await callApi(api, team.read, { body: { token } })).status).toBe(400);
      expect((await join(token)).status).toBe(400);
    }
    expect((await join(renewed)).status).toBe(201);
  });

  test("moves nobody who has an account: they are told, and so is who invites them", async () => {
    const [owner, other] = [await buildUser({ plan: "pro" }), await buildUser()];
    expect(await invite(owner, other.email)).toMatchObject({
      status: 409,
      body: {
        code: "email_taken",
        fields: {
          email:
            "Este e-mail já entra em outra conta do Garimpo. Convide a pessoa em outro e-mail.",
        },
      },
    });
    expect(await invite(owner, owner.email)).toMatchObject({
      status: 409,
      body: { error: "Esta pessoa já está na equipe." },
    });
    const email = newEmail();
    await invite(owner, email);
    const token = await mailedToken(email);
    await execute(sql`UPDATE users SET email = ${email} WHERE id = ${other.personId}`);
    expect(await join(token)).toMatchObject({ status: 409, body: { code: "email_taken" } });
    expect(await rows(sql`SELECT account_id FROM users WHERE email = ${email}`)).toEqual([
      { account_id: other.id },
    ]);
    expect((await callApi(api, team.read, { body: { token } })).status).toBe(200);
  });

  test("that ends before its mail went out is not mailed, whatever ended it", async () => {
    const owner = await buildUser({ plan: "pro" });
    const email = newEmail();
    const session = await firstRow<{ id: string }>(
      sql`SELECT id FROM sessions WHERE user_id = ${owner.personId}`,
    );
    const actor = { ...actorOf(owner), sessionId: session?.id ?? "" };
    await transaction(async () => {
      await mailInvitation(actor, { email, role: "seller" });
      await revokeAllInvitations();
    });
    const states = () =>
      rows<{ ended: boolean; is_open: boolean }>(
        sql`SELECT failed_at IS NOT NULL AS ended, sealed_link IS NOT NULL AS is_open FROM mails
            WHERE user_id = ${owner.personId} AND kind = 'invitation'`,
      );
    await expect.poll(states).toEqual([{ ended: true, is_open: false }]);
    const mails = await sandbox.control<Mail[]>("GET", "/mails");
    expect(mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });

  test("of a name that is an advertisement, the mail says nothing", async () => {
    const owner = await buildUser({ plan: "pro" });
    await execute(
      sql`UPDATE users SET name = 'Compre em oferta.example' WHERE id = ${owner.personId}`,
    );
    const email = newEmail();
    await invite(owner, email);
    await mailedToken(email);
    const [mail] = (await sandbox.control<Mail[]>("GET", "/mails")).filter(({ to }) =>
      to.includes(email),
    );
    expect(mail?.text).toContain("Uma pessoa da equipe convidou você");
    expect(`${mail?.text}${mail?.html}${mail?.to}`).not.toContain("oferta");
  });
});

describe("seats", () => {
  test("a free account has one, PRO five, and the administrator may set another number", async () => {
    const free = await buildUser();
    await execute(
      sql`DELETE FROM users WHERE account_id = ${free.id} AND id <> ALL(${[free.id, free.personId]})`,
    );
    const used = (await listPeople(free)).seats.used;
    expect((await listPeople(free)).seats).toEqual({ used, total: 1 });
    expect(await invite(free, newEmail())).toMatchObject({
      status: 409,
      body: {
        code: "quota_reached",
        error: "Sua conta tem um lugar só. Com o plano PRO a equipe pode ter até 5 pessoas.",
      },
    });
    await execute(sql`UPDATE accounts SET plan = 'pro' WHERE id = ${free.id}`);
    expect((await listPeople(free)).seats.total).toBe(5);
    await execute(sql`UPDATE accounts SET seats = ${used + 1} WHERE id = ${free.id}`);
    expect((await invite(free, newEmail())).status).toBe(201);
    // One is promised: the next has no seat.
    expect((await invite(free, newEmail())).status).toBe(409);
  });

  test("ten who accept at once take no more than there are, and going down throws nobody out", async () => {
    const owner = await buildUser({ plan: "pro" });
    const { used } = (await listPeople(owner)).seats;
    await execute(sql`UPDATE accounts SET seats = ${used + 10} WHERE id = ${owner.id}`);
    const emails = Array.from({ length: 10 }, newEmail);
    for (const email of emails) await invite(owner, email);
    const tokens = await Promise.all(emails.map((email) => mailedToken(email)));
    await execute(sql`UPDATE accounts SET seats = ${used + 3} WHERE id = ${owner.id}`);
    const answers = await Promise.all(tokens.map((token) => join(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === "quota_reached")).toHaveLength(7);
    await execute(sql`UPDATE accounts SET seats = 1 WHERE id = ${owner.id}`);
    const left = await listPeople(owner);
    expect(left.seats).toEqual({ used: used + 3, total: 1 });
  });
});

describe("a colleague", () => {
  test("who is suspended is out at once, by session and by token, and comes in again when restored", async () => {
    const owner = await buildUser({ plan: "pro" });
    const seller = await buildColleague(owner, "seller");
    const token = await buildApiToken({ ...owner, ...seller }, ["read"]);
    expect((await change(owner, seller.personId, { suspended: true })).status).toBe(200);
    for (const by of [seller, token]) {
      expect((await request(api, "GET", "/api/lists", undefined, by.headers)).status).toBe(401);
    }
    expect((await change(owner, seller.personId, { suspended: false })).status).toBe(200);
    // What was ended stays ended.
    for (const by of [seller, token]) {
      expect((await request(api, "GET", "/api/lists", undefined, by.headers)).status).toBe(401);
    }
    const { headers } = await signIn(seller.personId);
    expect((await request(api, "GET", "/api/lists", undefined, headers)).status).toBe(200);
  });

  test("is not restored where no seat is left", async () => {
    const owner = await buildUser({ plan: "pro" });
    const seller = await buildColleague(owner, "seller");
    await change(owner, seller.personId, { suspended: true });
    const { used } = (await listPeople(owner)).seats;
    await execute(sql`UPDATE accounts SET seats = ${used} WHERE id = ${owner.id}`);
    expect(await change(owner, seller.personId, { suspended: false })).toMatchObject({
      status: 409,
      body: { code: "quota_reached" },
    });
  });

  test("gives and takes nothing above their own role, and nothing of their own", async () => {
    const owner = await buildUser({ plan: "pro" });
    const manager = await buildColleague(owner, "manager");
    const seller = await buildColleague(owner, "seller");
    const refused = { status: 403, body: { error: ROLE_NEEDED.owner } };
    expect(await invite(manager, newEmail(), "owner")).toMatchObject(refused);
    expect(await change(manager, seller.personId, { role: "owner" })).toMatchObject(refused);
    expect(await change(manager, owner.personId, { suspended: true })).toMatchObject(refused);
    expect(await change(manager, owner.personId, { role: "seller" })).toMatchObject(refused);
    expect((await change(manager, manager.personId, { role: "seller" })).status).toBe(409);
    expect((await change(manager, seller.personId, { role: "manager" })).status).toBe(200);
    expect(await invite(seller, newEmail())).toMatchObject({ status: 201 });
    const roles = await rows<{ id: PersonId; role: Role }>(
      sql`SELECT id, role FROM users WHERE id = ANY(${[owner.personId, manager.personId, seller.personId]}) ORDER BY id`,
    );
    expect(roles.map(({ role }) => role).sort()).toEqual(["manager", "manager", "owner"]);
  });

  test("two owners who suspend each other at once: one of them stays", async () => {
    const one = await buildUser({ plan: "pro" });
    const other = await buildColleague(one, "owner");
    await execute(
      sql`UPDATE users SET role = 'seller' WHERE account_id = ${one.id} AND id <> ALL(${[one.personId, other.personId]})`,
    );
    const answers = await Promise.all([
      change(one, other.personId, { suspended: true }),
      change(other, one.personId, { suspended: true }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM users
          WHERE account_id = ${one.id} AND role = 'owner' AND suspended_at IS NULL`,
    );
    expect(left?.count).toBe(1);
  });
});

describe("what somebody may do is what they may now", () => {
  test("a manager takes nothing back that an owner offered an owner", async () => {
    const owner = await buildUser({ plan: "pro" });
    await execute(sql`UPDATE accounts SET seats = 20 WHERE id = ${owner.id}`);
    const manager = await buildColleague(owner, "manager");
    const [one, other] = [newEmail(), newEmail()];
    await invite(owner, one, "owner");
    const made = await invite(owner, other, "owner");
    const refused = { status: 403, body: { error: ROLE_NEEDED.owner } };
    expect(await invite(manager, one, "seller")).toMatchObject(refused);
    const params = { id: made.body.invitation.id };
    expect(await callApi(api, team.revoke, { params }, manager.headers)).toMatchObject(refused);
    const { body } = await callApi(api, team.invitations, {}, owner.headers);
    expect(body.invitations.map(({ role }) => role)).toEqual(["owner", "owner"]);
  });

  test("who is demoted while they wait for their turn gives nothing of the former role", async () => {
    const owner = await buildUser({ plan: "pro" });
    const manager = await buildColleague(owner, "manager");
    const seller = await buildColleague(owner, "seller");
    let waiting: ReturnType<typeof change> | undefined;
    await transaction(async () => {
      await execute(sql`SELECT 1 FROM accounts WHERE id = ${owner.id} FOR NO KEY UPDATE`);
      await execute(sql`UPDATE users SET role = 'seller' WHERE id = ${manager.personId}`);
      waiting = change(manager, seller.personId, { role: "manager" });
      await expect
        .poll(() => rows(sql`SELECT 1 FROM pg_locks WHERE NOT granted`), { timeout: 4_000 })
        .not.toEqual([]);
    });
    expect(await waiting).toMatchObject({ status: 403 });
  });

  test("whoever is promoted keeps what they offered; who is demoted keeps what they may still offer", async () => {
    const owner = await buildUser({ plan: "pro" });
    await execute(sql`UPDATE accounts SET seats = 20 WHERE id = ${owner.id}`);
    const manager = await buildColleague(owner, "manager");
    await invite(manager, newEmail(), "seller");
    const open = async () =>
      (await callApi(api, team.invitations, {}, owner.headers)).body.invitations.length;
    await change(owner, manager.personId, { role: "owner" });
    expect(await open()).toBe(1);
    const { headers } = await signIn(manager.personId);
    await invite({ headers }, newEmail(), "owner");
    await change(owner, manager.personId, { role: "manager" });
    expect(await open()).toBe(1);
    await change(owner, manager.personId, { role: "seller" });
    expect(await open()).toBe(0);
  });

  test("a seller changes their own name, and nothing that is said of the business", async () => {
    const owner = await buildUser();
    const seller = await buildColleague(owner, "seller");
    const update = (body: object) => request(api, "PATCH", "/api/user", body, seller.headers);
    expect(await update({ name: "Rui" })).toMatchObject({ status: 200 });
    expect(await update({ business_name: "Outra" })).toMatchObject({
      status: 403,
      body: { error: ROLE_NEEDED.manager },
    });
  });

  test("who proves the mailbox of an account that somebody else registered is alone in it", async () => {
    const owner = await buildUser({ plan: "pro" });
    await execute(sql`UPDATE accounts SET seats = 20 WHERE id = ${owner.id}`);
    const colleague = await buildColleague(owner, "owner");
    const email = newEmail();
    await invite(owner, email, "owner");
    const token = await mailedToken(email);
    const founder = await firstRow<{ email: string }>(
      sql`SELECT email FROM users WHERE id = ${owner.id}`,
    );
    const mailbox = founder?.email ?? "";
    await callApi(api, auth.requestReset, { body: { email: mailbox } });
    const reset = await until(async () => {
      const mails = await sandbox.control<Mail[]>("GET", "/mails");
      const mail = mails.find(
        ({ to, text }) => to.includes(mailbox) && text.includes("reset_password"),
      );
      return mail && /[?&]token=([\w-]+)/.exec(mail.text)?.[1];
    }, "the link");
    const new_password = "uma senha nova";
    const confirmed = await callApi(api, auth.confirmReset, {
      body: { token: reset, new_password },
    });
    expect(confirmed.status).toBe(200);
    expect((await request(api, "GET", "/api/lists", undefined, colleague.headers)).status).toBe(
      401,
    );
    expect((await join(token)).status).toBe(400);
    expect(
      await rows(sql`SELECT id FROM users WHERE account_id = ${owner.id} AND suspended_at IS NULL`),
    ).toEqual([{ id: owner.id }]);
  });
});
