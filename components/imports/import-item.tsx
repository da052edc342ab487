"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileDown, Square } from "lucide-react";
import Link from "next/link";
import { confirmToast, notifyError } from "@/components/shared/notify";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { Import } from "@/lib/contracts/imports";
import type { ImportStatus } from "@/lib/domain/import-file";
import { errorText } from "@/lib/error-text";
import { countOf, formatDateTime, formatNumber } from "@/lib/format";
import { paths } from "@/lib/paths";
import { importMutations } from "./imports.queries";

const STATUS: Record<ImportStatus, { label: string; tone: Tone }> = {
  uploaded: { label: "Enviada", tone: "neutral" },
  processing: { label: "Importando", tone: "gold" },
  completed: { label: "Concluída", tone: "success" },
  stopped: { label: "Interrompida", tone: "neutral" },
  error: { label: "Erro", tone: "danger" },
};

export function ImportItem({ item }: { item: Import }) {
  const client = useQueryClient();
  const stop = useMutation(importMutations.stop(client));
  const running = item.status === "processing";
  const stopping = running && (item.stopping || stop.isPending);
  const { label, tone } = STATUS[item.status];

  function askToStop() {
    confirmToast("Parar esta importação? O que já entrou continua salvo.", () =>
      stop.mutate(item.id, { onError: (error) => notifyError(errorText(error)) }),
    );
  }

  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="truncate font-medium text-sm">{item.file_name}</h3>
          <p className="text-[0.8125rem] text-muted-foreground">
            {formatDateTime(item.created_at)}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Badge tone={tone} live={running}>
            {stopping ? "Parando..." : label}
          </Badge>
          {running && (
            <Button variant="outline" size="sm" onClick={askToStop} disabled={stopping}>
              <Square aria-hidden />
              Parar
            </Button>
          )}
        </div>
      </div>
      {running && (
        <Progress
          className="mt-3"
          value={item.rows_total > 0 ? item.rows_done / item.rows_total : 0}
          label={`Progresso da importação ${item.file_name}`}
        />
      )}
      <p className="mt-2.5 text-[0.8125rem] text-muted-foreground tabular-nums">
        {formatNumber(item.rows_done)} de {countOf(item.rows_total, "linha", "linhas")}
        {item.list && ` · lista ${item.list.name}`}
      </p>
      <p className="mt-1 text-sm tabular-nums">
        <strong className="font-semibold">
          {countOf(item.created, "lead novo", "leads novos")}
        </strong>
        <span className="text-muted-foreground">
          {item.existing > 0 && ` · ${existingText(item)}`}
          {item.refused > 0 && ` · ${countOf(item.refused, "recusado", "recusados")}`}
        </span>
      </p>
      {!running && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {item.created + item.existing > 0 && (
            <Button asChild variant="outline" size="sm">
              <Link
                href={
                  item.list
                    ? `${paths.leads}?list_id=${item.list.id}`
                    : `${paths.leads}?source=import`
                }
              >
                Ver leads
              </Link>
            </Button>
          )}
          {item.refused > 0 && (
            <Button asChild variant="outline" size="sm">
              <a href={`/api/imports/${item.id}/refused`} download>
                <FileDown aria-hidden />
                Baixar recusados
              </a>
            </Button>
          )}
        </div>
      )}
      {item.note && (
        <p className="mt-2 rounded-lg bg-muted px-3 py-2 text-[0.8125rem] text-muted-foreground">
          {item.note}
        </p>
      )}
    </li>
  );
}

function existingText({ existing, mode }: Import): string {
  return mode === "update"
    ? countOf(existing, "atualizado", "atualizados")
    : countOf(existing, "já existente", "já existentes");
}
