"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { useHydrated } from "@/components/shared/state/use-hydrated";
import { Button } from "@/components/ui/button";
import { AdminPage } from "./admin-page";
import { BillingAlerts } from "./billing-alerts";
import { BillingReport } from "./billing-report";
import { BillingTable } from "./billing-table";
import { StuckEvents } from "./stuck-events";

const PersonPicker = lateDialog(async () => (await import("./person-picker")).PersonPicker);
const BillingRecordDialog = lateDialog(
  async () => (await import("./billing-record-dialog")).BillingRecordDialog,
);

export function BillingScreen() {
  const hydrated = useHydrated();
  const [picking, setPicking] = useState(false);
  const [person, setPerson] = useState<{ id: number; name: string } | null>(null);
  return (
    <AdminPage
      actions={
        <Button disabled={!hydrated} onClick={() => setPicking(true)}>
          <Plus aria-hidden />
          Criar registro de cobrança
        </Button>
      }
    >
      <div className="space-y-4">
        <div className="grid gap-4 lg:grid-cols-2">
          <BillingAlerts />
          <StuckEvents />
        </div>
        <BillingTable />
        <BillingReport />
      </div>
      {picking && (
        <PersonPicker
          title="De quem é o registro?"
          description="Para quem o pagamento foi acertado fora do Stripe."
          onChoose={(chosen) => {
            setPicking(false);
            setPerson(chosen);
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {person && <BillingRecordDialog person={person} onClose={() => setPerson(null)} />}
    </AdminPage>
  );
}
