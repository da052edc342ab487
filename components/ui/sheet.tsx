import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { keepOpenForList, keepOpenForToasts } from "./keep-open";
import { useReturnFocus } from "./return-focus";
import { useCloseOnBack } from "./use-close-on-back";

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  children: ReactNode;
  footer?: ReactNode;
  /** Asked at its foot. */
  question?: ReactNode;
  /** Not for one that the address opens, which Back closes by itself. */
  closesOnBack?: boolean;
}

/** A panel that slides in from the right over the page. */
export function Sheet({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  question,
  closesOnBack = true,
}: SheetProps) {
  const returnFocus = useReturnFocus();
  useCloseOnBack(open && closesOnBack, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Dialog.Content
          {...returnFocus}
          onInteractOutside={keepOpenForToasts}
          onEscapeKeyDown={keepOpenForList}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-lg animate-slide-in flex-col border-border border-l bg-card shadow-popover focus-visible:outline-none"
        >
          <header className="flex items-start justify-between gap-4 border-border border-b px-5 py-4">
            <div className="min-w-0">
              <Dialog.Title className="truncate font-semibold text-base">{title}</Dialog.Title>
              <Dialog.Description className="mt-0.5 text-muted-foreground text-sm">
                {description}
              </Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Fechar">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </header>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="flex-1 overflow-y-auto px-5 py-5 focus-visible:-outline-offset-2"
          >
            {children}
          </div>
          {footer && <footer className="border-border border-t px-5 py-3">{footer}</footer>}
          {question}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
