interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Work that costs about the same for one as for many: what is added while a group is worked on, or while the first of the
 * next has waited less than `lingerMs`, goes together. One group at a time, at most `size` in it, in the order of adding.
 */
export class Grouped<T, R> {
  readonly #work: (items: T[]) => Promise<readonly R[]>;
  readonly #size: number;
  readonly #lingerMs: number;
  #waiting: Waiting<T, R>[] = [];
  #working = false;
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
      else this.#timer ??= setTimeout(() => this.flush(), this.#lingerMs);
    });
  }

  /** Does not linger any longer. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#working || this.#waiting.length === 0) return;
    this.#working = true;
    this.#workOff()
      .catch(() => undefined)
      .finally(() => {
        this.#working = false;
        this.flush();
      });
  }

  async #workOff() {
    const group = this.#waiting.splice(0, this.#size);
    try {
      const results = await this.#work(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
