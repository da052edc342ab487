"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Logo } from "@/components/shell/logo";
import { Sidebar } from "@/components/shell/sidebar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { usePrimedInstance } from "@/components/whatsapp/use-primed-instance";

const SMALL_WINDOW = "(max-width: 768px)";

/**
 * Until somebody opens or closes the sidebar, style sheets alone decide: open beside the page on a wide
 * window, away on a small one. So the server's page needs no correction.
 */
type SidebarState = "auto" | "open" | "closed";

export function AppShell({ children }: { children: ReactNode }) {
  usePrimedInstance();
  const [sidebar, setSidebar] = useState<SidebarState>("auto");
  const [small, setSmall] = useState(false);
  const pathname = usePathname();
  const openButton = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const covering = small && sidebar === "open";

  useEffect(() => {
    const window = matchMedia(SMALL_WINDOW);
    const follow = () => {
      setSmall(window.matches);
      setSidebar("auto");
    };
    follow();
    window.addEventListener("change", follow);
    return () => window.removeEventListener("change", follow);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on a page is what closes the menu over it
  useEffect(() => {
    if (matchMedia(SMALL_WINDOW).matches) setSidebar("auto");
  }, [pathname]);

  useEffect(() => {
    if (!covering) return;
    panel.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && close();
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  function close() {
    setSidebar(small ? "auto" : "closed");
    requestAnimationFrame(() => openButton.current?.focus());
  }

  return (
    <div className="flex min-h-dvh">
      {covering && (
        <button
          type="button"
          aria-label="Fechar menu"
          tabIndex={-1}
          onClick={close}
          className="fixed inset-0 z-30 animate-fade cursor-default bg-overlay"
        />
      )}
      <aside
        ref={panel}
        tabIndex={-1}
        aria-label="Menu lateral"
        className={cn(
          "z-40 h-dvh shrink-0 overflow-hidden transition-[width,visibility] duration-300 focus-visible:outline-none max-md:fixed max-md:inset-y-0 max-md:left-0 md:sticky md:top-0",
          sidebar === "auto" && "max-md:invisible max-md:w-0 md:w-[280px]",
          sidebar === "open" && "w-[280px]",
          sidebar === "closed" && "invisible w-0",
        )}
      >
        <Sidebar onClose={close} />
      </aside>
      <div
        inert={covering}
        className={cn(
          "flex min-w-0 flex-1 flex-col [--topbar:3.5rem]",
          sidebar !== "closed" && "md:[--topbar:0rem]",
        )}
      >
        <header
          className={cn(
            "sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-border border-b bg-background px-3",
            sidebar !== "closed" && "md:hidden",
          )}
        >
          <Button
            ref={openButton}
            variant="ghost"
            size="icon"
            aria-label="Abrir menu"
            aria-expanded={covering}
            onClick={() => setSidebar("open")}
          >
            <Menu aria-hidden />
          </Button>
          <Logo />
        </header>
        <main className="min-w-0 flex-1">{children}</main>
      </div>
    </div>
  );
}
