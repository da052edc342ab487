"use client";

import { ShieldAlert } from "lucide-react";
import { useSessionUser } from "@/components/session/session-context";
import { Page } from "@/components/shared/layout/page";
import { AuditPanel } from "./audit-panel";
import { BillingAlerts } from "./billing-alerts";
import { BillingForm } from "./billing-form";
import { BillingReport } from "./billing-report";
import { BillingTable } from "./billing-table";
import { CreateAccountForm } from "./create-account-form";
import { DeactivateAccountForm } from "./deactivate-account-form";
import { DeadLettersTable } from "./dead-letters-table";
import { PeoplePanel } from "./people-panel";
import { RegistryPanel } from "./registry-panel";
import { StuckEvents } from "./stuck-events";

export function AdminScreen() {
  const { isAdmin } = useSessionUser();
  if (!isAdmin) {
    return (
      <Page title="Painel Administrativo">
        <div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
          <ShieldAlert className="mb-4 size-8 text-muted-foreground" aria-hidden />
          <p className="font-semibold text-sm">Acesso restrito. Apenas administradores.</p>
        </div>
      </Page>
    );
  }
  return (
    <Page
      title="Painel Administrativo"
      description="Contas, registros de cobrança e o que foi feito por aqui."
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <PeoplePanel className="lg:col-span-2" />
        <CreateAccountForm />
        <DeactivateAccountForm />
        <BillingForm className="lg:col-span-2" />
        <BillingTable className="lg:col-span-2" />
        <BillingAlerts className="lg:col-span-2" />
        <StuckEvents className="lg:col-span-2" />
        <BillingReport className="lg:col-span-2" />
        <RegistryPanel className="lg:col-span-2" />
        <DeadLettersTable className="lg:col-span-2" />
        <AuditPanel className="lg:col-span-2" />
      </div>
    </Page>
  );
}
