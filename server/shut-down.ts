/** On the first SIGTERM or SIGINT ends the process in good order; what takes longer than `graceMs` is left as it is. */
export function onShutDown(graceMs: number, finish: () => Promise<void>): void {
  let closing = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      setTimeout(() => process.exit(1), graceMs).unref();
      void finish().then(() => process.exit(0));
    });
  }
}
