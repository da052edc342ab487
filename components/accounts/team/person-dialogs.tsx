"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import type { TeamPerson } from "@/lib/contracts/accounts/team";
import { ROLE_LABEL } from "@/lib/domain/accounts/roles";
import { RoleField } from "./role-field";
import { teamMutations } from "./team.queries";

interface PersonDialogProps {
  person: TeamPerson;
  onClose: () => void;
}

export function RoleDialog({ person, onClose }: PersonDialogProps) {
  const [role, setRole] = useState(person.role);
  const change = useMutation(teamMutations.change(useQueryClient()));

  const submit = () =>
    change.mutate(
      { id: person.id, body: { role } },
      {
        onSuccess: () => {
          notifySuccess(`A função de ${person.name} agora é ${ROLE_LABEL[role]}.`);
          onClose();
        },
      },
    );

  return (
    <FormDialog
      title={`Função de ${person.name}`}
      description="Vale a partir de agora, também onde a pessoa já entrou. Os convites que ela enviou são cancelados."
      isDirty={role !== person.role}
      disabled={role === person.role}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Mudar função"
      isPending={change.isPending}
    >
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
}

/** What was theirs is then asked about. */
export function SuspendDialog({
  person,
  onClose,
  onSuspended,
}: PersonDialogProps & { onSuspended: () => void }) {
  const change = useMutation(teamMutations.change(useQueryClient()));

  const submit = () =>
    change.mutate(
      { id: person.id, body: { suspended: true } },
      {
        onSuccess: () => {
          notifySuccess(`${person.name} não entra mais na conta.`);
          onSuspended();
        },
      },
    );

  return (
    <FormDialog
      danger
      title={`Suspender ${person.name}?`}
      description="A pessoa deixa de entrar na conta na hora. Você pode devolver o acesso quando quiser."
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Suspender"
      isPending={change.isPending}
    >
      <ul className="mb-5 list-disc space-y-1.5 pl-5 text-pretty text-sm">
        <li>As sessões dela são encerradas, em todos os aparelhos.</li>
        <li>Os tokens de API que ela criou param de funcionar, e não voltam.</li>
        <li>Os links enviados ao e-mail dela e os convites que ela enviou são cancelados.</li>
        <li>
          O lugar dela na equipe fica livre. Leads, conversas e campanhas continuam na conta: em
          seguida você escolhe com quem.
        </li>
      </ul>
    </FormDialog>
  );
}
