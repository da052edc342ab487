"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Field } from "@/components/shared/forms/form";
import { PhoneInput } from "@/components/shared/forms/phone-input";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { MessageTrace, TracedMessage } from "@/lib/contracts/backoffice/message-trace";
import {
  TRACED_SOURCE_LABEL,
  TRACED_STATE_LABEL,
  type TracedState,
} from "@/lib/domain/messages/message-trace";
import { labelOf } from "@/lib/domain/text/known-words";
import { errorText, isError } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { formatDateTime } from "@/lib/format";
import { adminQueries } from "./admin.queries";
import { AdminSection } from "./admin-section";

const TONE: Partial<Record<TracedState, Tone>> = {
  sent: "success",
  delivered: "success",
  read: "success",
  failed: "danger",
  unknown: "danger",
  waiting: "info",
  sending: "info",
};

/** Shows why a message was not sent: the states of an account's messages to a number, and what blocks new ones. */
export function PersonMessages({ userId }: { userId: number }) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  const trace = useQuery({
    ...adminQueries.personMessages(userId, asked ?? ""),
    enabled: asked !== null,
  });
  const refused = isError(trace.error, "invalid_input") ? trace.error : undefined;

  function ask(event: FormEvent) {
    event.preventDefault();
    if (asked === typed) void trace.refetch();
    else setAsked(typed);
  }

  return (
    <AdminSection
      title="Por que a mensagem não foi enviada?"
      description="Mostra o que houve com as mensagens desta conta para um número, sem o que dizem. A consulta fica na auditoria."
    >
      <form onSubmit={ask} noValidate className="flex flex-wrap items-start gap-2">
        <Field
          label="WhatsApp de quem deveria receber"
          error={refused instanceof AppError ? refused.fields?.["number"] : undefined}
        >
          {(control) => (
            <PhoneInput {...control} value={typed} onChange={setTyped} className="w-60" />
          )}
        </Field>
        <Button type="submit" size="lg" loading={trace.isFetching} className="sm:mt-6.5">
          {!trace.isFetching && <Search aria-hidden />}
          Consultar
        </Button>
      </form>
      {asked !== null && trace.isPending && <Skeleton className="h-24 w-full" />}
      {trace.isError && !refused && (
        <ErrorState
          title={errorText(trace.error)}
          onRetry={trace.refetch}
          retrying={trace.isFetching}
        />
      )}
      {trace.data && <Trace trace={trace.data} />}
    </AdminSection>
  );
}

function Trace({ trace: { held, messages } }: { trace: MessageTrace }) {
  return (
    <div className="mt-3 space-y-3" aria-live="polite">
      {held.length > 0 && (
        <ul aria-label="O que impede agora" className="list-disc space-y-1 pl-5 text-sm">
          {held.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {messages.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          Nenhuma mensagem desta conta para este número.
        </p>
      ) : (
        <ol
          aria-label="Mensagens"
          className="divide-y divide-border rounded-lg border border-border"
        >
          {messages.map((message) => (
            <Line key={message.id} message={message} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Line({ message }: { message: TracedMessage }) {
  const { source, state, at, reason, activity_id, step, job, request_id, message_id } = message;
  const whose = [
    labelOf(TRACED_SOURCE_LABEL, source),
    activity_id !== null && `campanha ${activity_id}`,
    step !== null && step > 1 && `passo ${step}`,
  ];
  const traces = [
    job && `no log: ${job}`,
    request_id && `requisição: ${request_id}`,
    message_id && `id: ${message_id}`,
  ];
  return (
    <li className="space-y-1 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONE[state] ?? "neutral"}>{labelOf(TRACED_STATE_LABEL, state)}</Badge>
        <span className="font-medium">{whose.filter(Boolean).join(", ")}</span>
        <span className="text-muted-foreground tabular-nums">
          {at === null ? "sem hora" : formatDateTime(at)}
        </span>
      </p>
      {reason && <p>{reason}</p>}
      <p className="break-all text-muted-foreground text-xs">
        {traces.filter(Boolean).join(" · ")}
      </p>
    </li>
  );
}
