import type { z } from "zod";
import type { JobDefinition } from "@/server/jobs/define-job";

/** What a handler may say when there is more to do later: the same job comes back then. */
export interface Later {
  readonly resumeAt: Date;
}

export interface Handler<N extends string = string> {
  readonly name: N;
  readonly execute: (data: unknown, signal: AbortSignal) => Promise<Later | undefined>;
}

/** Joins a job to the service call that does it, parsing the payload in between. `signal` aborts when the worker shuts down. */
export function on<const N extends string, S extends z.ZodType>(
  job: JobDefinition<S> & { readonly name: N },
  handle: (payload: z.infer<S>, signal: AbortSignal) => Promise<Later | undefined>,
): Handler<N> {
  return {
    name: job.name,
    execute: (data, signal) => handle(job.payload.parse(data) as z.infer<S>, signal),
  };
}
