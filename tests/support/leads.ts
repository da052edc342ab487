import { expect } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import type { TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";

type Api = Pick<TestApi, "url">;

const COMPLETE = {
  name: "Padaria São João",
  website: "padariasaojoao.example",
  whatsapp: "(11) 98765-4321",
  address: "Rua das Flores, 10",
  obs: "Ligar à tarde",
};

/** Creates a lead through the API, with all fields by default. */
export function createLead(
  api: Api,
  user: TestUser,
  input: Partial<typeof COMPLETE> & Record<string, unknown> = {},
) {
  return callApi(api, leads.create, { body: { ...COMPLETE, ...input } }, user.headers);
}

/** One page of the list. */
export async function findLeads(
  api: Api,
  user: TestUser,
  query: Record<string, string | number | undefined>,
) {
  const { body, status } = await callApi(api, leads.list, { query: query as never }, user.headers);
  expect(status).toBe(200);
  return body;
}
