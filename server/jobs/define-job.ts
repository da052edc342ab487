import type { z } from "zod";

export type QueueName = "searches" | "campaigns" | "imports" | "mails";

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly queue: QueueName;
  /** Ids only: the row decides. A new field stays optional until the queue has drained. */
  readonly payload: S;
  /** Same work, same id. No ":" and not digits only, or BullMQ refuses it. */
  readonly id: (payload: z.infer<S>) => string;
}

export function defineJob<const N extends string, S extends z.ZodType>(
  definition: JobDefinition<S> & { readonly name: N },
) {
  return definition;
}
