import { z } from "zod";

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly queue: string;
  /** Ids only: the row holds the state. A new field stays optional until the queue has drained. */
  readonly payload: S;
  /** Equal work has an equal id. BullMQ refuses ":" and digits only. */
  readonly id: (payload: z.infer<S>) => string;
}

const RowPayload = z.object({ id: z.number().int(), leaseNo: z.number().int() });

export type RowJob = JobDefinition<typeof RowPayload>;

/**
 * Defines a job that processes one row. The row's lease number is part of the job's id: every claim raises it, so
 * that the job of a dead worker cannot keep the next one out of the queue.
 */
export function defineRowJob<const N extends string, const Q extends string>(job: {
  name: N;
  queue: Q;
}): RowJob & { readonly name: N; readonly queue: Q } {
  return {
    ...job,
    payload: RowPayload,
    id: ({ id, leaseNo }) => `${job.name}-${id}-${leaseNo}`,
  };
}
