"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useDeferredValue, useMemo, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { sortBySize } from "@/lib/domain/geo/large-cities";
import { getSecondKeys, getTownKeys, toTownKey } from "@/lib/domain/geo/town-names";
import { geoQueries } from "./geo.queries";

export interface PickedCity {
  id: number;
  nome: string;
  uf: string;
}

interface CityComboboxProps
  extends Omit<
    ComponentProps<typeof Combobox>,
    "value" | "onChange" | "onType" | "options" | "loading" | "placeholder" | "emptyText"
  > {
  /** The state whose cities are offered; without it, those of all of them. */
  uf: string;
  /** The name of the one that is chosen. */
  city: string;
  onPick: (city: PickedCity | null) => void;
}

const LEAST_LETTERS = 2;

const nameInFull = ({ nome, uf }: PickedCity) => `${nome}/${uf}`;
const nameAlone = ({ nome }: PickedCity) => nome;

function toCityKeys(city: PickedCity): string[] {
  const { nome, uf } = city;
  return [...getTownKeys(nome), ...getSecondKeys(nome, uf), toTownKey(nameInFull(city))];
}

/** A text field that suggests cities whose names begin with what is typed, the largest first: of one state, or of all, in which case the chosen city also gives the state. */
export function CityCombobox({ uf, city, onPick, ...control }: CityComboboxProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const isAnywhere = uf === "";
  const ofState = useQuery(geoQueries.municipalities(uf));
  const anywhere = useQuery({
    ...geoQueries.cities(search),
    enabled: isAnywhere && search.length >= LEAST_LETTERS,
  });
  const cities = useMemo((): readonly PickedCity[] => {
    if (!isAnywhere) return (ofState.data ?? []).map((each) => ({ ...each, uf }));
    return search.length >= LEAST_LETTERS ? (anywhere.data ?? []) : [];
  }, [isAnywhere, ofState.data, anywhere.data, search, uf]);
  const toOption = isAnywhere ? nameInFull : nameAlone;
  const offered = typed === "" ? cities : sortBySize(cities, nameInFull);
  const toKeys = useMemo(() => {
    const keys = new Map(cities.map((each) => [toOption(each), toCityKeys(each)]));
    return (text: string) => keys.get(text) ?? [toTownKey(text)];
  }, [cities, toOption]);
  const loading = isAnywhere ? anywhere.isFetching : ofState.isLoading;
  return (
    <Combobox
      {...control}
      value={city}
      onChange={(option) => onPick(offered.find((each) => toOption(each) === option) ?? null)}
      onType={setTyped}
      toKeys={toKeys}
      options={offered.map(toOption)}
      loading={loading}
      placeholder="Digite para procurar"
      emptyText={
        isAnywhere && search.length < LEAST_LETTERS
          ? "Digite o começo do nome."
          : loading
            ? "Carregando..."
            : "Nenhuma cidade encontrada."
      }
    />
  );
}
