import { apiTokens } from "@/lib/contracts/api-tokens";
import { revokeApiToken } from "@/server/api-tokens/api-tokens.service";
import { route } from "@/server/http/route";

export const DELETE = route(apiTokens.revoke, ({ actor, params }) =>
  revokeApiToken(actor, params.id),
);
