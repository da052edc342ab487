import { createContext, useCallback, useContext, useId, useLayoutEffect, useState } from "react";
import { useLeaveWarning } from "./use-leave-warning";

type Tell = (form: string, isDirty: boolean) => void;

/** Informs the dialog around a form whether something was typed into it: see useDirtyForm. */
export const DirtyForms = createContext<Tell>(() => undefined);

/** Makes the dialog around a form ask before it closes with typed changes. */
export function useDirtyForm(isDirty: boolean): void {
  const tell = useContext(DirtyForms);
  const form = useId();
  // Before the next key: Escape right after the text was removed asks nothing.
  useLayoutEffect(() => {
    tell(form, isDirty);
    return () => tell(form, false);
  }, [tell, form, isDirty]);
}

export type Leaving = ReturnType<typeof useCloseQuestion>;

/**
 * For a dialog: `leave` runs the action that unmounts its forms, at once or, if something was typed into one of them,
 * when the user agrees. A second try to leave withdraws the question.
 */
export function useCloseQuestion(isDirty = false) {
  const [dirtyForms, setDirtyForms] = useState<readonly string[]>([]);
  const [pending, setPending] = useState<{ run: () => void } | null>(null);
  const losesWords = isDirty || dirtyForms.length > 0;
  useLeaveWarning(losesWords);
  // The form was closed in another way, such as the browser's Back: a leftover question would swallow the next `leave`.
  if (pending && !losesWords) setPending(null);
  const tell = useCallback<Tell>(
    (form, dirty) =>
      setDirtyForms((forms) => {
        const others = forms.filter((each) => each !== form);
        return dirty ? [...others, form] : others;
      }),
    [],
  );
  return {
    tell,
    losesWords,
    isAsking: pending !== null,
    leave(run: () => void) {
      if (pending) setPending(null);
      else if (losesWords) setPending({ run });
      else run();
    },
    keep: () => setPending(null),
    discard() {
      setPending(null);
      pending?.run();
    },
  };
}
