import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { API_SCOPES } from "@/lib/domain/accounts/api-scopes";
import { requiredText } from "@/lib/domain/text/required-text";

export const API_TOKEN_NAME_MAX_LENGTH = 60;
export const API_TOKEN_DAYS = [30, 90, 365] as const;

const NO_SCOPE = "Escolha ao menos uma permissão.";
const BAD_DAYS = "Escolha por quanto tempo o token vale.";

export const ApiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Its first characters, by which its owner recognises it. */
  beginning: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  created_at: Instant,
  /** Null when it does not expire. */
  expires_at: z.nullable(Instant),
  /** To the minute; null when it was never used. */
  last_used_at: z.nullable(Instant),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.strictObject({
  name: requiredText("Informe um nome para o token.", API_TOKEN_NAME_MAX_LENGTH),
  scopes: arrayOf(z.enum(API_SCOPES, { error: "Permissão desconhecida." }), {
    min: 1,
    max: API_SCOPES.length,
    error: NO_SCOPE,
  }),
  /** Null for a token that does not expire. */
  expires_in_days: z.nullable(z.literal(API_TOKEN_DAYS, { error: BAD_DAYS })),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

const forSessions = { access: "member", scope: "session" } as const;

export const apiTokens = {
  list: endpoint({
    ...forSessions,
    method: "GET",
    path: "/api/tokens",
    summary: "My API tokens, newest first; revoked ones are gone",
    response: z.object({ api_tokens: z.array(ApiToken) }),
  }),
  create: endpoint({
    ...forSessions,
    method: "POST",
    path: "/api/tokens",
    summary: "Create an API token; this answer is the only one that shows it",
    body: NewApiToken,
    recentProof: true,
    status: 201,
    response: z.object({ api_token: ApiToken, token: z.string() }),
    rateLimit: { points: 30, windowSeconds: 600 },
  }),
  revoke: endpoint({
    ...forSessions,
    method: "DELETE",
    path: "/api/tokens/{id}",
    summary: "Revoke an API token at once",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
