/** What an API token may do: read, change records, make WhatsApp messages leave. One does not include another. */
export const API_SCOPES = ["read", "write", "send"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const SCOPE_LABELS: Record<ApiScope, string> = {
  read: "Ler",
  write: "Alterar",
  send: "Enviar",
};

/** Tokens that one account may have at a time; expired ones count until they are revoked. */
export const MOST_API_TOKENS = 20;

/** A token begins with this, so that secret scanners and people recognise one. */
export const API_TOKEN_PREFIX = "garimpo_";
