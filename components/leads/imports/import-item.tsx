"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileDown, Play, Undo2 } from "lucide-react";
import { useState } from "react";
import { BackgroundItem } from "@/components/shared/feedback/background-item";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { confirmToast } from "@/components/shared/feedback/notify";
import type { Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { Import } from "@/lib/contracts/leads/imports";
import type { ImportStatus } from "@/lib/domain/imports/import-file";
import { lookUp } from "@/lib/domain/text/known-words";
import { countOf, formatDateTime, formatNumber } from "@/lib/format";
import { leadsOfListPath, paths } from "@/lib/paths";
import { importMutations } from "./imports.queries";

const UndoImportDialog = lateDialog(
  async () => (await import("./undo-import-dialog")).UndoImportDialog,
);

const STATUS: Record<ImportStatus, { label: string; tone: Tone }> = {
  uploaded: { label: "Enviada", tone: "neutral" },
  processing: { label: "Importando", tone: "gold" },
  completed: { label: "Concluída", tone: "success" },
  stopped: { label: "Interrompida", tone: "neutral" },
  error: { label: "Erro", tone: "danger" },
  undoing: { label: "Desfazendo", tone: "gold" },
  undone: { label: "Desfeita", tone: "neutral" },
};

export function ImportItem({ item }: { item: Import }) {
  const client = useQueryClient();
  const stop = useMutation(importMutations.stop(client));
  const resume = useMutation(importMutations.resume(client));
  const [asking, setAsking] = useState(false);
  const running = item.status === "processing";
  const isUndone = item.status === "undoing" || item.status === "undone";
  const unread = item.unread.reduce((sum, { values }) => sum + values, 0);

  function askToStop() {
    confirmToast("Parar esta importação? O que já entrou continua salvo.", () =>
      stop.mutate(item.id),
    );
  }

  return (
    <BackgroundItem
      title={item.file_name}
      detail={formatDateTime(item.created_at)}
      status={lookUp(STATUS, item.status, { label: item.status, tone: "neutral" })}
      running={running}
      stopping={running && (item.stopping || stop.isPending)}
      onStop={askToStop}
      progress={item.rows_total > 0 ? item.rows_done / item.rows_total : 0}
      progressLabel={`Progresso da importação ${item.file_name}`}
      note={item.note}
    >
      <p className="mt-2.5 text-[0.8125rem] text-muted-foreground tabular-nums">
        {formatNumber(item.rows_done)} de {countOf(item.rows_total, "linha", "linhas")}
        {item.list && ` · lista ${item.list.name}`}
      </p>
      <p className="mt-1 text-sm tabular-nums">
        <strong className="font-semibold">
          {countOf(item.created, "lead novo", "leads novos")}
        </strong>
        <span className="text-muted-foreground">
          {item.existing > 0 && ` · ${describeExisting(item)}`}
          {item.refused > 0 && ` · ${countOf(item.refused, "recusado", "recusados")}`}
        </span>
      </p>
      {unread > 0 && (
        <p className="mt-1 text-[0.8125rem] text-muted-foreground tabular-nums">
          {countOf(unread, "valor não lido", "valores não lidos")}:{" "}
          {item.unread
            .map(({ column, values }) => `${column} (${formatNumber(values)})`)
            .join(", ")}
        </p>
      )}
      {!running && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {item.resumable && (
            <Button size="sm" disabled={resume.isPending} onClick={() => resume.mutate(item.id)}>
              <Play aria-hidden />
              Continuar importação
            </Button>
          )}
          {!isUndone && item.created + item.existing > 0 && (
            <Button asChild variant="outline" size="sm">
              <Link
                href={item.list ? leadsOfListPath(item.list.id) : `${paths.leads}?source=import`}
              >
                Ver leads
              </Link>
            </Button>
          )}
          {item.refused + unread > 0 && (
            <Button asChild variant="outline" size="sm">
              <a href={`/api/imports/${item.id}/refused`} download>
                <FileDown aria-hidden />
                {item.refused > 0 ? "Baixar recusados" : "Baixar não lidos"}
              </a>
            </Button>
          )}
          {item.undoable_until && (
            <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
              <Undo2 aria-hidden />
              Desfazer importação
            </Button>
          )}
        </div>
      )}
      {item.undone && <UndoneImport undone={item.undone} />}
      {asking && <UndoImportDialog item={item} onClose={() => setAsking(false)} />}
    </BackgroundItem>
  );
}

/** The progress of undoing the import, and a link to the leads that stayed. */
function UndoneImport({ undone }: { undone: NonNullable<Import["undone"]> }) {
  const { deleted, restored, left, kept, kept_names, kept_list, fields } = undone;
  return (
    <div className="mt-2 space-y-1 text-[0.8125rem] text-muted-foreground tabular-nums">
      <p>
        {countOf(deleted, "lead excluído", "leads excluídos")} ·{" "}
        {countOf(restored, "de volta ao que era", "de volta ao que eram")}
        {left > 0 &&
          ` · ${countOf(left, "alterado depois, como está", "alterados depois, como estão")}`}
      </p>
      {kept > 0 && (
        <p>
          {countOf(kept, "lead novo ficou", "leads novos ficaram")}: {kept_names.join(", ")}
          {kept > kept_names.length && ` e mais ${formatNumber(kept - kept_names.length)}`}
        </p>
      )}
      {fields.length > 0 && (
        <p>
          {fields.length === 1 ? "Campo que fica" : "Campos que ficam"}: {fields.join(", ")}
        </p>
      )}
      {kept_list && (
        <Button asChild variant="outline" size="sm">
          <Link href={leadsOfListPath(kept_list.id)}>Ver os que ficaram</Link>
        </Button>
      )}
    </div>
  );
}

function describeExisting({ existing, mode }: Import): string {
  return mode === "update"
    ? countOf(existing, "atualizado", "atualizados")
    : countOf(existing, "já existente", "já existentes");
}
