import { parseCookie, stringifySetCookie } from "cookie";
import type { Proof, ProvenAct, SignInStep } from "@/lib/contracts/accounts/identities";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { AppError } from "@/lib/errors";
import { addSessionCookie, limitLogin, readClient } from "@/server/accounts/users/login.route";
import { registerUser } from "@/server/accounts/users/login.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import type { Actor } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { getClientAddress, toSiteNetwork } from "@/server/platform/http/client-address";
import { ATTEMPT_LIFETIME_S, beginAttempt } from "./attempts.service";
import type { Returned } from "./issuer.gateway";
import { beginProof, goOn, linkRegistered, prove, readProvenEmail } from "./issuer-sign-in.service";

interface Call<Body> {
  body: Body;
  request: Request;
  headers: Record<string, string>;
}

/** Starts a sign-in: only the browser that gets the cookie can continue it. */
export async function answerStart({
  body,
  headers,
}: Call<{ provider: SignInProvider; next?: string | undefined }>) {
  const { address, token } = await beginAttempt(body.provider, { next: body.next });
  headers["set-cookie"] = keepToken(token);
  return { address };
}

/** Starts to link an identity to the actor's account, which is proved first. */
export async function answerLink({ actor, body, headers }: Call<ProvenAct> & { actor: Actor }) {
  const { provider, ...proof } = body;
  await requireProof(actor, proof);
  const { address, token } = await beginAttempt(provider, { actor });
  headers["set-cookie"] = keepToken(token);
  return { address };
}

export async function answerReturn({
  body,
  request,
  headers,
}: Call<Returned>): Promise<SignInStep> {
  const client = readClient(request);
  const network = toSiteNetwork(getClientAddress(request.headers));
  const { step, sessionId } = await goOn(requireToken(request), body, client, network);
  if (sessionId !== undefined) await addSessionCookie(request, headers, sessionId);
  return step;
}

export async function answerProof({ body, request, headers }: Call<Proof>): Promise<SignInStep> {
  const proof = await beginProof(requireToken(request));
  const { step, sessionId } = await limitLogin(request, await readProvenEmail(proof), (from) =>
    prove(proof, body, readClient(request), from),
  );
  if (sessionId !== undefined) await addSessionCookie(request, headers, sessionId);
  return step;
}

/** Links the identity that an issuer vouched for in this browser to the new account. */
export function answerRegistration({
  body,
  request,
}: Call<{ name: string; email: string; whatsapp: string; password: string }>) {
  return registerUser(body, (user) => linkRegistered(readToken(request), user));
}

/** The cookie is sent only to our own calls, and never from another site. */
function keepToken(token: string): string {
  return stringifySetCookie({
    name: getCookieName(),
    value: token,
    path: "/api",
    httpOnly: true,
    sameSite: "strict",
    secure: env.secureCookies,
    maxAge: ATTEMPT_LIFETIME_S,
  });
}

function getCookieName(): string {
  return env.secureCookies ? "__Secure-garimpo.sign-in" : "garimpo.sign-in";
}

function readToken(request: Request): string | null {
  return parseCookie(request.headers.get("cookie") ?? "")[getCookieName()] || null;
}

function requireToken(request: Request): string {
  const token = readToken(request);
  if (token === null) throw new AppError("sign_in_over");
  return token;
}
