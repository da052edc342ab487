"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  campaignMutations,
  campaignQueries,
} from "@/components/campaigns/activities/campaigns.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { DateInput } from "@/components/shared/forms/date-input";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { listCustomaryDays } from "@/lib/domain/campaigns/customary-days";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { formatDay } from "@/lib/format";

interface Day {
  day: string;
  name: string;
}

/** The days on which sequences do not write: the national holidays, and those that the account adds. */
export function DaysOffDialog({ onClose }: { onClose: () => void }) {
  const known = useQuery(campaignQueries.daysOff());
  const client = useQueryClient();
  const saving = useMutation(campaignMutations.setDaysOff(client));
  const [day, setDay] = useState("");
  const [name, setName] = useState("");
  const today = getSaoPauloDay(new Date());
  const taken = new Set(known.data?.days.map((each) => each.day));
  const offered = listCustomaryDays(today).filter(
    ({ days }) => !days.every((each) => taken.has(each.day)),
  );

  function save(days: Day[], done: string, after?: () => void) {
    saving.mutate(days, {
      onSuccess: () => {
        notifySuccess(done);
        after?.();
      },
    });
  }

  function include(added: Day[]) {
    const missing = added.filter((each) => !taken.has(each.day));
    save(
      [...(known.data?.days ?? []), ...missing],
      missing.length === 1 ? "Dia guardado." : "Dias guardados.",
    );
  }

  function add(event: FormEvent) {
    event.preventDefault();
    // React would pass the event on to the campaign's form, which renders this dialog.
    event.stopPropagation();
    if (!known.data || day === "" || name.trim() === "") return;
    const others = known.data.days.filter((each) => each.day !== day);
    save([...others, { day, name: name.trim() }], "Dia guardado.", () => {
      setDay("");
      setName("");
    });
  }

  return (
    <Modal
      title="Dias sem envio"
      description="Nestes dias nenhum passo de uma sequência sai: ele vai no próximo dia útil."
      onClose={onClose}
      isDirty={day !== "" || name.trim() !== ""}
    >
      {known.isError && !known.data ? (
        <ErrorState
          title="Erro ao carregar os dias"
          onRetry={known.refetch}
          retrying={known.isFetching}
        />
      ) : !known.data ? (
        <Skeleton className="h-40 w-full rounded-lg" />
      ) : (
        <>
          <form
            onSubmit={add}
            className="grid items-end gap-x-3 gap-y-1 sm:grid-cols-[10rem_1fr_auto]"
          >
            <Field label="Dia">
              {(control) => <DateInput {...control} value={day} onChange={setDay} min={today} />}
            </Field>
            <Field label="Nome">
              {(control) => (
                <Input
                  {...control}
                  value={name}
                  maxLength={80}
                  placeholder="Aniversário da cidade"
                  onChange={({ target }) => setName(target.value)}
                />
              )}
            </Field>
            <Button
              type="submit"
              variant="outline"
              size="lg"
              loading={saving.isPending}
              disabled={day === "" || name.trim() === ""}
              className="mb-5"
            >
              Adicionar
            </Button>
          </form>
          <h3 className="mb-1 font-medium text-sm">Seus dias</h3>
          {known.data.days.length === 0 ? (
            <p className="text-muted-foreground text-sm">Nenhum dia seu.</p>
          ) : (
            <ul aria-label="Seus dias">
              {known.data.days.map((each) => (
                <li key={each.day} className="flex items-center justify-between gap-3 text-sm">
                  <span>
                    <span className="tabular-nums">{formatDay(each.day)}</span> · {each.name}
                  </span>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remover ${each.name}`}
                    onClick={() =>
                      save(
                        known.data.days.filter((other) => other.day !== each.day),
                        "Dia removido.",
                      )
                    }
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {offered.length > 0 && (
            <>
              <h3 className="mt-4 font-medium text-sm">Carnaval e Corpus Christi</h3>
              <p className="mb-1 text-muted-foreground text-sm">
                Não são feriados nacionais: inclua se a sua empresa também para.
              </p>
              <ul aria-label="Carnaval e Corpus Christi">
                {offered.map((feast) => (
                  <li
                    key={feast.name}
                    className="flex items-center justify-between gap-3 py-1 text-sm"
                  >
                    <span>
                      {feast.name}
                      <span className="block text-muted-foreground tabular-nums">
                        {feast.days.map((each) => formatDay(each.day)).join(" e ")}
                      </span>
                    </span>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`Incluir ${feast.name}`}
                      disabled={saving.isPending}
                      onClick={() => include(feast.days)}
                    >
                      Incluir
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className="mt-4 mb-1 font-medium text-sm">Feriados nacionais</h3>
          <ul aria-label="Feriados nacionais" className="columns-1 text-sm sm:columns-2">
            {known.data.holidays.map((each) => (
              <li key={each.day}>
                <span className="tabular-nums">{formatDay(each.day)}</span> · {each.name}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
