import type { ApiToken } from "@/lib/contracts/platform/api-tokens";
import type { ApiTokenRow } from "./api-tokens.repository";

export function toApiToken({
  created_at,
  expires_at,
  last_used_at,
  ...row
}: ApiTokenRow): ApiToken {
  return {
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
