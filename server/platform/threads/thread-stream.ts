import type { MessagePort } from "node:worker_threads";
import { AppError, type ErrorCode } from "@/lib/errors";

/** Items in transit: enough to keep both sides busy, few enough to limit the memory. */
const MAX_UNCONSUMED = 2;

export interface StreamRequest<Input> {
  input: Input;
  port: MessagePort;
}

export type StreamMessage<Item> =
  | { type: "item"; item: Item }
  | { type: "end" }
  /** An AppError, in parts: cloning an error drops its own properties. */
  | { type: "refused"; code: ErrorCode; message: string; fields: AppError["fields"] };

/** Makes a thread's default export for `streamFromThread`. */
export function streamTask<Input, Item>(produce: (input: Input) => AsyncIterable<Item>) {
  return async ({ input, port }: StreamRequest<Input>): Promise<void> => {
    let unconsumed = 0;
    let wake = () => {};
    port.on("message", () => {
      unconsumed -= 1;
      wake();
    });
    const send = (message: StreamMessage<Item>) => port.postMessage(message);
    try {
      for await (const item of produce(input)) {
        send({ type: "item", item });
        unconsumed += 1;
        while (unconsumed === MAX_UNCONSUMED) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
      send({ type: "end" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, fields } = error;
      send({ type: "refused", code, message, fields });
    } finally {
      port.close();
    }
  };
}
