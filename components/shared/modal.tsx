"use client";

import { type ReactNode, useRef } from "react";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";

interface ModalProps {
  onClose: () => void;
  title: string;
  description: string;
  children: ReactNode;
}

/** A titled dialog for forms. It is open while mounted; closing returns the focus to where it was. */
export function Modal({ onClose, title, description, children }: ModalProps) {
  const before = useRef<Element | null>(null);
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        onOpenAutoFocus={() => {
          before.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (before.current instanceof HTMLElement) before.current.focus();
        }}
        className="max-w-[40rem]"
      >
        <header className="border-border border-b px-5 py-4">
          <DialogTitle className="text-base">{title}</DialogTitle>
          <DialogDescription className="mt-0.5 pr-10">{description}</DialogDescription>
        </header>
        <div className="p-5">{children}</div>
      </DialogContent>
    </Dialog>
  );
}
