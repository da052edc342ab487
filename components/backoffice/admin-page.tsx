"use client";

import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { Page } from "@/components/shared/layout/page";
import { SectionLinks } from "@/components/shared/layout/section-links";
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
  if (!isAdmin) return <RestrictedPage />;
  return (
    <Page title="Painel Administrativo" actions={actions}>
      <SectionLinks label="Seções do painel" sections={SECTIONS} />
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
