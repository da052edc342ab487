import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import { revokeApiToken } from "@/server/platform/api-tokens/api-tokens.service";
import { route } from "@/server/platform/http/route";

export const DELETE = route(apiTokens.revoke, ({ actor, params }) =>
  revokeApiToken(actor, params.id),
);
