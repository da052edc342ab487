const NAMES = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  500: "Internal Server Error",
} as const;

type ErrorStatus = keyof typeof NAMES;

/** `detail` becomes `response.message`: a text or a list. */
export class EvolutionError extends Error {
  readonly status: ErrorStatus;
  readonly detail: unknown;

  constructor(status: ErrorStatus, detail: unknown) {
    super(NAMES[status]);
    this.status = status;
    this.detail = detail;
  }

  body() {
    return { status: this.status, error: NAMES[this.status], response: { message: this.detail } };
  }
}
