"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Controller } from "react-hook-form";
import { creditMutations } from "@/components/accounts/credits/credits.queries";
import { FollowButton } from "@/components/radar/follow-button";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, showFieldErrors } from "@/components/shared/forms/form";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { CreditStatus } from "@/lib/contracts/accounts/credits";
import { NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { countFree } from "@/lib/domain/plans/free-credits";
import {
  MAPS_RADIUS_MAX_KM,
  MAPS_RADIUS_MIN_KM,
  mapsSearchCost,
} from "@/lib/domain/searches/maps-search";
import { isError, NO_CREDITS_TEXT } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { countOf } from "@/lib/format";
import { CoordinateInput } from "./coordinate-input";
import { searchMutations } from "./searches.queries";
import type { MapsForm } from "./use-area";

const STARTED_TOAST_MS = 10_000;

interface MapsSearchFormProps {
  form: MapsForm;
  credits: CreditStatus | undefined;
  /** An area is being drawn, and is not closed yet. */
  isDrawing: boolean;
  /** Called when the search was accepted, to reset form, selection and address. */
  onStarted: () => void;
  /** The location search, placed between the search term and the coordinates. */
  children: ReactNode;
}

export function MapsSearchForm({
  form,
  credits,
  isDrawing,
  onStarted,
  children,
}: MapsSearchFormProps) {
  const client = useQueryClient();
  const start = useMutation(searchMutations.startMaps(client));
  const check = useMutation(creditMutations.check());
  const searching = check.isPending || start.isPending;
  const [problem, setProblem] = useState<string>();
  const { errors } = form.formState;
  const values = form.watch();
  const { query, raio, latitude, longitude, area } = values;
  const hasArea = area !== undefined;
  const complete = query.trim() !== "" && [raio, latitude, longitude].every(Number.isFinite);
  const limited = credits !== undefined && !credits.unlimited;
  const free = limited ? countFree(credits) : 0;
  const cost = Number.isFinite(raio) && raio > 0 ? mapsSearchCost(raio) : null;

  const submit = form.handleSubmit(async (search) => {
    setProblem(undefined);
    if (isDrawing) return setProblem("Conclua a área que está no mapa, ou cancele o desenho.");
    const needed = mapsSearchCost(search.raio);
    if (limited && needed > free) return setProblem(describeLack(needed, free));
    try {
      await check.mutateAsync(needed);
    } catch (error) {
      return setProblem(getCheckText(error, needed));
    }
    start.mutate(search, {
      onSuccess: ({ message }) => {
        notifySuccess(message, { duration: STARTED_TOAST_MS });
        onStarted();
      },
      onError: (error) => {
        if (isError(error, "invalid_input")) showFieldErrors(form, error.fields);
        setProblem(getProblemText(error));
      },
    });
  });

  return (
    <div className={gridClasses}>
      {/* Empty, because forms cannot nest and the location search below is a form: fields refer to this one by id. */}
      <form id="maps-search" onSubmit={submit} noValidate className="hidden" />
      <Field label="O que você procura" error={errors.query?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("query")}
            form="maps-search"
            placeholder="Ex.: padaria"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Raio (km)"
        error={errors.raio?.message}
        help={hasArea ? "Pela área" : undefined}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("raio", { valueAsNumber: true })}
            form="maps-search"
            type="number"
            inputMode="decimal"
            min={MAPS_RADIUS_MIN_KM}
            max={MAPS_RADIUS_MAX_KM}
            step="any"
            readOnly={hasArea}
          />
        )}
      </Field>
      <div className="col-span-2 lg:max-xl:col-span-1">{children}</div>
      <div className="col-span-full lg:max-xl:row-start-2">
        <div className="flex flex-wrap items-start gap-x-6 text-[0.8125rem] text-muted-foreground">
          <Coordinates form={form} />
          {/* Room for the longest of its sentences, so that the button below stays. */}
          <p className="pb-3 max-sm:min-h-13 max-sm:basis-full xl:min-h-13 xl:basis-full">
            {describeCost(credits, cost)}
          </p>
        </div>
        <FormProblem>{problem}</FormProblem>
        {complete && (
          <FollowButton
            size="sm"
            className="mb-3"
            question={{ maps: values }}
            name={query.trim()}
          />
        )}
      </div>
      <Button
        type="submit"
        form="maps-search"
        size="lg"
        // Level with the fields, below whose labels it has none.
        className="col-span-2 mb-3 lg:max-xl:col-span-1 lg:max-xl:col-start-4 lg:max-xl:row-start-1 lg:max-xl:mt-6.5"
        disabled={!complete || (limited && credits.remaining_credits <= 0)}
        loading={searching}
      >
        {!searching && <Search aria-hidden />}
        {searching ? "Buscando..." : "Buscar negócios"}
      </Button>
    </div>
  );
}

