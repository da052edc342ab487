"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { sortBySize } from "@/lib/domain/geo/large-cities";
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
  const cities: readonly PickedCity[] = isAnywhere
    ? search.length >= LEAST_LETTERS
      ? (anywhere.data ?? [])
      : []
    : (ofState.data ?? []).map((each) => ({ ...each, uf }));
  const nameInFull = ({ nome, uf }: PickedCity) => `${nome}/${uf}`;
  const offered = typed === "" ? cities : sortBySize(cities, nameInFull);
  const toOption = isAnywhere ? nameInFull : ({ nome }: PickedCity) => nome;
  const loading = isAnywhere ? anywhere.isFetching : ofState.isLoading;
  return (
    <Combobox
      {...control}
      value={city}
      onChange={(option) => onPick(offered.find((each) => toOption(each) === option) ?? null)}
      onType={setTyped}
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
