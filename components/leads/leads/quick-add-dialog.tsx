"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Fact } from "@/components/shared/layout/fact";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import {
  QUICK_LEAD_MAX_LENGTH,
  type QuickLead,
  readQuickLead,
} from "@/lib/domain/leads/read-quick-lead";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { isError, whatsappErrorText } from "@/lib/error-text";
import { formatCnpj } from "@/lib/format";
import { leadPath } from "@/lib/paths";
import { leadMutations } from "./leads.queries";

/** A lead in one typed or pasted line; what was understood is shown before it is saved. */
export function QuickAddDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [line, setLine] = useState("");
  const [problem, setProblem] = useState<{ text: string; existingId?: number | undefined }>();
  const lead = readQuickLead(line);
  const add = useMutation({
    ...leadMutations.add(useQueryClient()),
    onSuccess: ({ lead: { id, name } }) => {
      notifySuccess(`${name}: lead criado.`, {
        action: { label: "Abrir", onClick: () => router.push(leadPath(id)) },
      });
      onClose();
    },
    meta: {
      failure: (error) => {
        if (!isError(error, "lead_exists")) return whatsappErrorText(error);
        const [text = ""] = Object.values(error.fields ?? {});
        setProblem({ text, existingId: error.existingId });
        return null;
      },
    },
  });

  function submit() {
    if (lead.name === "") return setProblem({ text: "Escreva também o nome da empresa." });
    const { whatsapp, ...rest } = lead;
    add.mutate({ ...rest, ...(whatsapp && { whatsapp: `+${whatsapp}` }) });
  }

  return (
    <FormDialog
      title="Adição rápida"
      description="Escreva ou cole uma linha: nome, WhatsApp, site, e-mail, CNPJ."
      onClose={onClose}
      isDirty={line.trim() !== ""}
      onSubmit={submit}
      submitLabel="Adicionar"
      isPending={add.isPending}
      disabled={line.trim() === ""}
    >
      <Field
        label="A empresa em uma linha"
        error={problem?.text}
        action={
          problem?.existingId !== undefined && (
            <Button
              variant="outline"
              size="sm"
              className="mb-3"
              onClick={() => {
                onClose();
                router.push(leadPath(problem.existingId ?? 0));
              }}
            >
              Abrir lead existente
            </Button>
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            value={line}
            maxLength={QUICK_LEAD_MAX_LENGTH}
            placeholder="Padaria Sol 11 98765-4321 padariasol.com.br"
            autoComplete="off"
            autoFocus
            onChange={({ target }) => {
              setLine(target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <Understood lead={lead} />
    </FormDialog>
  );
}

function Understood({ lead }: { lead: QuickLead }) {
  return (
    <dl
      aria-live="polite"
      className="grid min-h-24 grid-cols-[6rem_1fr] items-baseline gap-x-3 gap-y-1.5 rounded-lg bg-muted p-3 text-sm"
    >
      <Fact label="Nome">{lead.name}</Fact>
      <Fact label="WhatsApp">{lead.whatsapp && formatKeptNumber(lead.whatsapp)}</Fact>
      {lead.phone && <Fact label="Telefone">{formatPhone(lead.phone)}</Fact>}
      {lead.email && <Fact label="E-mail">{lead.email}</Fact>}
      {lead.website && <Fact label="Site">{lead.website}</Fact>}
      {lead.cnpj && <Fact label="CNPJ">{formatCnpj(lead.cnpj)}</Fact>}
    </dl>
  );
}
