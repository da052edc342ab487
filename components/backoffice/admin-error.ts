import { AppError } from "@/lib/errors";

/** The text of a failure: the error's own if the administrator caused it, else `fallback`. */
export const adminFailure = (fallback: string) => (error: unknown) =>
  error instanceof AppError && error.status < 500 && error.message ? error.message : fallback;
