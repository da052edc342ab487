import { listen } from "@/server/platform/db/listener";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import * as repository from "./commands.repository";
import { SOCKET_CHANNEL } from "./socket-leases.repository";

/** A request from one process to the worker that holds the connection. */
export interface Command {
  /** Unique per instance: the same command is never carried out twice under one key. */
  key: string;
  kind: string;
  payload: unknown;
  /** It must be taken within this time, or not at all. */
  takeWithinMs: number;
  /** How long the caller waits altogether. */
  answerWithinMs: number;
}

export type CommandResult =
  | { state: "done"; outcome: unknown }
  /** Surely not carried out. */
  | { state: "not_taken" }
  /** Taken, and its outcome is not known. */
  | { state: "unclear" };

/** Commands of one instance that wait; more are refused. */
const MAX_OPEN = 100;
/** A notification may get lost with its connection. */
const POLL_MS = 500;
const GRACE_S = 60;

/** Wakes the callers of this process, by instance and key. */
const waiting = new Map<string, () => void>();
let outcomes: ReturnType<typeof listen> | undefined;

/** Hands a command to the holder of the connection and waits for its outcome. Call outside transactions. */
export async function runCommand(instanceId: number, command: Command): Promise<CommandResult> {
  const { key, takeWithinMs, answerWithinMs } = command;
  outcomes ??= listen(repository.OUTCOME_CHANNEL, (name) => waiting.get(name)?.(), wakeAll);
  await outcomes.ready;
  const name = `${instanceId}:${key}`;
  const wakeUp = createWakeUp();
  waiting.set(name, wakeUp.wake);
  const startedAt = performance.now();
  try {
    const options = { channel: SOCKET_CHANNEL, maxOpen: MAX_OPEN };
    if (!(await repository.insertCommand(instanceId, command, options))) {
      return toResult(await repository.findCommand(instanceId, key));
    }
    for (;;) {
      const elapsedMs = performance.now() - startedAt;
      const dueMs = (elapsedMs < takeWithinMs ? takeWithinMs : answerWithinMs) - elapsedMs;
      if (dueMs > 0) await wakeUp.wait(Math.min(POLL_MS, dueMs));
      const row = await repository.findCommand(instanceId, key);
      if (!row || row.settled) return toResult(row);
      const overdueMs = performance.now() - startedAt;
      if (!row.taken && overdueMs >= takeWithinMs) {
        if (await repository.withdrawCommand(instanceId, key)) return NOT_TAKEN;
      } else if (overdueMs >= answerWithinMs) return { state: "unclear" };
    }
  } finally {
    waiting.delete(name);
  }
}

const NOT_TAKEN: CommandResult = { state: "not_taken" };

/**
 * The outcome of a command whose caller no longer waits. One that nobody took is withdrawn. Null for one that was never
 * requested, or so long ago that it was deleted.
 */
export async function findCommandResult(
  instanceId: number,
  key: string,
): Promise<CommandResult | null> {
  if (await repository.withdrawCommand(instanceId, key)) return NOT_TAKEN;
  const row = await repository.findCommand(instanceId, key);
  return row && toResult(row);
}

function toResult(row: Awaited<ReturnType<typeof repository.findCommand>>): CommandResult {
  if (!row?.taken) return NOT_TAKEN;
  return row.outcome === null ? { state: "unclear" } : { state: "done", outcome: row.outcome };
}

/** Requests without waiting: for commands that are useless later. */
export async function postCommand(
  instanceId: number,
  command: Omit<Command, "answerWithinMs">,
): Promise<void> {
  await repository.insertCommand(instanceId, command, {
    channel: SOCKET_CHANNEL,
    maxOpen: MAX_OPEN,
  });
}

/** For the worker that holds the connection. */
export { type CommandRow, settleCommand, takeCommand } from "./commands.repository";

/** Which of these instances have a command that no worker took. */
export async function findInstancesWithCommands(instanceIds: number[]): Promise<number[]> {
  if (instanceIds.length === 0) return [];
  return (await repository.findWaiting(instanceIds)).map(({ instance_id }) => instance_id);
}

/** Deletes commands after a day; their texts are deleted as soon as they are settled. */
export const emptyOldCommands = defineDuty({
  name: "empty old whatsapp commands",
  everyS: 60,
  run: () => repository.emptyCommands(GRACE_S),
});

export async function closeCommands(): Promise<void> {
  await outcomes?.close();
  outcomes = undefined;
}

function wakeAll() {
  for (const wake of waiting.values()) wake();
}

/** `wait` resolves at the next `wake`, at once if there was one since the last wait, or after the time given. */
function createWakeUp() {
  let woken = false;
  let resume: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      resume?.();
    },
    async wait(ms: number) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
    },
  };
}
