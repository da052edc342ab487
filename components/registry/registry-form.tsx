"use client";

import { useQuery } from "@tanstack/react-query";
import { Eraser, ListTree, Search, SlidersHorizontal } from "lucide-react";
import { type FormEvent, useState } from "react";
import { geoQueries } from "@/components/discovery/geo.queries";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Field } from "@/components/shared/forms/form";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { hasEnoughLetters, TOO_FEW_LETTERS } from "@/lib/domain/registry/registry-name";
import { isRegistrySearch } from "@/lib/domain/registry/registry-search";
import {
  FIELDS_OF_SEVERAL,
  joinValues,
  splitValues,
  toCodes,
} from "@/lib/domain/registry/search-texts";
import { CitiesField } from "./cities-field";
import { RegistryMoreFilters } from "./registry-more-filters";
import { NO_TEXTS, REGISTRY_FIELDS, type RegistryTexts } from "./registry-params";

const ActivityPicker = lateDialog(async () => (await import("./activity-picker")).ActivityPicker);

const FILL_ONE = "Preencha pelo menos um campo de busca!";
const CEP_DIGITS = 8;
const CNAE_DIGITS = 7;
const MIN_DIGITS = 2;

interface RegistryFormProps {
  /** The search of the URL. */
  texts: RegistryTexts;
  searching: boolean;
  /** The server's errors, by field. */
  problems: Record<string, string> | undefined;
  onSearch: (texts: RegistryTexts) => void;
  onClear: () => void;
}

