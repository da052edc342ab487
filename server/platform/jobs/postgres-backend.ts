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
 * BullMQ keeps the result of its first connection, even a failure: each later call would fail with it at once, and a
 * worker, which calls again at once, would block its process.
 */
class RetryingConnection extends PostgresConnection {
  constructor(options: PostgresConnectionOptions) {
    super(options);
    // Otherwise the connection on which it listens would not be our client.
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

/** BullMQ's backend on PostgreSQL, which reconnects whenever the database is reachable again. */
export const createRetryingBackend: BackendFactory<
  PostgresQueueBackend,
  PostgresConnectionOptions
> = (name, options) =>
  new PostgresQueueBackend(new RetryingConnection(options.connection), name, options);
