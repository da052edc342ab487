import type { z } from "zod";
import type { JobDefinition } from "@/server/jobs/define-job";

/** Returned by a handler to run the same job again at that time. */
export interface Later {
  readonly resumeAt: Date;
}

export interface Handler<N extends string = string> {
  readonly name: N;
  readonly execute: (data: unknown, signal: AbortSignal) => Promise<Later | undefined>;
}

/** Connects a job to its service call and parses the payload. `signal` aborts when the worker shuts down. */
export function defineHandler<const N extends string, S extends z.ZodType>(
  job: JobDefinition<S> & { readonly name: N },
  handle: (payload: z.infer<S>, signal: AbortSignal) => Promise<Later | undefined>,
): Handler<N> {
  return {
    name: job.name,
    execute: (data, signal) => handle(job.payload.parse(data) as z.infer<S>, signal),
  };
}
