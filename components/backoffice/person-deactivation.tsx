"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useSessionUser } from "@/components/session/session-context";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { BillingPerson } from "@/lib/contracts/billing/billing-admin";
import { adminMutations } from "./admin.queries";
import { AdminSection } from "./admin-section";

/** Ends an account; of one that has ended already, says so. */
export function PersonDeactivation({ person }: { person: BillingPerson }) {
  const { id: ownId } = useSessionUser();
  const deactivate = useMutation(adminMutations.deactivateAccount(useQueryClient()));

  function askToDeactivate() {
    confirmToast(`Tem certeza que deseja desativar a conta ${person.email}?`, () =>
      deactivate.mutate(
        { user_id: person.id },
        { onSuccess: () => notifySuccess("Conta desativada!") },
      ),
    );
  }

  return (
    <AdminSection
      title="Desativar conta"
      description={describeDeactivation(person, person.id === ownId)}
    >
      {person.is_active && person.id !== ownId && (
        <Button variant="danger" loading={deactivate.isPending} onClick={askToDeactivate}>
          {!deactivate.isPending && <UserX aria-hidden />}
          {deactivate.isPending ? "Desativando..." : "Desativar conta"}
        </Button>
      )}
    </AdminSection>
  );
}

function describeDeactivation({ is_active }: BillingPerson, isOwn: boolean): string {
  if (isOwn) return "Esta é a sua conta: você não pode desativar a sua própria conta.";
  return is_active
    ? "As sessões da pessoa terminam na hora, ela não consegue mais entrar, e o que estava em andamento para. A assinatura é cancelada sem devolução."
    : "Esta conta está desativada: ninguém entra nela, e nada mais é feito por ela.";
}
