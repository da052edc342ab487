"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Seats } from "@/lib/contracts/backoffice/admin";
import type { BillingPerson } from "@/lib/contracts/billing/billing-admin";
import { countOf } from "@/lib/format";
import { adminMutations } from "./admin.queries";
import { adminFailure } from "./admin-error";
import { AdminSection } from "./admin-section";

/** How many people may work in the account: by its plan, or as the administrator says. */
export function PersonSeats({ person: { id, seats } }: { person: BillingPerson }) {
  const form = useSchemaForm(Seats, { seats: seats.own });
  const { errors, isDirty } = form.formState;
  const set = useMutation({
    ...adminMutations.setSeats(useQueryClient()),
    meta: { failure: formFailure(form, adminFailure("Erro ao definir os lugares.")) },
  });

  const submit = form.handleSubmit((body) =>
    set.mutate(
      { userId: id, body },
      {
        onSuccess: () => {
          form.reset(body);
          notifySuccess("Lugares definidos.");
        },
      },
    ),
  );

  return (
    <AdminSection
      title="Equipe"
      description={`${countOf(seats.used, "pessoa entra", "pessoas entram")} nesta conta, de ${countOf(seats.total, "lugar", "lugares")}. Ninguém sai quando há menos lugares do que pessoas.`}
    >
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <Field
          label="Lugares"
          help="Vazio: os do plano."
          error={errors.seats?.message}
          className="w-56"
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("seats", {
                setValueAs: (value: string | number | null) =>
                  value === "" || value === null ? null : Number(value),
              })}
              inputMode="numeric"
              autoComplete="off"
              placeholder="Pelo plano"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="outline"
          className="h-10 sm:mt-6.5"
          loading={set.isPending}
          disabled={!isDirty}
        >
          Definir lugares
        </Button>
      </form>
    </AdminSection>
  );
}
