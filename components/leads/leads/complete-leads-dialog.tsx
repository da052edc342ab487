"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { LeadCompletion } from "@/lib/contracts/leads/lead-bulk";
import { LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { errorText } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import { leadMutations, leadQueries, type SelectedLeads } from "./leads.queries";

interface CompleteLeadsDialogProps {
  leads: SelectedLeads;
  onCompleted: () => void;
  onClose: () => void;
}

/** Shows what the company registry would fill in, and fills it in. */
export function CompleteLeadsDialog({ leads, onCompleted, onClose }: CompleteLeadsDialogProps) {
  const preview = useQuery(leadQueries.completion(leads));
  const notifyUndoable = useUndoableEdit();
  const complete = useMutation({
    ...leadMutations.complete(useQueryClient()),
    onSuccess: ({ completed, undo_id }) => {
      notifyUndoable(`${countOf(completed, "lead completado", "leads completados")}!`, undo_id);
      onCompleted();
    },
  });
  const completion = preview.data;
  return (
    <Modal
      title="Completar pela Receita"
      description="Preenche o que falta nos leads com CNPJ. Nada do que já está preenchido muda."
      onClose={onClose}
    >
      {preview.isError ? (
        <ErrorState
          title="Não foi possível consultar a base da Receita"
          detail={errorText(preview.error)}
          onRetry={preview.refetch}
          retrying={preview.isFetching}
        />
      ) : completion ? (
        <>
          <p className="mb-3 text-sm" aria-live="polite">
            {describeCompletion(completion)}
          </p>
          <Changes completion={completion} />
          <Button
            size="lg"
            className="mt-4 w-full"
            disabled={completion.changed === 0}
            loading={complete.isPending}
            onClick={() => complete.mutate(leads)}
          >
            {completion.changed === 0
              ? "Nada a completar"
              : `Completar ${countOf(completion.changed, "lead", "leads")}`}
          </Button>
        </>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Modal>
  );
}

function describeCompletion({ with_cnpj, found, changed }: LeadCompletion): string {
  if (with_cnpj === 0) return "Nenhum dos leads escolhidos tem CNPJ.";
  return [
    countOf(with_cnpj, "lead com CNPJ", "leads com CNPJ"),
    `${formatNumber(found)} na base da Receita`,
    `${formatNumber(changed)} com algo a preencher`,
  ].join(" · ");
}

function Changes({ completion: { changes, changed } }: { completion: LeadCompletion }) {
  return (
    <section
      aria-label="O que será preenchido"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-y-auto"
    >
      <ul className="divide-y divide-border">
        {changes.map(({ lead_id, name, fields }) => (
          <li key={lead_id} className="py-2 text-sm">
            <p className="truncate font-medium">{name}</p>
            <dl className="mt-1 grid grid-cols-[7rem_1fr] gap-x-3 gap-y-0.5 text-[0.8125rem]">
              {fields.map(({ field, value }) => (
                <div key={field} className="contents">
                  <dt className="text-muted-foreground">{LEAD_FIELDS[field].label}</dt>
                  <dd className="min-w-0 break-words">
                    {field === "phone" ? formatPhone(value) : value}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {changed > changes.length && (
        <p className="py-2 text-[0.8125rem] text-muted-foreground">
          E mais {formatNumber(changed - changes.length)}.
        </p>
      )}
    </section>
  );
}
