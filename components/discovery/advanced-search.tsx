"use client";

import { useState } from "react";
import { Controller } from "react-hook-form";
import { useProFeature } from "@/components/session/use-pro-feature";
import { CheckField } from "@/components/shared/forms/check-field";
import { Field } from "@/components/shared/forms/form";
import { AccordionCard } from "@/components/shared/layout/accordion-card";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { MAX_REVIEWS, readAdvanced } from "@/lib/domain/searches/advanced-search";
import { describeAdvanced, formatRating } from "./advanced-words";
import { AreaField } from "./area-field";
import { TermChips } from "./term-chips";
import type { AreaDrawing, MapsForm } from "./use-area";

interface AdvancedSearchProps {
  form: MapsForm;
  drawing: AreaDrawing;
  /** Whether the map of this installation has ratings; undefined while that is not known. */
  ratings: boolean | undefined;
  onDraw: () => void;
}

/** The conditions of a maps search in addition to its circle, for PRO: without PRO, used ones can only be removed. */
export function AdvancedSearch({ form, drawing, ratings, onDraw }: AdvancedSearchProps) {
  const { pro, explainPro } = useProFeature();
  const [open, setOpen] = useState(false);
  const asked = readAdvanced(form.watch());
  const { area, termos, nota_minima, avaliacoes_minimas } = form.formState.errors;
  const isWrong = [area, termos, nota_minima, avaliacoes_minimas].some(Boolean);
  const locked = !pro && asked === null;
  return (
    <div>
      <AccordionCard
        title="Busca avançada"
        badge={<ProBadge />}
        summary={asked ? describeAdvanced(asked) : "Área, atividades e filtros"}
        open={open || isWrong}
        locked={locked}
        onToggle={() => (locked && !open ? explainPro("Busca avançada") : setOpen(!open))}
      >
        <div className="grid gap-x-8 lg:max-xl:grid-cols-2">
          <AreaField drawing={drawing} error={area?.message} onDraw={onDraw} />
          <Controller
            name="termos"
            control={form.control}
            render={({ field: { value = [], onChange } }) => (
              <TermChips terms={value} error={termos?.message} onChange={onChange} />
            )}
          />
          <fieldset className="mb-2">
            <legend className="mb-1.5 font-medium text-sm">Só negócios</legend>
            <Check
              form={form}
              name="com_telefone"
              label="Com telefone"
              help="Pelo que o mapa diz deles."
            />
            <Check
              form={form}
              name="sem_site"
              label="Sem site próprio"
              help="Quem só tem uma rede social conta como sem site."
            />
          </fieldset>
          {ratings ? (
            <Ratings form={form} />
          ) : (
            ratings === false && (
              <p className="text-[0.8125rem] text-muted-foreground">
                O mapa desta instalação não tem avaliações: não há filtro por nota.
              </p>
            )
          )}
        </div>
        <p className="mt-2 text-[0.8125rem] text-muted-foreground">
          O que não atende fica de fora antes de qualquer visita ou crédito.
        </p>
      </AccordionCard>
    </div>
  );
}

function Check({
  form,
  name,
  label,
  help,
}: {
  form: MapsForm;
  name: "com_telefone" | "sem_site";
  label: string;
  help: string;
}) {
  return (
    <Controller
      name={name}
      control={form.control}
      render={({ field: { value = false, onChange } }) => (
        <CheckField label={label} help={help} checked={value} onChange={onChange} />
      )}
    />
  );
}

const RATINGS = [3, 3.5, 4, 4.5];

function Ratings({ form }: { form: MapsForm }) {
  const { nota_minima, avaliacoes_minimas } = form.formState.errors;
  return (
    <div className="grid grid-cols-2 gap-x-3">
      <Field label="Nota mínima" error={nota_minima?.message}>
        {(control) => (
          <Controller
            name="nota_minima"
            control={form.control}
            render={({ field: { value = 0, onChange, ...field } }) => (
              <NativeSelect
                {...control}
                {...field}
                value={value}
                onChange={({ target }) => onChange(Number(target.value))}
              >
                <option value={0}>Qualquer uma</option>
                {[...new Set([...RATINGS, value])]
                  .filter(Boolean)
                  .sort((one, other) => one - other)
                  .map((rating) => (
                    <option key={rating} value={rating}>
                      {formatRating(rating)} ou mais
                    </option>
                  ))}
              </NativeSelect>
            )}
          />
        )}
      </Field>
      <Field label="Avaliações, ao menos" error={avaliacoes_minimas?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("avaliacoes_minimas", {
              setValueAs: (text: unknown) =>
                text === "" || text === undefined ? undefined : Number(text),
            })}
            type="number"
            inputMode="numeric"
            min={0}
            max={MAX_REVIEWS}
            placeholder="0"
          />
        )}
      </Field>
    </div>
  );
}
