"use client";

import type { ReactNode } from "react";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { type CloseQuestion, DiscardQuestion } from "./discard-question";
import { DirtyForms, useCloseQuestion } from "./use-close-question";

interface ModalProps {
  onClose: () => void;
  title: string;
  description: string;
  /** The user typed something that closing would lose: the dialog asks first, and so does leaving the page. */
  isDirty?: boolean;
  /** The question before closing, if it is not about changes. */
  question?: CloseQuestion;
  /** Stays in view with the title while the rest scrolls. Its button names the form that it submits. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A titled dialog for forms. It is open while mounted; closing returns the focus to where it was. */
export function Modal({
  onClose,
  title,
  description,
  isDirty = false,
  question,
  footer,
  children,
}: ModalProps) {
  const closing = useCloseQuestion(isDirty);
  return (
    <Dialog open onOpenChange={(next) => !next && closing.leave(onClose)}>
      <DialogContent className="max-w-[40rem]">
        {/* As tall as the dialog at most, less its borders, so that the body scrolls and not the dialog. */}
        <div className="flex max-h-[calc(100dvh-2rem-2px)] flex-col max-sm:max-h-[calc(100dvh-5.5rem-2px)]">
          <header className="shrink-0 border-border border-b px-5 py-4">
            <DialogTitle className="text-base">{title}</DialogTitle>
            <DialogDescription className="mt-0.5 pr-10">{description}</DialogDescription>
          </header>
          <div className="min-h-0 overflow-y-auto p-5" onChange={closing.keep}>
            <DirtyForms value={closing.tell}>{children}</DirtyForms>
          </div>
          {footer && (
            <footer className="shrink-0 border-border border-t px-5 py-3">{footer}</footer>
          )}
          {closing.isAsking && (
            <DiscardQuestion
              question={question}
              onKeep={closing.keep}
              onDiscard={closing.discard}
            />
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
