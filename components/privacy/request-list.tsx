"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText, Printer, RotateCw, ShieldCheck, UserCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { RecentCard } from "@/components/shared/layout/recent-card";
import { Pager } from "@/components/shared/table/pager";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PRIVACY_EXPORT_PATH, type PrivacyRequest } from "@/lib/contracts/privacy/privacy";
import {
  describeCounts,
  PRIVACY_ASKER_LABEL,
  PRIVACY_CHANNEL_LABEL,
  PRIVACY_KIND_LABEL,
} from "@/lib/domain/privacy/privacy-request";
import { countOf, formatDate, formatDateTime } from "@/lib/format";
import { privacyMutations, privacyQueries, refreshPeople } from "./privacy.queries";

export function RequestList() {
  const [page, setPage] = useState(1);
  const requests = useQuery(privacyQueries.requests(page));
  const totalPages = requests.data?.pagination.total_pages ?? 1;
  const client = useQueryClient();
  const states = requests.data?.requests.map(({ id, status }) => `${id} ${status}`).join();
  // The counts of the person's data are gone when the erasure is over.
  useEffect(() => {
    if (states) void refreshPeople(client);
  }, [states, client]);
  return (
    <div>
      <RecentCard
        title="Pedidos"
        query={{ ...requests, data: requests.data?.requests }}
        errorTitle="Erro ao carregar os pedidos"
        empty={
          <EmptyState
            icon={ShieldCheck}
            title="Nenhum pedido ainda"
            description="Procure a pessoa acima para ver o que é guardado dela e registrar o que ela pediu."
          />
        }
      >
        {(request) => <RequestItem key={request.id} request={request} />}
      </RecentCard>
      {totalPages > 1 && (
        <div className="mt-3 flex justify-end">
          <Pager label="Páginas de pedidos" page={page} totalPages={totalPages} onPage={setPage} />
        </div>
      )}
    </div>
  );
}

function describeState({ kind, status, allowed_at }: PrivacyRequest): {
  label: string;
  tone: Tone;
} {
  if (status === "processing") return { label: "Apagando", tone: "gold" };
  if (status === "error") return { label: "Parou", tone: "danger" };
  if (allowed_at) return { label: "Permitida de novo", tone: "info" };
  return { label: kind === "erase" ? "Apagado" : "Atendido", tone: "success" };
}

function RequestItem({ request }: { request: PrivacyRequest }) {
  const { id, kind, status, counts, note, error } = request;
  const state = describeState(request);
  const done = describeCounts(counts);
  const wroteAgain = request.wrote_again > 0 && !request.allowed_at;
  return (
    <li className="space-y-2 px-5 py-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
        {PRIVACY_KIND_LABEL[kind]}
        <Badge tone={state.tone} live={status === "processing"}>
          {state.label}
        </Badge>
      </p>
      <p className="text-muted-foreground text-sm">
        Pedido {id} · {formatDateTime(request.created_at)} · {PRIVACY_ASKER_LABEL[request.asked_by]}{" "}
        · {PRIVACY_CHANNEL_LABEL[request.channel]}
      </p>
      {note && <p className="break-words text-sm">{note}</p>}
      {kind === "erase" && status === "done" && (
        <p className="text-sm">
          {done.length > 0 ? `Apagados: ${done.join(", ")}.` : "Nada era guardado desta pessoa."}
        </p>
      )}
      {error && <p className="text-danger-text text-sm">{error}</p>}
      {wroteAgain && (
        <p className="text-sm">
          Uma pessoa apagada escreveu de novo: {countOf(request.wrote_again, "vez", "vezes")}
          {request.wrote_again_at && `, a última em ${formatDateTime(request.wrote_again_at)}`}.
          Nada foi guardado.
        </p>
      )}
      {request.allowed_at && (
        <p className="text-muted-foreground text-sm">
          Permitida de novo em {formatDateTime(request.allowed_at)}, por você.
        </p>
      )}
      <RequestActions request={request} />
    </li>
  );
}

function RequestActions({ request }: { request: PrivacyRequest }) {
  const { id, kind, status } = request;
  const client = useQueryClient();
  const retry = useMutation(privacyMutations.retry(client));
  const allow = useMutation(privacyMutations.allowAgain(client));
  const file = PRIVACY_EXPORT_PATH.replace("{id}", String(id));
  const canAllow = kind === "erase" && status === "done" && !request.allowed_at;

  const ask = () =>
    confirmToast(
      "Voltar a aceitar esta pessoa?",
      () =>
        allow.mutate(id, { onSuccess: () => notifySuccess("Esta pessoa pode entrar de novo.") }),
      "Só faça isto a pedido dela. O que foi apagado não volta.",
      { keep: "Cancelar", confirm: "Permitir" },
    );

  return (
    <div className="flex flex-wrap items-center gap-2">
      {request.file_until && (
        <>
          <Button asChild variant="outline" size="sm">
            <a href={`${file}?format=html`} target="_blank" rel="noreferrer">
              <Printer aria-hidden />
              Abrir para imprimir ou salvar em PDF
            </a>
          </Button>
          <Button asChild variant="outline" size="sm">
            <a href={`${file}?format=json`} download>
              <FileText aria-hidden />
              Baixar JSON
            </a>
          </Button>
          <span className="text-muted-foreground text-xs">
            Disponível até {formatDate(request.file_until)}
          </span>
        </>
      )}
      {status === "error" && (
        <Button
          variant="outline"
          size="sm"
          loading={retry.isPending}
          onClick={() => retry.mutate(id)}
        >
          <RotateCw aria-hidden />
          Tentar de novo
        </Button>
      )}
      {canAllow && (
        <Button
          variant="outline"
          size="sm"
          loading={allow.isPending}
          aria-label={`Permitir de novo a pessoa do pedido ${id}`}
          onClick={ask}
        >
          <UserCheck aria-hidden />
          Permitir de novo
        </Button>
      )}
    </div>
  );
}
