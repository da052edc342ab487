import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface PageProps {
  title: string;
  description?: string;
  actions?: ReactNode;
  /** The content fills the viewport and scrolls inside itself, for tables. On a phone the page scrolls instead. */
  fill?: boolean;
  children: ReactNode;
}

/** A screen: title, description, actions at the right, content. */
export function Page({ title, description, actions, fill = false, children }: PageProps) {
  return (
    <div
      className={cn(
        "mx-auto flex w-full flex-col px-4 pt-5 md:px-6 md:pt-7 rail:px-8 print:p-0",
        fill
          ? "pb-4 md:h-[calc(100dvh-var(--topbar))] md:min-h-[30rem] md:pb-5 print:h-auto!"
          : "max-w-[90rem] pb-8",
      )}
    >
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:mb-6">
        <div className="min-w-0">
          <h1 className="text-balance font-semibold text-xl tracking-tight">{title}</h1>
          {description && (
            <p className="mt-1 text-pretty text-muted-foreground text-sm">{description}</p>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
