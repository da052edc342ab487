/** Keeps personal data out of the log: numbers, addresses and texts, also in messages of libraries. */

const MAX_MESSAGE_LENGTH = 500;
const MAX_CAUSES = 3;
/** Properties of errors of pg, Prisma and the network that contain no personal data. */
const KEPT_PROPERTIES = ["code", "constraint", "table", "column", "routine", "syscall", "status"];

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  [property: string]: unknown;
}

/**
 * An error in its logged form: its type, masked message, frames and causes. Other properties are dropped: pg's `detail`
 * and `where`, a request's body or an address may be among them.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskMessage(error) };
  const kept = KEPT_PROPERTIES.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name];
    return typeof value === "string" || typeof value === "number" ? [[name, value] as const] : [];
  });
  const stack = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: maskMessage(error.message),
    ...Object.fromEntries(kept),
    ...(stack && stack.length > 0 && { stack: stack.slice(0, 20).join("\n") }),
    ...(error.cause !== undefined &&
      depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** A library's message without quoted texts, e-mail addresses and numbers. */
export function maskMessage(message: unknown): string {
  return maskPersonalData(cutQuotes(String(message).slice(0, MAX_MESSAGE_LENGTH)));
}

/** Masks e-mail addresses and runs of digits as long as a phone number or a CPF. */
function maskPersonalData(text: string): string {
  return text
    .replace(/[^\s@"'<>]{1,64}@[^\s@"'<>]{1,255}/g, "[e-mail]")
    .replace(/\d(?:[ ().+/-]{0,2}\d){7,}/g, "[number]");
}

/**
 * Libraries quote their input. Cuts from the first quoted text to the last quote, since the text may contain quotes
 * itself; names of tables, constraints and properties stay.
 */
function cutQuotes(message: string): string {
  let cut = message;
  for (const quote of ['"', "`", "'"]) {
    let from = cut.indexOf(quote);
    while (from >= 0) {
      const name = /^.[a-z][a-z\d_.$]{0,62}(?:\(\))?(.)/i.exec(cut.slice(from, from + 80));
      if (name?.[1] !== quote) break;
      from = cut.indexOf(quote, from + name[0].length);
    }
    if (from < 0) continue;
    const last = cut.lastIndexOf(quote);
    cut = `${cut.slice(0, from)}${quote}…${quote}${last > from ? cut.slice(last + 1) : ""}`;
  }
  return cut;
}
