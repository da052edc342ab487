import type { Context } from "hono";
import type { Env } from "../faults/fault-injection";

/** What Stripe refuses with, and how it is asked. */

export class StripeError extends Error {
  readonly status: 400 | 401 | 402 | 404;
  readonly body: Record<string, unknown>;

  constructor(status: 400 | 401 | 402 | 404, body: Record<string, unknown>) {
    super(String(body["message"]));
    this.status = status;
    this.body = body;
  }
}

export function missing(what: string, id: string): StripeError {
  return new StripeError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param: "id",
  });
}

export function invalid(message: string): StripeError {
  return new StripeError(400, { type: "invalid_request_error", message });
}

/** The SDK sends it as expand[0], expand[1]. */
export function readExpand(context: Context<Env>): string[] {
  return [...new URL(context.req.url).searchParams]
    .filter(([name]) => name.startsWith("expand["))
    .map(([, value]) => value);
}
