interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Batches items for work that costs about the same for one as for many. A batch starts when its first item has waited
 * `lingerMs` or it has `size` items, and the previous batch is done: one at a time, in order.
 */
export class Batcher<T, R> {
  readonly #work: (items: T[]) => Promise<readonly R[]>;
  readonly #size: number;
  readonly #lingerMs: number;
  #waiting: Waiting<T, R>[] = [];
  #working = false;
  #due = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `work` returns one result per item, in order; if it rejects, so does every item. */
  constructor(
    work: (items: T[]) => Promise<readonly R[]>,
    { size, lingerMs }: { size: number; lingerMs: number },
  ) {
    this.#work = work;
    this.#size = size;
    this.#lingerMs = lingerMs;
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length >= this.#size) this.flush();
      else if (!this.#due) this.#startTimer();
    });
  }

  /** Starts the waiting batch without lingering. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = this.#waiting.length > 0;
    if (this.#working || !this.#due) return;
    this.#working = true;
    this.#due = false;
    void this.#runBatch();
  }

  #startTimer() {
    this.#timer ??= setTimeout(() => this.flush(), this.#lingerMs);
  }

  async #runBatch() {
    const group = this.#waiting.splice(0, this.#size);
    try {
      const results = await this.#work(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    this.#working = false;
    if (this.#due || this.#waiting.length >= this.#size) this.flush();
    else if (this.#waiting.length > 0) this.#startTimer();
  }
}