/** One line where the form is above the map and there is room, with rarely needed fields below it. */
const gridClasses =
  "grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-x-3 lg:max-xl:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1.35fr)_auto]";

function describeCost(credits: CreditStatus | undefined, cost: number | null): string {
  if (credits?.unlimited) return "Seu plano não gasta créditos com leads novos.";
  return credits && cost !== null
    ? `Esta busca reserva ${countOf(cost, "crédito", "créditos")}; cada lead novo com contato usa 1.`
    : "Cada lead novo com contato usa 1 crédito.";
}

/** Folded, for users who know the coordinates: the map and the address fill them in. */
function Coordinates({ form }: Pick<MapsSearchFormProps, "form">) {
  const { errors } = form.formState;
  const [open, setOpen] = useState(false);
  const wrong = errors.latitude !== undefined || errors.longitude !== undefined;
  return (
    <details
      open={open || wrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="pb-3 text-foreground"
    >
      <summary className="w-fit cursor-pointer rounded text-[0.8125rem] text-muted-foreground">
        Coordenadas
      </summary>
      <div className="mt-2 grid max-w-sm grid-cols-2 gap-x-3">
        {(["latitude", "longitude"] as const).map((name) => (
          <Field
            key={name}
            label={name === "latitude" ? "Latitude" : "Longitude"}
            error={errors[name]?.message}
          >
            {(control) => (
              <Controller
                name={name}
                control={form.control}
                render={({ field: { name: _name, ...field } }) => (
                  <CoordinateInput
                    {...control}
                    {...field}
                    form="maps-search"
                    readOnly={form.getValues("area") !== undefined}
                  />
                )}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}

function describeLack(needed: number, free: number): string {
  return `Você precisa de ${needed} créditos para esta busca. Créditos disponíveis: ${free}`;
}

/** The error of the check whether there are enough credits. */
function getCheckText(error: unknown, needed: number): string {
  if (isError(error, "insufficient_credits") && error.creditsInfo) {
    return describeLack(needed, error.creditsInfo.remaining_credits);
  }
  return isError(error, "unauthenticated") ? NOT_SIGNED_IN : "Erro ao verificar créditos";
}

function isAdvancedField(fields: Record<string, string> | undefined): boolean {
  const circle: string[] = ["query", "raio", "latitude", "longitude", "place"];
  return Object.keys(fields ?? {}).some((name) => !circle.includes(name));
}

function getProblemText(error: unknown): string {
  if (isError(error, "insufficient_credits")) return NO_CREDITS_TEXT;
  if (isError(error, "unauthenticated")) return error.message;
  if (isError(error, "pro_required")) return "A busca avançada é um recurso PRO.";
  if (isError(error, "invalid_input") && isAdvancedField(error.fields)) {
    return "Confira os campos da busca avançada.";
  }
  if (isError(error, "invalid_input")) return "Por favor, preencha todos os campos";
  // Not an error of our API, so the response could not be parsed.
  if (!(error instanceof AppError)) return "Resposta inesperada do servidor. Tente novamente.";
  return "Erro ao buscar negócios. Tente novamente.";
}
