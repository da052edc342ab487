"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, LifeBuoy, LogOut, Scale } from "lucide-react";
import { useEffect } from "react";
import { logOut } from "@/components/session/end-session";
import { useSessionUser } from "@/components/session/session-context";
import { userQueries } from "@/components/session/users.queries";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/link";
import type { MenuEntry } from "@/components/ui/menu-entry";
import { isPro } from "@/lib/domain/plans/plan";
import { buildSupportMail, getSupportLabel } from "@/lib/domain/plans/support-mail";
import { toInitials } from "@/lib/domain/text/initials";
import { NOTICES_PATH } from "@/lib/paths";
import { listAccountEntries } from "./nav";
import { THEMES, useTheme } from "./theme";
import { themeChoices } from "./theme-choices";

export function ProfileMenu() {
  const session = useSessionUser();
  const { data: profile, error } = useQuery(userQueries.me());
  useEffect(() => {
    // Name and e-mail have fallbacks on screen; the log helps to find the cause.
    if (error) console.warn("O perfil não pôde ser carregado.", error);
  }, [error]);
  const [theme, setTheme] = useTheme();
  const name = session.name || profile?.name || "Usuário";
  const email = session.email || profile?.email || "E-mail não informado";
  const entries: MenuEntry[] = [
    ...listAccountEntries(session).map(
      ({ label, href, icon: Icon }): MenuEntry => ({
        kind: "link",
        link: (
          <Link href={href}>
            <Icon aria-hidden />
            {label}
          </Link>
        ),
      }),
    ),
    ...(session.supportEmail === null
      ? []
      : [
          {
            kind: "link",
            link: (
              <a href={buildSupportMail(session.supportEmail, { ...session, name, email })}>
                <LifeBuoy aria-hidden />
                {getSupportLabel(session.plan)}
              </a>
            ),
          } satisfies MenuEntry,
        ]),
    {
      kind: "link",
      link: (
        <a href={NOTICES_PATH} target="_blank" rel="noreferrer">
          <Scale aria-hidden />
          Licenças
        </a>
      ),
    },
    { kind: "separator" },
    { kind: "label", label: "Aparência" },
    ...THEMES.map(
      (each): MenuEntry => ({
        kind: "choice",
        ...themeChoices[each],
        chosen: each === theme,
        onChoose: () => setTheme(each),
      }),
    ),
    { kind: "separator" },
    { kind: "action", label: "Log out", icon: LogOut, onSelect: () => void logOut() },
  ];
  return (
    <DropdownMenu
      side="top"
      align="start"
      className="w-64"
      entries={entries}
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-lg px-2.5 py-2 text-left transition-colors hover:bg-accent/60 data-[state=open]:bg-accent"
        >
          <span
            className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-text text-xs"
            aria-hidden
          >
            {toInitials(name)}
          </span>
          <span className="sr-only">Menu do perfil:</span>
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2">
              <span className="truncate font-medium text-sm">{name}</span>
              {isPro(session.plan) && (
                <span className="rounded bg-primary px-1 font-bold text-[0.625rem] text-primary-foreground leading-4">
                  PRO
                </span>
              )}
            </span>
            <span className="block truncate text-muted-foreground text-xs">{email}</span>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        </button>
      }
    />
  );
}
