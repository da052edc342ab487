import { errorText, isError } from "@/lib/error-text";
import { notifyError } from "./notify";

type FailureMeta = {
  /** The text about a failed change, instead of the error's own. Null: the screen shows the failure itself. */
  failure?: null | ((error: Error) => string | null);
  /** A title above that text. */
  failureTitle?: string;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: FailureMeta;
  }
}

/** Every failed change is told here, unless its `meta` says otherwise. */
export function tellFailure(error: Error, { failure, failureTitle }: FailureMeta = {}): void {
  // The end of the session is told once for all calls: see components/session/end-session.ts.
  if (failure === null || (!failure && isError(error, "unauthenticated"))) return;
  const text = (failure ?? errorText)(error);
  if (text === null) return;
  if (failureTitle) notifyError(failureTitle, { description: text });
  else notifyError(text);
}
