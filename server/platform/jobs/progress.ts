import { logger } from "@/server/platform/logger";

/** Faster than a reader notices, slower than rows are processed. */
const EVERY_MS = 250;

export interface ProgressReporter {
  /** Publishes soon, at most once per interval; the last call is never lost. */
  report(): void;
  /** Publishes now and cancels what is pending. */
  flush(): Promise<void>;
  /** Cancels what is pending. */
  cancel(): void;
}

/** Throttles `publish`, whose failures are logged: progress is shown, never relied on. */
export function createProgressReporter(publish: () => Promise<void>): ProgressReporter {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = async () => {
    cancel();
    await publish().catch((error: unknown) =>
      logger.warn({ err: error }, "progress not published"),
    );
  };
  return {
    report() {
      timer ??= setTimeout(() => void flush(), EVERY_MS);
    },
    flush,
    cancel,
  };
}
