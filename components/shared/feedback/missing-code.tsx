import { X } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { useCloseOnBack } from "@/components/ui/use-close-on-back";
import { ErrorState } from "./error-state";

export interface MissingProps {
  onRetry: () => void;
  retrying: boolean;
  /** A retry failed: the server may have another version by now, which only a reloaded page gets. */
  wasRetried: boolean;
}

const TITLE = "Não foi possível carregar esta parte.";

/** Shown in place of a part of a screen whose code did not load. */
export function MissingPart({ onRetry, retrying, wasRetried }: MissingProps) {
  return (
    <ErrorState
      title={TITLE}
      detail={wasRetried ? "Se continuar assim, recarregue a página." : undefined}
      onRetry={onRetry}
      retrying={retrying}
      retryLabel="Tentar de novo"
      className="py-8"
    />
  );
}

/** Shown in place of a dialog whose code did not load. It is the browser's own dialog, because ours may be missing too. */
export function MissingDialog({ onClose, ...missing }: MissingProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseOnBack(true, onClose);

  // Closed before it leaves the document, so that the focus returns to where it was, and then moves to the next content.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);

  // Not left to the browser: if another dialog is open below this one, it would handle the keys first.
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  }

  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-label={TITLE}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="pointer-events-auto fixed inset-0 m-auto h-fit w-[min(24rem,calc(100vw-2rem))] rounded-2xl border border-border bg-card text-foreground shadow-popover backdrop:bg-overlay"
    >
      <MissingPart {...missing} />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Fechar"
        onClick={onClose}
        className="absolute top-3 right-3"
      >
        <X aria-hidden />
      </Button>
    </dialog>,
    document.body,
  );
}
