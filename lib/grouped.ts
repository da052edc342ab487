interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Work that costs about the same for one as for many. A group goes once its first item has waited for `lingerMs` or `size`
 * are there, and the group before it is done: one at a time, in the order of adding.
 */
export class Grouped<T, R> {
  readonly #work: (items: T[]) => Promise<readonly R[]>;
  readonly #size: number;
  readonly #lingerMs: number;
  #waiting: Waiting<T, R>[] = [];
  #working = false;
  #due = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `work` gives one result per item, in their order; when it rejects, so does each of its items. */
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
      else if (!this.#due) this.#linger();
    });
  }

  /** Does not let those who wait linger any longer. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = this.#waiting.length > 0;
    if (this.#working || !this.#due) return;
    this.#working = true;
    this.#due = false;
    void this.#workOff();
  }

  #linger() {
    this.#timer ??= setTimeout(() => this.flush(), this.#lingerMs);
  }

  async #workOff() {
    const group = this.#waiting.splice(0, this.#size);
    try {
      const results = await this.#work(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    this.#working = false;
    if (this.#due || this.#waiting.length >= this.#size) this.flush();
    else if (this.#waiting.length > 0) this.#linger();
  }
}
