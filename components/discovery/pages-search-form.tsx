"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MapPin, Search } from "lucide-react";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { useCreditRule } from "@/components/accounts/credits/use-credit-rule";
import { FollowButton } from "@/components/radar/follow-button";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { CheckField } from "@/components/shared/forms/check-field";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { PagesSearch } from "@/lib/contracts/discovery/searches";
import {
  RESULTS_PER_PAGE,
  SEARCH_FIRST_PAGE,
  SEARCH_LAST_PAGE,
} from "@/lib/domain/searches/search";
import { isError, NO_CREDITS_TEXT } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { CityCombobox } from "./city-combobox";
import { geoQueries } from "./geo.queries";
import { searchMutations, searchQueries } from "./searches.queries";
import { useFormDraft } from "./use-form-draft";
import { useRepeatedSearch } from "./use-repeated-search";

const STARTED_TOAST_MS = 10_000;

const EMPTY = { query: "", state: "", city: "", startPage: 1, endPage: 1, outras_cidades: false };

export function PagesSearchForm({ exhausted }: { exhausted: boolean }) {
  const creditRule = useCreditRule();
  const client = useQueryClient();
  const start = useMutation({ ...searchMutations.startPages(client), meta: { failure } });
  const form = useSchemaForm(PagesSearch, EMPTY);
  const [withoutCredits, setWithoutCredits] = useState(false);
  const { errors } = form.formState;
  const { query, state, city, startPage, endPage } = form.watch();

  const states = useQuery(geoQueries.states());
  const cities = useQuery(geoQueries.municipalities(state));

  const complete =
    [query, state, city].every((text) => text.trim() !== "") &&
    [startPage, endPage].every(Number.isFinite);
  const pages = endPage - startPage + 1;

  const lastPlace = useLastPlace();

  useFormDraft("pages-search", { ...EMPTY, ...form.watch() }, EMPTY, (draft) => form.reset(draft));
  useRepeatedSearch("pages", (repeated) => {
    const { query, state, city, start_page, pages_total, outras_cidades } = repeated;
    const pages = { startPage: start_page, endPage: start_page + pages_total - 1 };
    form.reset({ query, state: state ?? "", city: city ?? "", ...pages, outras_cidades });
  });

  function failure(error: Error): string | null {
    if (isError(error, "insufficient_credits")) {
      setWithoutCredits(true);
      return null;
    }
    if (isError(error, "invalid_input")) showFieldErrors(form, error.fields);
    return "Erro ao buscar lead!";
  }

  const submit = form.handleSubmit((search) => {
    setWithoutCredits(exhausted);
    if (exhausted) return;
    start.mutate(search, {
      onSuccess: () => {
        notifySuccess(
          "Busca de leads iniciada com sucesso! Em breve estarão disponíveis na página de leads.",
          { duration: STARTED_TOAST_MS },
        );
        form.reset(EMPTY);
      },
    });
  });

  return (
    <Card aria-label="Nova busca">
      <form onSubmit={submit} noValidate className="p-5">
        <Field label="O que você procura" error={errors.query?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register("query")}
              placeholder="Ex.: clínica odontológica"
              autoComplete="off"
            />
          )}
        </Field>
        <div className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-2 xl:grid-cols-1">
          <Field
            label="Estado"
            error={
              errors.state?.message ??
              (states.isError ? "Não foi possível carregar os estados." : undefined)
            }
          >
            {(control) => (
              <NativeSelect
                {...control}
                {...form.register("state", { onChange: () => form.setValue("city", "") })}
                // A state that is filled in before the states are there is chosen when they come.
                value={state}
              >
                <option value="">Selecione o estado</option>
                {states.data?.map(({ id, sigla, nome }) => (
                  <option key={id} value={sigla}>
                    {nome}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field
            label="Cidade"
            // In the line that every field keeps: it is known after the form is shown, and moves nothing.
            help={
              lastPlace &&
              state === "" && (
                <Button
                  variant="link"
                  size="inline"
                  className="-my-2.5 min-h-10 max-w-full"
                  onClick={() => {
                    form.setValue("state", lastPlace.state);
                    form.setValue("city", lastPlace.city);
                  }}
                >
                  <MapPin aria-hidden />
                  <span className="truncate">
                    De novo em {lastPlace.city}, {lastPlace.state}
                  </span>
                </Button>
              )
            }
            error={
              errors.city?.message ??
              (cities.isError ? "Não foi possível carregar as cidades." : undefined)
            }
          >
            {(control) => (
              <Controller
                name="city"
                control={form.control}
                render={({ field: { ref, value, onChange, onBlur } }) => (
                  <CityCombobox
                    {...control}
                    inputRef={ref}
                    uf={state}
                    city={value}
                    onBlur={onBlur}
                    onPick={(picked) => {
                      if (picked) form.setValue("state", picked.uf);
                      onChange(picked?.nome ?? "");
                    }}
                  />
                )}
              />
            )}
          </Field>
        </div>
        <div className="mt-1 grid grid-cols-2 gap-x-4">
          <Field label="Página inicial" error={errors.startPage?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register("startPage", { valueAsNumber: true, deps: ["endPage"] })}
                {...pageLimits}
              />
            )}
          </Field>
          <Field label="Página final" error={errors.endPage?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register("endPage", { valueAsNumber: true })}
                {...pageLimits}
              />
            )}
          </Field>
        </div>
        <p className="mt-1 mb-4 text-[0.8125rem] text-muted-foreground">
          {pages >= 1 && pages <= SEARCH_LAST_PAGE
            ? `${countOf(pages, "página", "páginas")}: até ${countOf(pages * RESULTS_PER_PAGE, "resultado", "resultados")}.${creditRule}`
            : creditRule}
        </p>
        <div className="mb-4">
          <Controller
            name="outras_cidades"
            control={form.control}
            render={({ field: { value = false, onChange } }) => (
              <CheckField
                label="Incluir empresas de outras cidades"
                help="Sem isso, elas ficam à parte e não gastam crédito."
                checked={value}
                onChange={onChange}
              />
            )}
          />
        </div>
        <FormProblem>{withoutCredits && NO_CREDITS_TEXT}</FormProblem>
        <Button
          type="submit"
          size="lg"
          className="w-full"
          disabled={!complete}
          loading={start.isPending}
        >
          {!start.isPending && <Search aria-hidden />}
          {start.isPending ? "Buscando..." : "Buscar leads"}
        </Button>
      </form>
      {/* Outside: its dialog contains another form. */}
      {complete && (
        <div className="-mt-3 px-5 pb-5">
          <FollowButton
            size="lg"
            className="w-full"
            question={{ pages: { query, state, city, startPage, endPage } }}
            name={`${query.trim()} em ${city}`}
          />
        </div>
      )}
    </Card>
  );
}

/** Where the latest search was; the next one is mostly for something else in the same town. */
function useLastPlace(): { state: string; city: string } | null {
  const recent = useQuery(searchQueries.recent());
  const latest = recent.data?.find(({ kind, state, city }) => kind === "pages" && state && city);
  return latest?.state && latest.city ? { state: latest.state, city: latest.city } : null;
}

const pageLimits = {
  type: "number",
  inputMode: "numeric",
  min: SEARCH_FIRST_PAGE,
  max: SEARCH_LAST_PAGE,
} as const;