export function RegistryForm({ texts, searching, problems, onSearch, onClear }: RegistryFormProps) {
  const [typed, setTyped] = useState(texts);
  const [shown, setShown] = useState(texts);
  const [asked, setAsked] = useState<RegistryTexts | null>(null);
  /** Key of the fields that keep unfinished text: they are mounted again each time the form is filled. */
  const [filling, setFilling] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const [picking, setPicking] = useState(false);
  const [expanded, setExpanded] = useState(() => countMoreFilters(texts) > 0);
  const states = useQuery(geoQueries.states());
  const [firstUf = "", ...moreUfs] = splitValues(typed.uf);
  const [city = ""] = typed.cidade.split(",").slice(-1);
  // A clicked city comes without a state: its code begins with the state's.
  const ufOfCity = states.data?.find(({ id }) => city.startsWith(String(id)))?.sigla;
  const uf = firstUf || (city && ufOfCity) || "";
  const errors = { ...problems, ...(touched ? findProblems(typed) : {}) };
  const more = countMoreFilters(typed);

  function change(changed: Partial<RegistryTexts>) {
    setTyped({ ...typed, ...changed });
    setProblem(null);
  }

  function fillIn(filled: RegistryTexts) {
    setTyped(filled);
    setProblem(null);
    setTouched(false);
    setExpanded(countMoreFilters(filled) > 0);
    setFilling(filling + 1);
  }

  // The address changed. A search from this form is in the fields already, and the user may have typed more since.
  // Any other change, such as Back or a removed chip, fills the fields that it is about again.
  if (!isSame(texts, shown)) {
    setShown(texts);
    setAsked(null);
    if (!asked || !isSame(texts, asked)) fillIn({ ...typed, ...getChanged(shown, texts) });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setTouched(true);
    const tidied = tidy(typed);
    if (!isRegistrySearch(tidied)) return setProblem(FILL_ONE);
    if (Object.keys(findProblems(tidied)).length > 0) return;
    setTyped(tidied);
    setAsked(tidied);
    onSearch(tidied);
  }

  function clear() {
    fillIn(NO_TEXTS);
    setAsked(NO_TEXTS);
    onClear();
  }

  return (
    <Card aria-label="Busca na Receita Federal">
      <form onSubmit={submit} noValidate className="p-5 pb-4">
        <div className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.3fr)] 2xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.3fr)_10rem_15rem]">
          <Field
            label="Nome fantasia"
            error={errors["nome_fantasia"]}
            className="sm:max-lg:col-span-2"
          >
            {(control) => (
              <Input
                {...control}
                name="nome_fantasia"
                value={typed.nome_fantasia}
                maxLength={200}
                placeholder="Nome fantasia, razão social ou CNPJ"
                autoComplete="off"
                onChange={(event) => change({ nome_fantasia: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Estado"
            error={states.isError ? "Não foi possível carregar os estados." : undefined}
          >
            {(control) => (
              <NativeSelect
                {...control}
                value={uf}
                onChange={({ target: { value } }) =>
                  change({
                    uf: joinValues([value, ...(value ? moreUfs : [])].filter(Boolean)),
                    cidade: [...typed.cidade.split(",").slice(0, -1), ""].join(","),
                  })
                }
              >
                <option value="">Todos os estados</option>
                {states.data?.map(({ id, sigla, nome }) => (
                  <option key={id} value={sigla}>
                    {nome}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <CitiesField
            key={filling}
            uf={uf}
            value={typed.cidade}
            error={errors["cidade"]}
            onChange={({ uf: state, ...cities }) =>
              change({
                ...cities,
                ...(state !== undefined && { uf: joinValues([state, ...moreUfs].filter(Boolean)) }),
              })
            }
          />
          <Field label="CEP" error={errors["cep"]}>
            {(control) => (
              <Input
                {...control}
                value={typed.cep}
                inputMode="numeric"
                placeholder="Início ou 8 dígitos"
                autoComplete="off"
                onChange={(event) => change({ cep: toCodes(event.target.value, CEP_DIGITS) })}
              />
            )}
          </Field>
          <Field label="CNAE primário" error={errors["cnae_primario"]}>
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  value={typed.cnae_primario}
                  inputMode="numeric"
                  placeholder="2 a 7 dígitos"
                  autoComplete="off"
                  onChange={(event) =>
                    change({ cnae_primario: toCodes(event.target.value, CNAE_DIGITS) })
                  }
                />
                <Button
                  variant="outline"
                  size="lg"
                  aria-label="Escolher CNAE pela descrição"
                  title="Escolher CNAE pela descrição"
                  onClick={() => setPicking(true)}
                >
                  <ListTree aria-hidden />
                </Button>
              </div>
            )}
          </Field>
        </div>
        {expanded && (
          <RegistryMoreFilters key={filling} texts={typed} errors={errors} onChange={change} />
        )}
        <FormProblem>{problem}</FormProblem>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <Button type="submit" size="lg" className="max-sm:flex-1" loading={searching}>
            {!searching && <Search aria-hidden />}
            Buscar
          </Button>
          <Button variant="outline" size="lg" onClick={clear}>
            <Eraser aria-hidden />
            Limpar
          </Button>
          <Button
            variant="ghost"
            size="lg"
            className="ml-auto max-sm:w-full"
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
          >
            <SlidersHorizontal aria-hidden />
            Mais filtros
            {more > 0 && <span className="tabular-nums">({more})</span>}
          </Button>
        </div>
      </form>
      {picking && (
        <ActivityPicker
          onPick={(code) => {
            change({ cnae_primario: joinValues([...splitValues(typed.cnae_primario), code]) });
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Card>
  );
}

/** The search as it is requested: without blanks around the name, and without empty values between commas. */
function tidy(typed: RegistryTexts): RegistryTexts {
  const several = FIELDS_OF_SEVERAL.map((field) => [field, joinValues(splitValues(typed[field]))]);
  const texts = { ...typed, ...Object.fromEntries(several) };
  return { ...texts, nome_fantasia: typed.nome_fantasia.trim() };
}

function getChanged(before: RegistryTexts, after: RegistryTexts): Partial<RegistryTexts> {
  const changed = REGISTRY_FIELDS.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

function isSame(one: RegistryTexts, other: RegistryTexts): boolean {
  return REGISTRY_FIELDS.every((field) => one[field] === other[field]);
}

function isTooShort(codes: string): boolean {
  return splitValues(codes).some((code) => code.length < MIN_DIGITS);
}

const MAIN_FIELDS = new Set(["nome_fantasia", "uf", "cidade", "cep", "cnae_primario"]);

function countMoreFilters(texts: RegistryTexts): number {
  const moreStates = splitValues(texts.uf).length > 1 ? 1 : 0;
  return (
    Object.entries(texts).filter(([field, text]) => text !== "" && !MAIN_FIELDS.has(field)).length +
    moreStates
  );
}

function findProblems(texts: RegistryTexts): Record<string, string> {
  const problems: Record<string, string> = {};
  const name = texts.nome_fantasia.trim();
  if (name !== "" && !hasEnoughLetters(name)) problems["nome_fantasia"] = TOO_FEW_LETTERS;
  if (isTooShort(texts.cep)) {
    problems["cep"] = "Informe de 2 a 8 dígitos do CEP.";
  }
  if (isTooShort(texts.cnae_primario)) {
    problems["cnae_primario"] = "Informe de 2 a 7 dígitos do CNAE.";
  }
  return problems;
}
