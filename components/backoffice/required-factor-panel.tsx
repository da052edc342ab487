"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Skeleton } from "@/components/ui/skeleton";
import {
  FACTOR_REQUIRED_LABEL,
  FACTOR_REQUIRED_OF,
  type FactorRequiredOf,
} from "@/lib/domain/accounts/required-factor";
import { errorText } from "@/lib/error-text";
import { adminMutations, adminQueries } from "./admin.queries";
import { AdminSection } from "./admin-section";

const HELP: Record<FactorRequiredOf, string> = {
  nobody: "Cada pessoa decide se usa uma chave de acesso ou um aplicativo de verificação.",
  administrator: "A conta que vê este painel não entra só com a senha.",
  everyone:
    "Quem não tem nenhuma das duas só pode configurar uma, mesmo em sessões abertas. Os tokens de API continuam valendo.",
};

/** Which users need a second factor, from now on. */
export function RequiredFactorPanel() {
  const rule = useQuery(adminQueries.requiredFactor());
  return (
    <AdminSection
      title="Segunda proteção"
      description="Além da senha: uma chave de acesso, ou o código de um aplicativo. De quem ela é exigida para entrar?"
    >
      {rule.isPending && <Skeleton className="h-40 w-full" />}
      {rule.isError && !rule.data && (
        <ErrorState
          title="Erro ao carregar a exigência"
          detail={errorText(rule.error)}
          onRetry={rule.refetch}
          retrying={rule.isFetching}
        />
      )}
      {rule.data && <Choices requiredOf={rule.data} />}
    </AdminSection>
  );
}

function Choices({ requiredOf }: { requiredOf: FactorRequiredOf }) {
  const set = useMutation(adminMutations.requireFactor(useQueryClient()));
  const name = useId();
  const shown = set.isPending ? set.variables : requiredOf;

  function choose(wanted: FactorRequiredOf) {
    const change = () =>
      set.mutate(wanted, { onSuccess: () => notifySuccess("Exigência alterada.") });
    if (wanted !== "everyone") return change();
    confirmToast(
      "Exigir de todas as contas? Quem não tem uma segunda proteção para agora, até configurar uma.",
      change,
    );
  }
  return (
    <fieldset disabled={set.isPending} className="space-y-3">
      <legend className="sr-only">De quem é exigida</legend>
      {FACTOR_REQUIRED_OF.map((value) => (
        <label key={value} className="flex w-fit max-w-full cursor-pointer items-start gap-2.5">
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0"
            checked={shown === value}
            onChange={() => choose(value)}
          />
          <span className="min-w-0 text-sm">
            <span className="font-medium">{FACTOR_REQUIRED_LABEL[value]}</span>
            <span className="block text-pretty text-muted-foreground">{HELP[value]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
