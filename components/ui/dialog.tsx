import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";

interface DialogProps {
  onClose: () => void;
  title: string;
  description: string;
  children: ReactNode;
}

/** A window over the page; the × and a click beside it close it. Mounted is open. */
export function Dialog({ onClose, title, description, children }: DialogProps) {
  const before = useRef<Element | null>(null);
  return (
    <RadixDialog.Root open onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <RadixDialog.Content
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 animate-fade flex-col rounded-xl border border-border bg-card shadow-popover focus-visible:outline-none"
        >
          <header className="flex items-start justify-between gap-4 border-border border-b px-5 py-4">
            <div className="min-w-0">
              <RadixDialog.Title className="font-semibold text-base">{title}</RadixDialog.Title>
              <RadixDialog.Description className="mt-0.5 text-muted-foreground text-sm">
                {description}
              </RadixDialog.Description>
            </div>
            <RadixDialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Fechar">
                <X aria-hidden />
              </Button>
            </RadixDialog.Close>
          </header>
          <div className="min-h-0 overflow-y-auto px-5 py-5">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
