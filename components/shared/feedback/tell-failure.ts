import { errorText, isError } from "@/lib/error-text";
import { notifyError } from "./notify";

type FailureMeta = {
  /** The text of the notice, instead of the error's own. Null: no notice, because the screen shows the failure. */
  failure?: null | ((error: Error) => string | null);
  /** A title above that text. */
  failureTitle?: string;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: FailureMeta;
  }
}

/** Shows a notice for a failed mutation, unless its `meta` says that the screen does. Called once for each failure. */
export function tellFailure(error: Error, { failure, failureTitle }: FailureMeta = {}): void {
  // components/session/end-session.ts shows one notice of an ended session for all calls.
  if (failure === null || (!failure && isError(error, "unauthenticated"))) return;
  const text = (failure ?? errorText)(error);
  if (text === null) return;
  if (failureTitle) notifyError(failureTitle, { description: text });
  else notifyError(text);
}
