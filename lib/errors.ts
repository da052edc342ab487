/** Every error code and its HTTP status. */
const ERROR_STATUS = {
  invalid_input: 400,
  invalid_whatsapp_number: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  invalid_second_factor: 401,
  sign_in_refused: 401,
  insufficient_credits: 402,
  forbidden: 403,
  pro_required: 403,
  missing_scope: 403,
  session_required: 403,
  second_factor_setup_required: 403,
  issuer_required: 403,
  proof_required: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  email_taken: 409,
  sign_in_over: 409,
  lead_exists: 409,
  prospecting_active: 409,
  activity_over: 409,
  search_over: 409,
  import_over: 409,
  whatsapp_disconnected: 409,
  whatsapp_restricted: 409,
  whatsapp_window_closed: 409,
  contact_blocked: 409,
  conversation_taken: 409,
  person_erased: 409,
  message_refused: 409,
  request_in_progress: 409,
  outcome_unknown: 409,
  quota_reached: 409,
  account_leaving: 409,
  too_large: 413,
  unsupported_media: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The usual code of a status, for an error that names none that is known. Those of `likely` come first. */
export function getCodeOfStatus(status: number, likely: readonly ErrorCode[] = []): ErrorCode {
  const found = [...likely, ...ERROR_CODES].find((code) => ERROR_STATUS[code] === status);
  return found ?? (status >= 500 ? "unavailable" : "internal");
}

export interface CreditsInfo {
  plan: string;
  daily_limit: number;
  remaining_credits: number;
  required_credits: number;
}

interface ErrorDetails {
  /** Field path → Portuguese message, shown under that field. */
  fields?: Record<string, string> | undefined;
  creditsInfo?: CreditsInfo | undefined;
  existingId?: number | undefined;
  /** Seconds, for the Retry-After header. */
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  /** The server sent no answer of its own: the request may have been carried out all the same. */
  unanswered?: boolean;
  cause?: unknown;
}

/**
 * The only error thrown on purpose, on server and client. An outcome that callers branch on is a return value
 * instead.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly creditsInfo: CreditsInfo | undefined;
  readonly existingId: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly unanswered: boolean;

  /** `message` replaces lib/error-copy's message for this code. */
  constructor(code: ErrorCode, message = "", details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.creditsInfo = details.creditsInfo;
    this.existingId = details.existingId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.requestId = details.requestId;
    this.unanswered = details.unanswered ?? false;
  }

  get status() {
    return ERROR_STATUS[this.code];
  }
}
