import { expect, test } from "vitest";
import { whatsapp } from "@/lib/contracts/whatsapp";
import { execute, sql } from "@/server/db/sql";
import { buildUser } from "../factories/users";
import { callApi } from "../support/api";
import { runApi, runSandbox } from "../support/running";
import { pairWhatsapp } from "../support/whatsapp";

const api = runApi();
const sandbox = runSandbox();

test("the sandbox's phones are told apart from real ones", async () => {
  const { headers } = await buildUser();
  const { body } = await callApi(api, whatsapp.instance, {}, headers);
  expect(body.data).toMatchObject({ simulated: true, status: "DISCONNECTED" });
});

test("a phone of another provider counts as disconnected and is paired anew", async () => {
  const user = await buildUser();
  await pairWhatsapp(api, sandbox, user);
  await execute(
    sql`UPDATE whatsapp_instances SET provider = 'baileys', sealed_token = 'of the other' WHERE owner_id = ${user.id}`,
  );

  const read = await callApi(api, whatsapp.instance, {}, user.headers);
  expect(read.body.data).toMatchObject({ status: "DISCONNECTED", number: null });

  // The server of this provider still has the phone.
  const again = await callApi(api, whatsapp.connect, {}, user.headers);
  expect(again.body.data).toMatchObject({ status: "CONNECTED", connected: true });
});

test("a phone can be paired by a code, also while a QR code is shown", async () => {
  const { headers } = await buildUser();
  const pair = (phone: string) => callApi(api, whatsapp.pairWithCode, { body: { phone } }, headers);

  const first = await pair("11 98888-7777");
  expect(first.body.data.pairing_code).toMatch(/^[A-Z0-9]{8}$/);
  expect(first.body.data).toMatchObject({ status: "CONNECTING", pairs_by_code: true });

  const other = await buildUser();
  await callApi(api, whatsapp.connect, {}, other.headers);
  const body = { phone: "11 98888-7777" };
  const second = await callApi(api, whatsapp.pairWithCode, { body }, other.headers);
  expect(second.body.data.pairing_code).toMatch(/^[A-Z0-9]{8}$/);
  expect(second.body.data.problem).toBeNull();

  expect(await pair("123")).toMatchObject({ status: 400, body: { code: "invalid_input" } });
});
