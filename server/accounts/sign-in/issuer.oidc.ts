import * as client from "openid-client";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import type { Issuer } from "@/server/platform/env";
import { callOutside } from "@/server/platform/outside/call";
import type { IssuerFailure, IssuerGateway } from "./issuer.gateway";
import { readVouched } from "./vouched.parse";

/** For each of the three or four calls that a sign-in takes. */
const TIMEOUT_MS = 5_000;
/** Many times the size of an issuer's metadata, and of its keys. */
const MAX_BYTES = 300_000;
const SCOPE = "openid email profile";

/**
 * An OpenID Connect issuer, by the authorization code flow with PKCE. Its metadata and keys are read for each sign-in:
 * sign-ins are few, and a key that has just changed must not fail.
 */
export function createIssuer(issuer: Issuer): IssuerGateway {
  return {
    begin: (returnTo) =>
      ask(issuer, async (configuration) => {
        const checks = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: returnTo,
          scope: SCOPE,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: "S256",
        });
        return { ok: true, address: address.href, checks };
      }),

    finish: (returnTo, returned, { state, nonce, verifier }) =>
      ask(issuer, async (configuration) => {
        const given = Object.entries(returned).filter(([, value]) => value !== undefined);
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(`${returnTo}?${new URLSearchParams(given)}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        );
        const claims = tokens.claims();
        if (!claims) return refused("no ID token");
        const said = tellsOfEmail(issuer.provider, claims)
          ? claims
          : await askUserInfo(configuration, tokens.access_token, claims);
        const person = readVouched(issuer.provider, said);
        return person ? { ok: true, person } : refused("an ID token that names nobody");
      }),
  };
}

/** Some issuers put only the subject into the ID token, and the rest into the answer for the access token. */
function tellsOfEmail(provider: SignInProvider, { email, email_verified }: Claims): boolean {
  if (typeof email !== "string") return false;
  return email_verified !== undefined || provider === "microsoft";
}

/** The e-mail and its verification are taken together from one place. The library refuses another subject's answer. */
async function askUserInfo(
  configuration: client.Configuration,
  accessToken: string,
  claims: Claims & { sub: string },
): Promise<Claims> {
  if (!configuration.serverMetadata().userinfo_endpoint) return claims;
  const { email, email_verified, name } = await client.fetchUserInfo(
    configuration,
    accessToken,
    claims.sub,
  );
  const named = { ...claims, name: claims["name"] ?? name };
  return email === undefined ? named : { ...named, email, email_verified };
}

type Claims = Readonly<Record<string, unknown>>;

async function ask<Answer>(
  issuer: Issuer,
  work: (configuration: client.Configuration) => Promise<Answer | IssuerFailure>,
): Promise<Answer | IssuerFailure> {
  const outage: { detail?: string } = {};
  try {
    return await work(await discover(issuer, outage));
  } catch (error) {
    if (outage.detail !== undefined) {
      return { ok: false, reason: "unavailable", detail: outage.detail };
    }
    if (error instanceof client.AuthorizationResponseError) {
      const { error: code } = error;
      const detail = `the issuer answered ${code}`.slice(0, 200);
      if (code === "access_denied") return { ok: false, reason: "denied", detail };
      const isPassing = code === "server_error" || code === "temporarily_unavailable";
      return isPassing ? { ok: false, reason: "unavailable", detail } : refused(detail);
    }
    return refused(explain(error));
  }
}

async function discover(issuer: Issuer, outage: { detail?: string }) {
  const configuration = await client.discovery(
    new URL(issuer.address),
    issuer.clientId,
    undefined,
    // The method is known only after the issuer's metadata has been read.
    (as, ...request) => authenticate(as, issuer.clientSecret)(as, ...request),
    {
      [client.customFetch]: (url, options) => fetchBounded(url, options, outage),
      execute: [
        // Checks the ID token's signature although the token comes from the issuer itself.
        client.enableNonRepudiationChecks,
        ...(issuer.address.startsWith("http://") ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  return configuration;
}

/** Basic is the standard's default; some issuers take the secret only in the body. */
function authenticate({ token_endpoint_auth_methods_supported: methods }: Server, secret: string) {
  return methods?.includes("client_secret_post") && !methods.includes("client_secret_basic")
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret);
}

type Server = Pick<client.ServerMetadata, "token_endpoint_auth_methods_supported">;

/** A redirect is not followed: the secret is sent to the address that the issuer named, and to no other. */
async function fetchBounded(
  url: string,
  { method, headers, body }: client.CustomFetchOptions,
  outage: { detail?: string },
): Promise<Response> {
  const answer = await callOutside(new URL(url), {
    method: method === "POST" ? "POST" : "GET",
    headers,
    ...(body !== undefined && body !== null && { body: String(body) }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    staysThere: true,
  });
  if (!answer.answered || answer.status >= 500 || answer.status === 429) {
    outage.detail = answer.answered ? `HTTP ${answer.status} of ${url}` : answer.detail;
    throw new Error(outage.detail);
  }
  // A body that is no JSON fails when it is read, whatever its content type.
  return new Response(answer.status === 204 || answer.status === 304 ? null : answer.text, {
    status: answer.status,
    headers: { "content-type": "application/json" },
  });
}

function refused(detail: string): IssuerFailure {
  return { ok: false, reason: "refused", detail };
}

/** The causes say which check failed; the contents of tokens are left out. */
function explain(error: unknown): string {
  const texts: string[] = [];
  for (let each = error; each instanceof Error && texts.length < 5; each = each.cause) {
    texts.push("code" in each ? `${each.message} (${String(each.code)})` : each.message);
  }
  return texts.join(": ").slice(0, 500);
}
