import {
  type CommandRow,
  settleCommand,
  takeCommand,
} from "@/server/messaging/sockets/commands.service";
import type { SocketLease } from "@/server/messaging/sockets/socket-leases.service";
import { logger } from "@/server/platform/logger";

/** More would only wait in WhatsApp's own queue. */
const AT_ONCE = 8;

/** Takes the commands of one connection, in order, and answers each with its outcome. */
export function createCommandRunner(
  { id, leaseNo }: SocketLease,
  execute: (command: CommandRow) => Promise<unknown>,
) {
  const running = new Set<Promise<void>>();
  let stopped = false;
  let taking = false;
  let again = false;

  async function take() {
    if (taking) {
      again = true;
      return;
    }
    taking = true;
    try {
      do {
        again = false;
        while (!stopped) {
          if (running.size >= AT_ONCE) await Promise.race(running);
          const command = stopped ? null : await takeCommand(id, leaseNo);
          if (!command) break;
          const done: Promise<void> = run(command).finally(() => running.delete(done));
          running.add(done);
        }
      } while (again && !stopped);
    } catch (error) {
      logger.warn({ instanceId: id, err: error }, "commands not taken");
    } finally {
      taking = false;
    }
  }

  async function run(command: CommandRow) {
    try {
      const outcome = await execute(command).catch((error: unknown) => {
        logger.warn({ instanceId: id, kind: command.kind, err: error }, "command failed");
        return { outcome: "unclear", detail: "Falha na conexão" };
      });
      await settleCommand(id, command, outcome);
    } catch (error) {
      // Without an outcome the caller counts it as unclear.
      logger.warn({ instanceId: id, kind: command.kind, err: error }, "command not answered");
    }
  }

  return {
    wake: () => void take(),
    /** Takes no further commands, and resolves when those taken are answered. */
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
