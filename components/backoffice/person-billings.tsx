"use client";

import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { DataTable, useDataTable } from "@/components/shared/table/data-table";
import { Button } from "@/components/ui/button";
import type { Billing } from "@/lib/contracts/billing/billing";
import type { BillingPerson } from "@/lib/contracts/billing/billing-admin";
import { buildPersonBillingColumns } from "./billing.columns";
import { useBillingRemoval } from "./use-billing-removal";

const BillingRecordDialog = lateDialog(
  async () => (await import("./billing-record-dialog")).BillingRecordDialog,
);

/** The billing records of one account; those that were written by hand can be changed. */
export function PersonBillings({ person }: { person: BillingPerson }) {
  /** The one being changed; null for a new one. */
  const [edited, setEdited] = useState<Billing | null | undefined>();
  const askToDelete = useBillingRemoval();
  const columns = useMemo(
    () => buildPersonBillingColumns({ onEdit: setEdited, onDelete: askToDelete }),
    [askToDelete],
  );
  const table = useDataTable({
    columns,
    rows: person.billings,
    rowId: ({ id }) => String(id),
  });
  return (
    <section aria-label="Cobrança">
      <div className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-sm">Registros de cobrança</h2>
        <Button variant="outline" size="sm" onClick={() => setEdited(null)}>
          <Plus aria-hidden />
          Novo registro
        </Button>
      </div>
      <DataTable
        table={table}
        caption="Registros de cobrança"
        loading={false}
        fallback={
          person.billings.length === 0 && (
            <p className="px-6 py-12 text-center text-muted-foreground text-sm">
              Nenhum registro encontrado
            </p>
          )
        }
      />
      {edited !== undefined && (
        <BillingRecordDialog
          person={person}
          record={edited ?? undefined}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
