"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { useKeptCredits } from "@/components/accounts/credits/use-kept-credits";
import { PastDueBanner } from "@/components/billing/past-due-banner";
import { LeavingBanner } from "@/components/custody/own-data/leaving-banner";
import { useCachedInstance } from "@/components/messaging/whatsapp/use-cached-instance";
import { Logo } from "@/components/shared/layout/logo";
import { NARROW_WINDOW } from "@/components/shared/state/use-media-query";
import { useStatePer } from "@/components/shared/state/use-state-per";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useCloseOnBack } from "@/components/ui/use-close-on-back";
import { ConnectionLostBanner } from "./connection-lost-banner";
import { NavigationBar } from "./navigation-bar";
import { NavigationRail } from "./navigation-rail";
import { OfflineBanner } from "./offline-banner";
import { SendingWarning } from "./sending-warning";
import { Sidebar } from "./sidebar";
import { saveSidebarState } from "./sidebar-cookie";
import { UnreadTitle } from "./unread-title";

const MAIN_ID = "conteudo";

interface AppShellProps {
  /** The saved state of the sidebar on wide windows, read by the server to avoid a layout shift. */
  collapsed: boolean;
  children: ReactNode;
}

/**
 * On wide windows the sidebar is open or collapsed next to the page. On narrower ones there is a rail of icons instead,
 * and on small ones only a button: on both it opens over the page on demand.
 */
export function AppShell({ collapsed: initiallyCollapsed, children }: AppShellProps) {
  useCachedInstance();
  useKeptCredits();
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  // Arriving on a page is what closes the menu over it.
  const [covering, setCovering] = useStatePer(usePathname(), false);
  const openButton = useRef<HTMLButtonElement>(null);
  const railButton = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const window = matchMedia(NARROW_WINDOW);
    const uncover = () => setCovering(false);
    window.addEventListener("change", uncover);
    return () => window.removeEventListener("change", uncover);
  }, [setCovering]);

  useEffect(() => {
    if (!covering) return;
    panel.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  useCloseOnBack(covering, () => setOpen(false));

  function setOpen(open: boolean) {
    if (matchMedia(NARROW_WINDOW).matches) setCovering(open);
    else {
      setCollapsed(!open);
      saveSidebarState(!open);
    }
    // One of the two is hidden, which takes no focus.
    if (!open) {
      requestAnimationFrame(() => {
        for (const button of [openButton, railButton]) button.current?.focus();
      });
    }
  }

  return (
    <div className="flex min-h-dvh">
      <UnreadTitle />
      <SendingWarning />
      <NavigationBar />
      <a
        href={`#${MAIN_ID}`}
        className="sr-only z-50 rounded-lg bg-card px-4 py-2.5 font-semibold text-primary-text text-sm shadow-popover focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Ir para o conteúdo
      </a>
      {covering && (
        <button
          type="button"
          aria-label="Fechar menu"
          tabIndex={-1}
          onClick={() => setOpen(false)}
          className="fixed inset-0 z-30 animate-fade cursor-default bg-overlay"
        />
      )}
      <aside
        ref={panel}
        tabIndex={-1}
        aria-label="Menu lateral"
        className={cn(
          "z-40 h-dvh shrink-0 overflow-hidden print:hidden transition-[width,visibility] duration-300 focus-visible:outline-none max-rail:fixed max-rail:inset-y-0 max-rail:left-0 rail:sticky rail:top-0",
          covering ? "max-rail:w-[280px]" : "max-rail:invisible max-rail:w-0",
          collapsed ? "rail:invisible rail:w-0" : "rail:w-[280px]",
        )}
      >
        <Sidebar onClose={() => setOpen(false)} />
      </aside>
      <NavigationRail
        inert={covering}
        menuButton={
          <MenuButton ref={railButton} expanded={covering} onOpen={() => setOpen(true)} />
        }
      />
      <div
        inert={covering}
        className={cn(
          "flex min-w-0 flex-1 flex-col [--topbar:3.5rem] md:max-rail:[--topbar:0rem]",
          !collapsed && "rail:[--topbar:0rem]",
        )}
      >
        <header
          className={cn(
            "sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-border border-b bg-background px-3 md:max-rail:hidden print:hidden",
            !collapsed && "rail:hidden",
          )}
        >
          <MenuButton ref={openButton} expanded={covering} onOpen={() => setOpen(true)} />
          <Logo />
        </header>
        <OfflineBanner />
        <LeavingBanner />
        <ConnectionLostBanner />
        <PastDueBanner />
        <main id={MAIN_ID} tabIndex={-1} className="min-w-0 flex-1 focus-visible:outline-none">
          {children}
        </main>
      </div>
    </div>
  );
}

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>;
  expanded: boolean;
  onOpen: () => void;
}

function MenuButton({ ref, expanded, onOpen }: MenuButtonProps) {
  return (
    <Button
      ref={ref}
      variant="ghost"
      size="icon"
      aria-label="Abrir menu"
      aria-expanded={expanded}
      onClick={onOpen}
    >
      <Menu aria-hidden />
    </Button>
  );
}
