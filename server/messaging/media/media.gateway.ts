import type { Readable } from "node:stream";

/** The store for the files of messages. Keys are ours: letters, digits, `-` and `/`. */
export interface MediaStore {
  /**
   * Stores a file completely or not at all, replacing an earlier one. Fails unless it has the promised number of bytes.
   */
  put(key: string, file: { content: Readable; bytes: number; mime: string }): Promise<void>;
  /** Returns null when there is no such file. `end` is included. */
  open(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
  /** Removes partial files of killed processes, written `before` that time, at most `limit`. Returns how many. */
  removeUnfinished(before: Date, limit: number): Promise<number>;
}
