import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import { createApiToken, listApiTokens } from "@/server/platform/api-tokens/api-tokens.service";
import { route } from "@/server/platform/http/route";

export const GET = route(apiTokens.list, ({ actor }) => listApiTokens(actor));
export const POST = route(apiTokens.create, ({ actor, body }) => createApiToken(actor, body));
