import { expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { users } from "@/lib/contracts/accounts/users";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import type { Mail } from "@/sandbox/store/store";
import { until } from "@/sandbox/testing";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

const sandbox = runSandbox({ smtpPort: Number(new URL(env.SMTP_URL ?? "").port) });
const api = runApi({ withoutLimits: true });
runWorkers();

const PASSWORD = "a senha da dona";

async function buildOwner(): Promise<TestUser> {
  const user = await buildUser({ plan: "pro" });
  await execute(
    sql`UPDATE users SET password_hash = ${await hashPassword(PASSWORD, user.email)} WHERE id = ${user.personId}`,
  );
  return user;
}

const mailTo = ({ email }: TestUser, subject: string): Promise<Mail> =>
  until(async () => {
    const mails = await sandbox.control<Mail[]>("GET", "/mails");
    return mails.find((mail) => mail.to.includes(email) && mail.subject === subject);
  }, subject);

const webhook = { url: "https://recebe.example/", events: ["lead.created" as const] };
const token = { name: "Planilha", scopes: ["read" as const], expires_in_days: null };
const change = { current_password: PASSWORD, new_password: "outra senha boa" };

test.each([
  {
    what: "a new webhook",
    subject: "Um webhook foi criado na sua conta",
    act: (owner: TestUser) => callApi(api, webhooks.create, { body: webhook }, owner.headers),
  },
  {
    what: "a new API token",
    subject: "Um token de API foi criado na sua conta",
    act: (owner: TestUser) => callApi(api, apiTokens.create, { body: token }, owner.headers),
  },
  {
    what: "a changed password",
    subject: "A senha da sua conta foi alterada",
    act: (owner: TestUser) => callApi(api, users.changePassword, { body: change }, owner.headers),
  },
  {
    what: "a password set by mail",
    subject: "A senha da sua conta foi alterada",
    act: async (owner: TestUser) => {
      await callApi(api, auth.requestReset, { body: { email: owner.email } });
      const { text } = await mailTo(owner, "Crie uma nova senha no Garimpo");
      const mailed = /token=([\w-]+)/.exec(text)?.[1] ?? "";
      const body = { token: mailed, new_password: "outra senha boa" };
      return callApi(api, auth.confirmReset, { body });
    },
  },
])("$what is mailed to the owner, once", async ({ subject, act }) => {
  const owner = await buildOwner();
  const { status } = await act(owner);
  expect([200, 201]).toContain(status);
  const mail = await mailTo(owner, subject);
  expect(mail.text).toContain(`${env.APP_URL}/profile`);
  expect(mail.text).toContain("Se não foi você");
  const kinds = await rows<{ kind: string }>(
    sql`SELECT kind FROM mails WHERE user_id = ${owner.personId} AND kind <> 'password_reset'`,
  );
  expect(kinds).toHaveLength(1);
});

test("what was refused is mailed to nobody", async () => {
  const owner = await buildOwner();
  const answers = [
    await callApi(
      api,
      webhooks.create,
      { body: { ...webhook, url: "http://10.0.0.1/" } },
      owner.headers,
    ),
    await callApi(
      api,
      users.changePassword,
      { body: { ...change, current_password: "errada!!" } },
      owner.headers,
    ),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(await rows(sql`SELECT kind FROM mails WHERE user_id = ${owner.personId}`)).toEqual([]);
});
