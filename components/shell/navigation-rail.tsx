"use client";

import type { ReactNode } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { LogoMark } from "@/components/shared/layout/logo";
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
import { UnreadMark } from "./unread-mark";
import { useIsCurrent } from "./use-is-current";

interface NavigationRailProps {
  /** Opens the whole sidebar over the page. */
  menuButton: ReactNode;
  inert: boolean;
}

/** The sidebar's entries as icons, on windows that are too narrow for their names. */
export function NavigationRail({ menuButton, inert }: NavigationRailProps) {
  const user = useSessionUser();
  const groups = [
    [todayEntry, chatEntry, dashboardEntry],
    ...listGroups(user).map(({ entries }) => entries),
    listLastEntries(user),
  ];
  return (
    <div
      inert={inert}
      className="sticky top-0 z-20 flex h-dvh w-14 shrink-0 flex-col items-center border-border border-r bg-sidebar max-md:hidden rail:hidden print:hidden"
    >
      <Link
        href={paths.dashboard}
        aria-label="Garimpo, ir para o Dashboard"
        className="grid h-14 shrink-0 place-items-center"
      >
        <LogoMark />
      </Link>
      {menuButton}
      <nav
        aria-label="Atalhos"
        className="w-full flex-1 overflow-y-auto pb-3 [scrollbar-width:none]"
      >
        {groups.map((entries) => (
          <ul key={entries[0]?.href} className="mx-auto w-10 border-border py-2 not-last:border-b">
            {entries.map((entry) => (
              <RailItem key={entry.href} entry={entry} />
            ))}
          </ul>
        ))}
      </nav>
    </div>
  );
}

function RailItem({ entry: { label, href, icon: Icon } }: { entry: NavEntry }) {
  const current = useIsCurrent(href);
  return (
    <li>
      <Link
        href={href}
        title={label}
        aria-current={current ? "page" : undefined}
        className={cn(
          "relative grid size-9 place-items-center rounded-lg transition-colors focus-visible:-outline-offset-2 pointer-coarse:size-10",
          current
            ? "bg-accent text-primary-text"
            : "text-muted-foreground hover:bg-accent/60 hover:text-foreground",
        )}
      >
        <Icon className="size-4.5" aria-hidden />
        <span className="sr-only">{label}</span>
        {href === chatEntry.href && (
          <span className="absolute -top-1 -right-1 scale-80">
            <UnreadMark />
          </span>
        )}
      </Link>
    </li>
  );
}
