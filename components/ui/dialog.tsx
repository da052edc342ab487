"use client";

import { X } from "lucide-react";
import { Dialog as Base } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { keepOpenForList, keepOpenForToasts } from "./keep-open";
import { useReturnFocus } from "./return-focus";
import { useCloseOnBack } from "./use-close-on-back";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** Escape, a click outside, the close button and the browser's Back all call `onOpenChange(false)`. */
export function Dialog(props: DialogProps) {
  useCloseOnBack(props.open, () => props.onOpenChange(false));
  return <Base.Root {...props} />;
}

/**
 * A modal dialog. On a phone it takes the full width, scrolls inside itself and leaves the top to toasts. `className`
 * sets width and padding.
 */
export function DialogContent({
  className = "max-w-lg p-6",
  children,
  ...props
}: ComponentProps<typeof Base.Content>) {
  const returnFocus = useReturnFocus();
  return (
    <Base.Portal>
      <Base.Overlay className="fixed inset-0 z-50 animate-fade bg-overlay" />
      <Base.Content
        className={cn(
          "fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] animate-appear overflow-y-auto max-sm:top-18 max-sm:max-h-[calc(100dvh-5.5rem)] rounded-2xl border border-border bg-card text-foreground shadow-popover focus-visible:outline-none",
          className,
        )}
        {...returnFocus}
        onInteractOutside={keepOpenForToasts}
        onEscapeKeyDown={keepOpenForList}
        {...props}
      >
        {children}
        <Base.Close asChild>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Fechar"
            className="absolute top-3 right-3"
          >
            <X aria-hidden />
          </Button>
        </Base.Close>
      </Base.Content>
    </Base.Portal>
  );
}

export function DialogTitle({ className, ...props }: ComponentProps<"h2">) {
  return (
    <Base.Title
      className={cn("pr-10 font-semibold text-lg tracking-tight", className)}
      {...props}
    />
  );
}

export function DialogDescription({ className, ...props }: ComponentProps<"p">) {
  return (
    <Base.Description
      className={cn("mt-1 text-pretty text-muted-foreground text-sm", className)}
      {...props}
    />
  );
}
