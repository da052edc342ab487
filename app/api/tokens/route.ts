import { apiTokens } from "@/lib/contracts/api-tokens";
import { createApiToken, listApiTokens } from "@/server/api-tokens/api-tokens.service";
import { route } from "@/server/http/route";

export const GET = route(apiTokens.list, ({ actor }) => listApiTokens(actor));
export const POST = route(apiTokens.create, ({ actor, body }) => createApiToken(actor, body));
