import { availableParallelism } from "node:os";
import { join } from "node:path";
import { MessageChannel, type Transferable } from "node:worker_threads";
import PQueue from "p-queue";
import { Piscina } from "piscina";
import { AppError } from "@/lib/errors";
import { findRoot, isCompiled } from "@/server/platform/root";
import type { StreamMessage, StreamRequest } from "./thread-stream";

/** At least two, so that one slow task does not stop all others; few, because each has its own heap. */
const MAX_THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));
const IDLE_MS = 5_000;
/** Per thread. Exceeding it ends the thread, not the process. */
const HEAP_MB = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

export interface ThreadOptions {
  /** Time for the task itself, without waiting for a thread. Exceeding it ends the thread. */
  deadlineMs: number;
  /** Aborting it ends the thread too. */
  signal?: AbortSignal;
  /** Buffers moved to the thread instead of being copied. */
  transfer?: Transferable[];
}

/** The thread was ended because its task exceeded the deadline or the heap limit. */
export class ThreadEnded extends Error {
  readonly reason: "deadline" | "memory";

  constructor(reason: ThreadEnded["reason"]) {
    super(`The thread exceeded its ${reason} limit.`);
    this.reason = reason;
  }
}

let pool: Piscina | undefined;
/** Tasks wait here and not in the pool, so that their deadline begins when they do. */
const tasks = new PQueue({ concurrency: MAX_THREADS });

/**
 * Calls the default export of `file`, a source by its path below the root, in a worker thread without access to the
 * environment. Everything that parses bytes from strangers (uploaded files, web pages) runs here.
 * @throws ThreadEnded
 */
export function runInThread<Task extends (input: never) => unknown>(
  file: string,
  input: Parameters<Task>[0],
  { deadlineMs, signal, transfer = [] }: ThreadOptions,
): Promise<Awaited<ReturnType<Task>>> {
  return tasks.add(async () => {
    signal?.throwIfAborted();
    const end = new AbortController();
    const abort = () => end.abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end.abort();
    }, deadlineMs);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await getPool().run(input, {
        filename: findCode(file),
        signal: end.signal,
        transferList: transfer,
      });
    } catch (error) {
      if (isLate) throw new ThreadEnded("deadline");
      if (isOutOfMemory(error)) throw new ThreadEnded("memory");
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  });
}

/**
 * Yields the items of the task in `file`, created by `streamTask`. The task pauses while its items wait to be consumed.
 * @throws ThreadEnded, and the AppError that the task throws
 */
export async function* streamFromThread<Input, Item>(
  file: string,
  input: Input,
  { transfer = [], ...options }: Omit<ThreadOptions, "signal">,
): AsyncGenerator<Item> {
  const { port1: port, port2 } = new MessageChannel();
  const received: StreamMessage<Item>[] = [];
  let wake = () => {};
  port.on("message", (message: StreamMessage<Item>) => {
    received.push(message);
    wake();
  });
  const end = new AbortController();
  let failure: unknown;
  const request: StreamRequest<Input> = { input, port: port2 };
  const running = runInThread<(request: StreamRequest<Input>) => Promise<void>>(file, request, {
    ...options,
    signal: end.signal,
    transfer: [...transfer, port2],
  }).catch((error: unknown) => {
    failure = error ?? new Error("The thread failed.");
    wake();
  });
  try {
    for (;;) {
      const message = received.shift();
      if (message?.type === "item") {
        yield message.item;
        port.postMessage("consumed");
      } else if (message) {
        await running;
        if (message.type === "end") return;
        throw new AppError(message.code, message.message, { fields: message.fields });
      } else if (failure !== undefined) {
        throw failure;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    end.abort();
    port.close();
  }
}

/** The bytes in a separate buffer, which can be moved to a thread; copied only if they share their buffer. */
export function toOwnBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
    ? buffer
    : new Uint8Array(bytes).buffer;
}

/** Created with the first task: most processes that import this file never need a thread. */
function getPool(): Piscina {
  pool ??= new Piscina({
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: HEAP_MB,
    execArgv: isCompiled() ? [] : ["--import", "tsx"],
    env: {},
    recordTiming: false,
    // Costs a third less per task, and a thread that waits can still receive messages.
    atomics: "disabled",
  });
  return pool;
}

function findCode(source: string): string {
  return isCompiled()
    ? join(findRoot(), ".compiled", source.replace(/\.ts$/, ".js"))
    : join(findRoot(), source);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
