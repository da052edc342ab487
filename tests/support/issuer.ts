import { identities, signIn } from "@/lib/contracts/accounts/identities";
import type { TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";

/** The person to choose on the page of the sandbox's issuer. */
export interface Claimed {
  email?: string;
  name?: string;
  verified?: boolean;
  /** The issuer's name of the person; without one it follows from the e-mail. */
  sub?: string;
  /** Another choice than signing in as this person. */
  outcome?: string;
}

interface Begun {
  address: string;
  cookie: string;
}

type Api = Pick<TestApi, "url">;

export async function beginSignIn(api: Api, next?: string): Promise<Begun> {
  const body = { provider: "oidc" as const, ...(next !== undefined && { next }) };
  return toBegun(await callApi(api, signIn.start, { body }));
}

export async function beginLink(
  api: Api,
  user: TestUser,
  proof: { current_password: string; code?: string },
): Promise<Begun> {
  const body = { provider: "oidc" as const, ...proof };
  return toBegun(await callApi(api, identities.link, { body }, user.headers));
}

function toBegun({ status, headers, body }: Awaited<ReturnType<typeof callApi>>): Begun {
  if (status !== 200) throw new Error(`not begun: ${JSON.stringify(body)}`);
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
  return { ...(body as unknown as { address: string }), cookie };
}

/** Chooses on the issuer's page, and returns the parameters with which the browser is sent back. */
export async function chooseAtIssuer(
  address: string,
  { email = "", name = "", verified = true, sub = "", outcome = "typed" }: Claimed,
): Promise<Record<string, string>> {
  const { searchParams } = new URL(address);
  const form = new FormData();
  for (const [key, value] of searchParams) form.set(key, value);
  form.set("outcome", outcome);
  form.set("email", email);
  form.set("name", name);
  form.set("sub", sub);
  if (verified) form.set("verified", "on");
  const answer = await fetch(address, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return Object.fromEntries(back.searchParams);
}

export function comeBack(api: Api, cookie: string, returned: Record<string, string>) {
  const body = returned as { state: string };
  return callApi(api, signIn.return, { body }, { cookie });
}

/** The whole sign-in, as a browser does it. */
export async function signInAtIssuer(api: Api, person: Claimed, next?: string) {
  const { address, cookie } = await beginSignIn(api, next);
  const answer = await comeBack(api, cookie, await chooseAtIssuer(address, person));
  return { ...answer, cookie };
}
