import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { RegistryImport } from "@/lib/contracts/registry/registry-imports";
import type { MonthChanges } from "@/lib/domain/registry/month-changes";
import { formatNumber } from "@/lib/format";
import { registryImportMutations } from "./registry-import.queries";
import { formatMonth } from "./registry-start";

const ROWS: [Exclude<keyof MonthChanges, "before">, string][] = [
  ["opened", "Abertas"],
  ["reopened", "Reabertas"],
  ["closed", "Fechadas"],
  ["moved", "Mudaram de cidade"],
  ["contact_changed", "Mudaram telefone ou e-mail"],
  ["missing", "Não vieram mais nos arquivos"],
];

/** The changes that the month of a dry run would bring, and the decision about it. */
export function PreparedMonth({
  prepared,
  disabled,
}: {
  prepared: RegistryImport;
  disabled: boolean;
}) {
  const client = useQueryClient();
  const { id, month_changes: changes } = prepared;
  const month = formatMonth(prepared.month ?? "");
  // On the mutations themselves: this component is gone once the state it decides about has changed.
  const serve = useMutation({
    ...registryImportMutations.serve(client),
    onSuccess: () => notifySuccess(`A base de ${month} está sendo publicada.`),
  });
  const discard = useMutation({
    ...registryImportMutations.discard(client),
    onSuccess: () => notifySuccess("Base descartada."),
  });

  function askToDiscard() {
    confirmToast(`Descartar a base de ${month}? O que está no ar continua o mesmo.`, () =>
      discard.mutate(id),
    );
  }

  return (
    <div className="mt-3">
      {changes && (
        <>
          <p className="text-[0.8125rem] text-muted-foreground">
            {changes.before
              ? `Em relação à base de ${formatMonth(changes.before)}:`
              : "Ainda não há base no ar."}
          </p>
          <dl className="mt-1 grid max-w-sm grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-[0.8125rem] tabular-nums">
            {ROWS.map(([name, label]) => (
              <div key={name} className="contents">
                <dt>{label}</dt>
                <dd className="text-right">{formatNumber(changes[name])}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          loading={serve.isPending}
          disabled={disabled || discard.isPending}
          onClick={() => serve.mutate(id)}
        >
          {!serve.isPending && <Check aria-hidden />}
          Publicar
        </Button>
        <Button
          size="sm"
          variant="outline"
          loading={discard.isPending}
          disabled={disabled || serve.isPending}
          onClick={askToDiscard}
        >
          Descartar
        </Button>
      </div>
    </div>
  );
}
