import { createColumnHelper } from "@tanstack/react-table";
import { ExternalLink } from "lucide-react";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { BillingEntry } from "@/lib/contracts/billing/subscription";
import { getPlanLabel } from "@/lib/domain/plans/plan-catalogue";
import { formatDate, formatMoney } from "@/lib/format";
import { getStatusLabel } from "./billing-labels";

const tones: Readonly<Record<string, Tone>> = {
  active: "success",
  paid: "success",
  past_due: "danger",
  disputed: "danger",
};

const column = createColumnHelper<typeof tableKit, BillingEntry>();

export const billingHistoryColumns = column.columns([
  column.accessor("date", {
    meta: { label: "Data", width: "8rem", skeleton: "w-20" },
    cell: ({ getValue }) => <span className="tabular-nums">{formatDate(getValue())}</span>,
  }),
  column.accessor("plan", {
    meta: { selfEvident: true, label: "Plano", width: "minmax(7rem,1fr)", skeleton: "w-16" },
    cell: ({ getValue }) => getPlanLabel(getValue()),
  }),
  column.accessor("price", {
    meta: {
      selfEvident: true,
      label: "Valor",
      width: "10rem",
      className: "text-right",
      skeleton: "ml-auto w-14",
    },
    cell: ({ getValue, row: { original } }) => {
      const { refunded, currency } = original;
      return (
        <span className="whitespace-nowrap tabular-nums">
          {formatMoney(getValue(), currency)}
          {refunded > 0 && refunded < getValue() && (
            <span className="block text-muted-foreground text-xs">
              devolvido {formatMoney(refunded, currency)}
            </span>
          )}
        </span>
      );
    },
  }),
  column.accessor("status", {
    meta: { selfEvident: true, label: "Status", width: "12rem", skeleton: "h-6 w-24" },
    cell: ({ getValue }) => (
      <Badge tone={tones[getValue()] ?? "neutral"}>{getStatusLabel(getValue())}</Badge>
    ),
  }),
  column.accessor("receipt_url", {
    meta: {
      label: "Recibo",
      labelHidden: true,
      sticky: true,
      width: "7rem",
      className: "text-right",
      skeleton: "ml-auto w-16",
    },
    cell: ({ getValue, row: { original } }) => {
      const url = getValue();
      // An invoice of an ended subscription does not have to be paid any more.
      if (!url || original.status === "canceled") return null;
      const name = original.status === "past_due" ? "Pagar" : "Recibo";
      return (
        <Button asChild variant="ghost" size="sm">
          <a href={url} target="_blank" rel="noopener noreferrer">
            {name} <span className="sr-only">de {formatDate(original.date)}, em nova aba</span>
            <ExternalLink aria-hidden />
          </a>
        </Button>
      );
    },
  }),
]);
