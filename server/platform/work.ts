import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";

/** A span's attributes: names from our own code, numbers, hosts. Never names or texts of people. */
export type Attributes = Record<string, string | number | undefined>;

export type SpanKind = "server" | "consumer" | "client";

interface OpenSpan {
  /** As W3C Trace Context writes it. */
  readonly traceparent: string;
  end(attributes: Attributes, failed: boolean): void;
}

/** Opens a span, below the one that `traceparent` names. */
export type StartSpan = (name: string, kind: SpanKind, traceparent: string | undefined) => OpenSpan;

/**
 * Identifies the work that enqueued a job. A queue may hold jobs of a version without it; an unreadable value must not
 * drop the job.
 */
export const Origin = z.object({
  requestId: z.uuid().optional().catch(undefined),
  /** W3C Trace Context: the span that the job's is a part of. */
  traceparent: z
    .string()
    .regex(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
    .optional()
    .catch(undefined),
});
export type Origin = z.infer<typeof Origin>;

interface Work {
  readonly requestId: string | undefined;
  readonly span: OpenSpan | undefined;
  attributes: Attributes;
  failed: boolean;
  statements: number;
}

const current = new AsyncLocalStorage<Work>();
let startSpan: StartSpan | undefined;

/** From now on all work has spans; with undefined, none does. */
export function setSpans(start: StartSpan | undefined): void {
  startSpan = start;
}

/**
 * Runs a request or a job. Everything that it logs or enqueues carries the request id of `origin`, and one span covers
 * it. `work` may add attributes with describeWork.
 */
export async function runWork<T>(
  { name, kind, origin }: { name: string; kind: SpanKind; origin: Origin },
  work: () => Promise<T>,
): Promise<T> {
  const running: Work = {
    requestId: origin.requestId,
    span: startSpan?.(name, kind, origin.traceparent),
    attributes: {},
    failed: false,
    statements: 0,
  };
  try {
    return await current.run(running, work);
  } catch (error) {
    running.failed = true;
    throw error;
  } finally {
    const { requestId, attributes, statements, failed } = running;
    running.span?.end(
      { ...attributes, "garimpo.request_id": requestId, "garimpo.sql.statements": statements },
      failed,
    );
  }
}

/**
 * Wraps `call` in a span of the running work. `tellOutcome` turns its result into attributes, which must contain
 * neither addresses beyond the host nor anything that was sent or answered.
 */
export async function spanCall<T>(
  name: string,
  attributes: Attributes,
  tellOutcome: (result: T) => { attributes: Attributes; failed: boolean },
  call: () => Promise<T>,
): Promise<T> {
  const span = startSpan?.(name, "client", current.getStore()?.span?.traceparent);
  if (!span) return call();
  let outcome: ReturnType<typeof tellOutcome> = { attributes: {}, failed: true };
  try {
    const result = await call();
    outcome = tellOutcome(result);
    return result;
  } finally {
    span.end({ ...attributes, ...outcome.attributes }, outcome.failed);
  }
}

/** What is known now of the running request or job, for its span; `failed` when it is our fault. */
export function describeWork(attributes: Attributes, { failed = false } = {}): void {
  const running = current.getStore();
  if (!running?.span) return;
  Object.assign(running.attributes, attributes);
  running.failed ||= failed;
}

export function countStatement(): void {
  const running = current.getStore();
  if (running) running.statements += 1;
}

export function getRequestId(): string | undefined {
  return current.getStore()?.requestId;
}

/** For a job that is enqueued now; empty outside of any work. */
export function getOrigin(): Origin {
  const running = current.getStore();
  return { requestId: running?.requestId, traceparent: running?.span?.traceparent };
}

/** For what outlives the running request or job, or is about another one: it has neither its id nor its span. */
export function outsideWork<T>(action: () => T): T {
  return current.exit(action);
}
