import { setTimeout } from "node:timers/promises";
import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
} from "bullmq";
import { DatabaseClient } from "@/server/platform/db/transaction";

const RETRY_MS = 500;

/**
 * BullMQ remembers how its first connection went, a failure too: each later call would fail with it at once, and a
 * worker, which calls again at once, would never let go of its process.
 */
class RetryingConnection extends PostgresConnection {
  constructor(options: PostgresConnectionOptions) {
    super(options);
    // The connection on which it listens is otherwise none of ours.
    Reflect.set(this, "pgModule", { Client: DatabaseClient });
  }

  override async waitUntilReady(): Promise<void> {
    try {
      await super.waitUntilReady();
    } catch (error) {
      Reflect.set(this, "readyPromise", undefined);
      await setTimeout(RETRY_MS);
      throw error;
    }
  }
}

/** BullMQ's backend on PostgreSQL, which connects whenever the database comes back. */
export const createRetryingBackend: BackendFactory<
  PostgresQueueBackend,
  PostgresConnectionOptions
> = (name, options) =>
  new PostgresQueueBackend(new RetryingConnection(options.connection), name, options);
