import { imports } from "@/lib/contracts/leads/imports";
import { importWork } from "@/server/leads/imports/import-execution.service";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import type { TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";

type Api = Pick<TestApi, "url">;
type Uploaded = Awaited<ReturnType<typeof callApi<typeof imports.upload>>>["body"];
type Body = Parameters<typeof callApi<typeof imports.start>>[2]["body"];

export async function uploadFile(
  api: Api,
  user: TestUser,
  content: string | Uint8Array,
): Promise<Uploaded> {
  const response = await fetch(`${api.url}/api/imports?file_name=clientes.csv`, {
    method: "POST",
    headers: user.headers,
    body: content as BodyInit,
  });
  return (await response.json()) as Uploaded;
}

/** Starts an uploaded file and works on it until it is over. Returns the API's answer about it then. */
export async function importUploaded(
  api: Api,
  user: TestUser,
  uploaded: Uploaded,
  choice: Partial<Body> = {},
) {
  const { id } = uploaded.import;
  const body: Body = { mapping: uploaded.file.mapping, mode: "skip", ...choice };
  const started = await callApi(api, imports.start, { params: { id }, body }, user.headers);
  if (started.status !== 202) throw new Error(JSON.stringify(started.body));
  return workOnImport(api, user, id);
}

/** Works on an import until it is over. */
export async function workOnImport(api: Api, user: TestUser, id: number) {
  await workOnRow(importWork, id, new AbortController().signal);
  return (await callApi(api, imports.get, { params: { id } }, user.headers)).body.import;
}

export async function importText(
  api: Api,
  user: TestUser,
  content: string | Uint8Array,
  choice: Partial<Body> = {},
) {
  return importUploaded(api, user, await uploadFile(api, user, content), choice);
}
