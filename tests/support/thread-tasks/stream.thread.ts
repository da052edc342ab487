import { AppError } from "@/lib/errors";
import { streamTask } from "@/server/platform/threads/thread-stream";

export interface Stream {
  count: number;
  /** What happens after the last item. */
  end: "ends" | "refuses" | "fails" | "loops";
}

/** Yields the numbers from 0. */
export default streamTask(async function* ({ count, end }: Stream) {
  for (let number = 0; number < count; number += 1) yield number;
  if (end === "refuses") {
    throw new AppError("invalid_input", "Não dá.", { fields: { file: "Não dá." } });
  }
  if (end === "fails") throw new TypeError("failed");
  while (end === "loops");
});
