import { z } from "zod";
import { Origin } from "@/server/platform/work";

/** Every queue, the one that people wait for first. */
export const QUEUES = [
  "campaigns",
  "searches",
  "imports",
  "media",
  "mails",
  "webhooks",
  "slow-webhooks",
  "billing",
  "billing-orders",
  "registry",
  "radars",
  "privacy",
  "archives",
  "deletions",
] as const;
export type QueueName = (typeof QUEUES)[number];

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly queue: QueueName;
  /**
   * Ids only: the row contains the state. A new field stays optional until the queue has drained. The origin is added.
   */
  readonly payload: S;
  /** Equal work has an equal id. BullMQ refuses ":" and digits only. */
  readonly id: (payload: z.infer<S>) => string;
}

/**
 * The origin belongs to the job, not to the row: a row that a sweep finds, because the queue lost its job, continues
 * without it.
 */
const RowPayload = z.object({
  id: z.number().int(),
  leaseNo: z.number().int(),
  ...Origin.shape,
});

/** Every job of the product. workers/leased-work.ts does not compile while one of them has no work. */
export type JobName =
  | "accounts.archive"
  | "accounts.delete"
  | "billing.event"
  | "billing.order"
  | "campaigns.deliver-run"
  | "imports.run"
  | "mails.send"
  | "media.fetch"
  | "privacy.erase"
  | "radars.run"
  | "registry.import"
  | "searches.run"
  | "webhooks.deliver"
  | "webhooks.deliver-slow";

export interface RowJob<N extends JobName = JobName> extends JobDefinition<typeof RowPayload> {
  readonly name: N;
}

/**
 * Defines a job that processes one row. The row's lease number is part of the job's id: every claim raises it, so
 * that the job of a dead worker cannot keep the next one out of the queue.
 */
export function defineRowJob<const N extends JobName>(job: {
  name: N;
  queue: QueueName;
}): RowJob<N> {
  return {
    ...job,
    payload: RowPayload,
    id: ({ id, leaseNo }) => `${job.name}-${id}-${leaseNo}`,
  };
}
