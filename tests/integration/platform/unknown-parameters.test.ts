import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { registry } from "@/lib/contracts/registry/registry";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let user: TestUser;

beforeAll(async () => {
  user = await buildUser({ id: env.ADMIN_USER_ID, plan: "pro" });
});

/** A value that every path takes. */
const PARAMS: Record<string, string> = {
  cnpj: "33000167000101",
  uf: "SP",
  phone: "5511999990000",
  number: "5511999990000",
};
const fill = (path: string) =>
  path
    .replace("/sessions/{id}", `/sessions/${randomUUID()}`)
    .replace(/\{(\w+)\}/g, (_whole, name: string) => PARAMS[name] ?? "1");

const refusedFields = async (method: string, path: string) => {
  const { status, body } = await request<{ error: string; fields?: Record<string, string> }>(
    api,
    method,
    path,
    method === "GET" ? undefined : {},
    user.headers,
  );
  return { status, fields: body.fields };
};

/** Monitors append what they like to the address of a health check. */
const named = allEndpoints.filter(({ access, query }) => access !== "public" || query);

test.each(named.map(({ method, path }) => `${method} ${path}`))(
  "%s refuses a parameter that it does not have",
  async (endpoint) => {
    const [method = "", path = ""] = endpoint.split(" ");
    expect(await refusedFields(method, `${fill(path)}?inventado=1&constructor=`)).toEqual({
      status: 400,
      fields: {
        inventado: "Parâmetro desconhecido.",
        constructor: "Parâmetro desconhecido.",
      },
    });
  },
);

test.each([
  "/api/registry/export?cep=01",
  "/api/leads/export?format=csv",
  "/api/opt-outs/export?format=csv",
  "/api/prospecting/activities/1/recipients/export?format=csv",
])("GET %s refuses one too", async (path) => {
  expect(await refusedFields("GET", `${path}&quarteirao=12`)).toEqual({
    status: 400,
    fields: { quarteirao: "Parâmetro desconhecido." },
  });
});

test("a search of the registry says which of its parameters are none, or there twice", async () => {
  expect(
    await refusedFields(
      "GET",
      "/api/dados-receita?cidade=3550308&simpels=true&quarteirao=12&uf=SP&uf=RJ&mei=true&mei=false",
    ),
  ).toEqual({
    status: 400,
    fields: {
      simpels: "Parâmetro desconhecido.",
      quarteirao: "Parâmetro desconhecido.",
      mei: "Informe este parâmetro uma só vez.",
    },
  });
});

test("a filter whose matches are saved has no other fields either", async () => {
  const body = { filter: { cidade: "3550308", simpels: "true" } as object, list_name: "Empresas" };
  const { status, body: answer } = await callApi(api, registry.save, { body }, user.headers);
  expect({ status, fields: answer.fields }).toEqual({
    status: 400,
    fields: { "filter.simpels": "Campo desconhecido." },
  });
});
