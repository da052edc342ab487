import { expect, test } from "vitest";
import { silenceSignalLibrary } from "@/server/inbound/socket-owner/quiet-logger.baileys";

test("sessions that the Signal library prints do not reach the log; everything else does", () => {
  const printed: unknown[][] = [];
  const print = (...parts: unknown[]) => void printed.push(parts);
  const printer = { info: print, warn: print, error: print };
  silenceSignalLibrary(printer);
  printer.info("Closing session:", { privKey: "secret" });
  printer.warn("Session already closed", { privKey: "secret" });
  printer.error("Session error:Error: Bad MAC", "stack");
  printer.info("Session of a person", 1);
  printer.error(new Error("other"));
  expect(printed).toEqual([["Session of a person", 1], [new Error("other")]]);
});
