"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { BillingPerson } from "@/lib/contracts/billing/billing-admin";
import { adminMutations } from "./admin.queries";
import { AdminSection } from "./admin-section";

/** Restores access for a person whose account requires an issuer that no longer confirms them. */
export function PersonIssuer({ person }: { person: BillingPerson }) {
  const lift = useMutation(adminMutations.liftIssuer(useQueryClient()));
  if (person.required_issuer === null) return null;

  function askToLift() {
    const question = `Deixar ${person.name} entrar só com a senha? Confirme antes quem está pedindo.`;
    confirmToast(question, () =>
      lift.mutate(person.id, {
        onSuccess: () => notifySuccess("Exigência retirada. A pessoa foi avisada por e-mail."),
      }),
    );
  }

  return (
    <AdminSection
      title="Forma de entrar exigida"
      description={`Esta conta só abre por ${person.required_issuer}. Quem não consegue mais entrar por lá precisa que a exigência seja retirada.`}
    >
      <Button variant="outline" loading={lift.isPending} onClick={askToLift}>
        {!lift.isPending && <KeyRound aria-hidden />}
        Retirar a exigência
      </Button>
    </AdminSection>
  );
}
