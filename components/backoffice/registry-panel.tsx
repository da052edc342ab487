"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { BackgroundItem } from "@/components/shared/feedback/background-item";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import type { Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { RegistryImport } from "@/lib/contracts/registry/registry-imports";
import { STEP_LABEL } from "@/lib/domain/registry/import-steps";
import { countOf, formatDateTime, formatMegabytes, formatNumber } from "@/lib/format";
import { AdminSection } from "./admin-section";
import { registryImportMutations, registryImportQueries } from "./registry-import.queries";
import { PreparedMonth } from "./registry-prepared";
import { formatMonth, RegistryStart } from "./registry-start";

const MOST_SHOWN = 5;

/** Imports of the company registry: start one, see how far it is, return to the month before. */
export function RegistryPanel({ className }: { className?: string }) {
  const client = useQueryClient();
  const { data } = useQuery(registryImportQueries.list());
  const stop = useMutation(registryImportMutations.stop(client));
  const rollBack = useMutation(registryImportMutations.rollBack(client));
  const imports = data?.imports ?? [];
  const running = imports.some(({ status }) => status === "processing");
  const previous = imports.find(({ served }) => served === "previous");

  function askToStop() {
    confirmToast("Parar esta importação? O que está no ar continua o mesmo.", () =>
      stop.mutate(undefined, { onSuccess: () => notifySuccess("Importação parada.") }),
    );
  }

  function askToRollBack() {
    confirmToast(`Voltar para a base de ${formatMonth(previous?.month ?? "")}?`, () =>
      rollBack.mutate(undefined, {
        onSuccess: ({ import: served }) =>
          notifySuccess(`A base de ${formatMonth(served.month ?? "")} está no ar.`),
      }),
    );
  }

  return (
    <AdminSection
      title="Base da Receita Federal"
      description="Importe os arquivos oficiais de um mês. As buscas continuam na base atual até a nova estar pronta."
      className={className}
    >
      <RegistryStart folders={data?.folders ?? []} months={data?.months ?? []} disabled={running} />
      {imports.length > 0 && (
        <ul aria-label="Importações da Receita" className="-mx-5 mt-2 divide-y divide-border">
          {imports.slice(0, MOST_SHOWN).map((each) => (
            <BackgroundItem
              key={each.id}
              title={each.month ? `Base de ${formatMonth(each.month)}` : each.folder}
              detail={formatDateTime(each.created_at)}
              status={getStatus(each)}
              running={each.status === "processing"}
              stopping={each.stopping || stop.isPending}
              onStop={each.served === "current" ? undefined : askToStop}
              progress={each.progress}
              progressLabel="Progresso da importação da Receita"
              note={each.note}
            >
              <p className="mt-2 text-[0.8125rem] text-muted-foreground tabular-nums">
                {describeImport(each)}
              </p>
              {each.status === "prepared" && <PreparedMonth prepared={each} disabled={running} />}
            </BackgroundItem>
          ))}
        </ul>
      )}
      {previous && (
        <Button
          variant="outline"
          className="mt-3"
          loading={rollBack.isPending}
          disabled={running}
          onClick={askToRollBack}
        >
          {!rollBack.isPending && <History aria-hidden />}
          Voltar para a base de {formatMonth(previous.month ?? "")}
        </Button>
      )}
    </AdminSection>
  );
}

function getStatus({ status, served }: RegistryImport): { label: string; tone: Tone } {
  if (served === "current") return { label: "No ar", tone: "success" };
  if (served === "previous") return { label: "Anterior", tone: "neutral" };
  if (status === "processing") return { label: "Importando", tone: "info" };
  if (status === "prepared") return { label: "Pronta para publicar", tone: "info" };
  if (status === "error") return { label: "Erro", tone: "danger" };
  return { label: status === "stopped" ? "Parada" : "Substituída", tone: "neutral" };
}

function describeImport(each: RegistryImport): string {
  if (each.status !== "processing") {
    const total = each.establishments;
    return [
      total !== null && countOf(total, "estabelecimento", "estabelecimentos"),
      each.misplaced !== null &&
        each.misplaced > 0 &&
        countOf(each.misplaced, "com cidade de outro estado", "com cidade de outro estado"),
      each.refused > 0 && countOf(each.refused, "linha recusada", "linhas recusadas"),
    ]
      .filter(Boolean)
      .join(" · ");
  }
  return [
    STEP_LABEL[each.step],
    each.download_size === null
      ? each.rows > 0 && `${formatNumber(each.rows)} linhas`
      : `${formatMegabytes(each.downloaded ?? 0)} de ${formatMegabytes(each.download_size)}`,
    each.rows_per_second !== null && `${formatNumber(each.rows_per_second)} por segundo`,
    each.eta_seconds !== null && `faltam ${formatSeconds(each.eta_seconds)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function formatSeconds(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
