"use client";

import { useQueryClient } from "@tanstack/react-query";
import { PanelLeftClose } from "lucide-react";
import type { ReactNode } from "react";
import { CreditsMeter } from "@/components/accounts/credits/credits-meter";
import { useSessionUser } from "@/components/session/session-context";
import { Logo } from "@/components/shared/layout/logo";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";
import {
  chatEntry,
  dashboardEntry,
  listGroups,
  listLastEntries,
  type NavEntry,
  todayEntry,
} from "./nav";
import { readAhead } from "./next-answers";
import { PaletteButton } from "./palette-button";
import { ProfileMenu } from "./profile-menu";
import { UnreadMark } from "./unread-mark";
import { useIsCurrent } from "./use-is-current";
import { WhatsappState } from "./whatsapp-state";

export function Sidebar({ onClose }: { onClose: () => void }) {
  const user = useSessionUser();
  return (
    <div className="flex h-full w-[280px] flex-col border-border border-r bg-sidebar">
      <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4">
        <Link
          href={paths.dashboard}
          className="rounded-md"
          aria-label="Garimpo, ir para o Dashboard"
        >
          <Logo />
        </Link>
        <Button variant="ghost" size="icon" onClick={onClose} aria-label="Fechar menu lateral">
          <PanelLeftClose aria-hidden />
        </Button>
      </div>
      <nav aria-label="Principal" className="relative flex-1 overflow-y-auto px-3 pt-1 pb-4">
        <PaletteButton />
        <ul className="mt-3">
          <NavItem entry={todayEntry} />
          <NavItem entry={chatEntry}>
            <UnreadMark />
          </NavItem>
          <NavItem entry={dashboardEntry} />
        </ul>
        {listGroups(user).map(({ label, entries }) => (
          <NavGroup key={label} label={label} entries={entries} />
        ))}
        <ul className="mt-4 border-border border-t pt-4">
          {listLastEntries(user).map((entry) => (
            <NavItem key={entry.href} entry={entry} />
          ))}
        </ul>
      </nav>
      <div className="shrink-0 space-y-1 border-border border-t p-3">
        <CreditsMeter />
        <WhatsappState />
        <ProfileMenu />
      </div>
    </div>
  );
}

function NavGroup({ label, entries }: { label: string; entries: NavEntry[] }) {
  return (
    <section className="mt-4">
      <h2 className="px-2.5 pb-1 font-medium text-muted-foreground text-xs" lang="en">
        {label}
      </h2>
      <ul>
        {entries.map((entry) => (
          <NavItem key={entry.href} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

interface NavItemProps {
  entry: NavEntry;
  /** A mark at the right of its name. */
  children?: ReactNode;
}

function NavItem({ entry: { label, href, icon: Icon }, children }: NavItemProps) {
  const current = useIsCurrent(href);
  const client = useQueryClient();
  const onNear = current ? undefined : () => void readAhead(client, href);
  return (
    <li>
      <Link
        href={href}
        onPointerEnter={onNear}
        onTouchStart={onNear}
        aria-current={current ? "page" : undefined}
        className={cn(
          "flex h-8 items-center gap-2.5 rounded-lg px-2.5 font-medium text-sm transition-colors pointer-coarse:h-10",
          current
            ? "bg-accent text-foreground"
            : "text-muted-foreground hover:bg-accent/60 hover:text-foreground",
        )}
      >
        <Icon className={cn("size-4 shrink-0", current && "text-primary-text")} aria-hidden />
        <span className="min-w-0 flex-1">{label}</span>
        {children}
      </Link>
    </li>
  );
}
