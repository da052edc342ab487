"use client";

import { ShieldAlert } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { Page } from "@/components/shared/layout/page";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { adminPaths } from "@/lib/paths";
import { RecoveryNotice } from "./recovery-notice";

const SECTIONS = [
  { href: adminPaths.people, label: "Pessoas" },
  { href: adminPaths.billing, label: "Cobrança" },
  { href: adminPaths.registry, label: "Receita Federal" },
  { href: adminPaths.prices, label: "Preços do WhatsApp" },
  { href: adminPaths.queues, label: "Filas" },
  { href: adminPaths.security, label: "Segurança" },
  { href: adminPaths.audit, label: "Auditoria" },
];

/** A section of the admin panel, below the links to all of them. Others than the administrator see neither. */
export function AdminPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { isAdmin } = useSessionUser();
  const pathname = usePathname();
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the current section may be scrolled out of sight.
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, []);
  if (!isAdmin) return <RestrictedPage />;
  return (
    <Page title="Painel Administrativo" actions={actions}>
      <nav
        aria-label="Seções do painel"
        className="-mx-4 -mt-2 mb-5 overflow-x-auto border-border border-b px-4 md:mx-0 md:px-0"
      >
        <ul className="flex gap-1">
          {SECTIONS.map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                ref={pathname === href ? current : undefined}
                aria-current={pathname === href ? "page" : undefined}
                className={cn(
                  "-mb-px flex h-10 items-center whitespace-nowrap border-b-2 px-3 font-medium text-sm transition-colors",
                  pathname === href
                    ? "border-primary text-foreground"
                    : "border-transparent text-muted-foreground hover:text-foreground",
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RecoveryNotice />
      {children}
    </Page>
  );
}

/** Shown to everybody but the administrator. */
export function RestrictedPage() {
  return (
    <Page title="Painel Administrativo">
      <div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
        <ShieldAlert className="mb-4 size-8 text-muted-foreground" aria-hidden />
        <p className="font-semibold text-sm">Acesso restrito. Apenas administradores.</p>
      </div>
    </Page>
  );
}
