/** Settles like `work`, or rejects after `ms`; the work itself continues. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `work`; undefined when it fails, or takes longer than `ms`; the work itself continues. */
export function settledWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return within(ms, work).catch(() => undefined);
}
