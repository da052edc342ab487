"use client";

import { type ReactNode, useState } from "react";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { DiscardQuestion } from "./discard-question";
import { useLeaveWarning } from "./use-leave-warning";

interface ModalProps {
  onClose: () => void;
  title: string;
  description: string;
  /** Something was typed that closing would lose: it asks first, and so does leaving the page. */
  isDirty?: boolean;
  children: ReactNode;
}

/** A titled dialog for forms. It is open while mounted; closing returns the focus to where it was. */
export function Modal({ onClose, title, description, isDirty = false, children }: ModalProps) {
  const [asking, setAsking] = useState(false);
  useLeaveWarning(isDirty);

  function close() {
    if (isDirty && !asking) setAsking(true);
    else onClose();
  }

  return (
    <Dialog open onOpenChange={(next) => !next && close()}>
      <DialogContent className="max-w-[40rem]">
        <header className="border-border border-b px-5 py-4">
          <DialogTitle className="text-base">{title}</DialogTitle>
          <DialogDescription className="mt-0.5 pr-10">{description}</DialogDescription>
        </header>
        <div className="p-5" onChange={() => setAsking(false)}>
          {children}
        </div>
        {asking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onClose} />}
      </DialogContent>
    </Dialog>
  );
}
