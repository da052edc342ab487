import type { ILogger } from "baileys/lib/Utils/logger";
import { logger } from "@/server/platform/logger";

const PAUSE_MS = 30_000;

/**
 * Baileys logs whole stanzas, and of a broken session thousands of errors an hour. Only the message of an error is
 * kept, at most one in 30 seconds.
 */
export function createQuietLogger(instanceId: number): ILogger {
  let last = Number.NEGATIVE_INFINITY;
  let suppressed = 0;
  const log = (problem: unknown, message?: string) => {
    if (performance.now() - last < PAUSE_MS) {
      suppressed += 1;
      return;
    }
    last = performance.now();
    const text = message ?? (typeof problem === "string" ? problem : "error");
    logger.warn({ instanceId, suppressed }, `whatsapp: ${text.slice(0, 200)}`);
    suppressed = 0;
  };
  const ignore = () => undefined;
  const quiet: ILogger = {
    level: "error",
    child: () => quiet,
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: log,
  };
  return quiet;
}

/** Beginnings of libsignal's console output, which often contains a session with its private keys. */
const PRINTED = [
  "Closing session",
  "Opening session",
  "Removing old closed session",
  "Session already",
  "Closing open session",
  "Migrating session",
  "Decrypted message with closed session",

  "Failed to decrypt message",
  "Session error",
  "V1 session storage",
  "WARNING: Expected pubkey",
  "Unhandled bucket type",
];

type Printer = Pick<Console, "info" | "warn" | "error">;

/** Keeps sessions out of the log. Other console output is unchanged. */
export function silenceSignalLibrary(printer: Printer = console): void {
  for (const level of ["info", "warn", "error"] as const) {
    const print = printer[level].bind(printer);
    printer[level] = (...parts: unknown[]) => {
      const [first] = parts;
      const isLibrary =
        typeof first === "string" && PRINTED.some((beginning) => first.startsWith(beginning));
      if (!isLibrary) print(...parts);
    };
  }
}
