"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { ProofDialog } from "@/components/accounts/second-factor/proof-dialog";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { endpointUrl } from "@/lib/api/client";
import { type AccountExport, EXPORT_FILE_PATH } from "@/lib/contracts/custody/account-exports";
import { formatBytes } from "@/lib/domain/media/media-labels";
import { formatDateTime, formatDay } from "@/lib/format";
import { ownDataMutations, ownDataQueries } from "./own-data.queries";

/** All data of the account, as one file. */
export function ExportCard() {
  const list = useQuery(ownDataQueries.exports());
  const [asking, setAsking] = useState(false);
  const { exports = [], next_on = null } = list.data ?? {};
  return (
    <Card aria-label="Cópia dos seus dados">
      <CardHeader>
        <CardTitle>Cópia dos seus dados</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="mb-4 text-pretty text-muted-foreground text-sm">
          Tudo o que a conta guarda em um arquivo ZIP: planilhas para abrir no Excel, os dados
          completos em JSON e os arquivos das conversas. Senhas e chaves ficam de fora. Ele é feito
          em segundo plano e pode ser baixado por 24 horas; avisamos por e-mail quando ficar pronto.
        </p>
        {list.isError && !list.data ? (
          <ErrorState
            title="Erro ao carregar os arquivos"
            onRetry={list.refetch}
            retrying={list.isFetching}
          />
        ) : list.data ? (
          <>
            {exports.length > 0 && (
              <ul aria-label="Arquivos" className="mb-4 divide-y divide-border">
                {exports.map((each) => (
                  <ExportItem key={each.id} file={each} />
                ))}
              </ul>
            )}
            <Button variant="outline" disabled={next_on !== null} onClick={() => setAsking(true)}>
              Pedir uma cópia
            </Button>
            {next_on !== null && (
              <p className="mt-2 text-muted-foreground text-sm">
                Um arquivo por dia: o próximo, a partir de {formatDay(next_on)}.
              </p>
            )}
          </>
        ) : (
          <Skeleton className="h-20 w-full" />
        )}
      </CardContent>
      {asking && <ExportDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function ExportItem({ file }: { file: AccountExport }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-56">
        <span className="font-medium">Pedido em {formatDateTime(file.requested_at)}</span>
        <span className="block text-muted-foreground">{describeExport(file)}</span>
      </span>
      {file.status === "processing" && (
        <Progress
          value={file.progress / 100}
          label="Progresso do arquivo"
          className="w-full sm:w-48"
        />
      )}
      {file.status === "ready" && (
        <Button asChild size="sm">
          <a href={endpointUrl(EXPORT_FILE_PATH.replace("{id}", String(file.id)))} download>
            <Download aria-hidden />
            Baixar
          </a>
        </Button>
      )}
    </li>
  );
}

function describeExport(file: AccountExport): string {
  const { status, progress, bytes, expires_at } = file;
  if (status === "processing") return `Reunindo os dados: ${progress}%`;
  if (status === "ready") {
    const until = expires_at ? ` · disponível até ${formatDateTime(expires_at)}` : "";
    return `${formatBytes(bytes ?? 0)}${until}`;
  }
  if (file.outdated) {
    return "Removido: alguém que estava nele pediu para ser apagado. Peça outro.";
  }
  if (status === "error") return "Não foi concluído, ou foi apagado. Peça outro.";
  return "As 24 horas passaram, e o arquivo foi apagado.";
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  return (
    <ProofDialog
      title="Pedir uma cópia dos seus dados"
      description="Quem tiver este arquivo terá tudo o que está na sua conta: confirme que é você."
      submitLabel="Pedir a cópia"
      mutation={ownDataMutations.requestExport(useQueryClient())}
      onDone={() => {
        notifySuccess("Estamos reunindo os seus dados. Avisamos por e-mail quando ficar pronto.");
        onClose();
      }}
      onClose={onClose}
    />
  );
}
