"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import type { PartnersChoice as Choice } from "@/lib/contracts/registry/registry-partners";
import { errorText } from "@/lib/error-text";
import { formatDateTime } from "@/lib/format";
import { AdminSection } from "./admin-section";
import { registryImportMutations, registryImportQueries } from "./registry-import.queries";

/** Whether this installation shows its users the partners of companies; a change needs a reason. */
export function PartnersChoice({ className }: { className?: string }) {
  const choice = useQuery(registryImportQueries.partners());
  const [asking, setAsking] = useState(false);
  return (
    <AdminSection
      title="Sócios das empresas"
      description="Os sócios são dados pessoais: nome, papel, desde quando e outras empresas prováveis. Só aparecem se você escolher, e o motivo fica na auditoria. A base precisa ter sido importada com os sócios."
      className={className}
    >
      {choice.data ? (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
            <Badge tone={choice.data.shown ? "gold" : "neutral"}>
              {choice.data.shown ? "Mostrados" : "Não mostrados"}
            </Badge>
            {choice.data.changed_at && <span>desde {formatDateTime(choice.data.changed_at)}</span>}
            <Button variant="outline" className="ml-auto" onClick={() => setAsking(true)}>
              {choice.data.shown ? "Deixar de mostrar…" : "Mostrar os sócios…"}
            </Button>
          </div>
          {choice.data.reason && (
            <p className="mt-2 break-words text-[0.8125rem] text-muted-foreground">
              Motivo: {choice.data.reason}
            </p>
          )}
          {asking && <ReasonDialog choice={choice.data} onClose={() => setAsking(false)} />}
        </>
      ) : choice.isError ? (
        <ErrorState
          title="Erro ao carregar a escolha"
          detail={errorText(choice.error)}
          onRetry={choice.refetch}
          retrying={choice.isFetching}
        />
      ) : (
        <Skeleton className="h-10 w-full" />
      )}
    </AdminSection>
  );
}

const MOST_REASON = 500;

function ReasonDialog({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const set = useMutation(registryImportMutations.setPartners(useQueryClient()));
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const shown = !choice.shown;

  function submit() {
    setTried(true);
    if (reason.trim() === "" || set.isPending) return;
    set.mutate(
      { shown, reason },
      {
        onSuccess: () => {
          notifySuccess(shown ? "Os sócios são mostrados." : "Os sócios não são mais mostrados.");
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      title={shown ? "Mostrar os sócios" : "Deixar de mostrar os sócios"}
      description="Diga por quê. O motivo, quem mudou e quando ficam na auditoria."
      isDirty={reason !== ""}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={shown ? "Mostrar os sócios" : "Deixar de mostrar"}
      isPending={set.isPending}
    >
      <Field label="Motivo" error={tried && reason.trim() === "" ? "Informe o motivo." : undefined}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={MOST_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
