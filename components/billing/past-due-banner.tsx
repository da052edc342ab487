"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { isPro } from "@/lib/domain/plans/plan";
import { formatDateTime } from "@/lib/format";
import { paths } from "@/lib/paths";
import { billingQueries } from "./billing.queries";

/** On every screen while a payment is due and PRO stays. After its end the subscription cannot be paid any more. */
export function PastDueBanner() {
  const pro = isPro(useSessionUser().plan);
  const pays = useCan("owner");
  const { data } = useQuery({ ...billingQueries.overview(), enabled: pro && pays });
  if (!pro || !data?.past_due) return null;
  const { pro_until, pay_url } = data.past_due;
  const hasEnded = data.current?.status === "canceled";
  return (
    <aside
      aria-label="Pagamento pendente"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-border border-b bg-danger-soft px-4 py-2.5 text-sm md:px-8 print:hidden"
    >
      <p className="flex min-w-0 items-start gap-2.5">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger-text" aria-hidden />
        <span className="text-pretty">
          <span className="font-semibold">
            {hasEnded ? "Assinatura encerrada por falta de pagamento." : "Pagamento Pendente."}
          </span>{" "}
          Seu plano PRO continua até {formatDateTime(pro_until)}.{" "}
          {hasEnded ? "Assine de novo para não perdê-lo." : "Pague a fatura para não perdê-lo."}
        </span>
      </p>
      {pay_url ? (
        <Button asChild size="sm" variant="outline">
          <a href={pay_url} target="_blank" rel="noopener noreferrer">
            Pagar fatura <span className="sr-only">em nova aba</span>
          </a>
        </Button>
      ) : (
        <Button asChild size="sm" variant="outline">
          <Link href={paths.subscription}>{hasEnded ? "Ver planos" : "Ver assinatura"}</Link>
        </Button>
      )}
    </aside>
  );
}
