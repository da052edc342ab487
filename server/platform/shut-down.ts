import { logger } from "./logger";

/**
 * Shuts the process down gracefully on the first SIGTERM or SIGINT; exits after `graceMs` even if `finish` is not
 * done.
 */
export function onShutDown(graceMs: number, finish: () => Promise<void>): void {
  let closing = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      setTimeout(() => process.exit(1), graceMs).unref();
      void finish().then(() => process.exit(0));
    });
  }
}

/** Next only logs uncaught exceptions: the process would continue in an undefined state, even without its port. */
export function exitOnUncaughtException(): void {
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught exception");
    process.exit(1);
  });
}
