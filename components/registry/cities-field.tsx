"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { CityCombobox } from "@/components/discovery/city-combobox";
import { geoQueries } from "@/components/discovery/geo.queries";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { REGISTRY_MAX_VALUES } from "@/lib/domain/registry/registry-search";

/** The known names of municipalities by their codes. */
export function useCityNames(codes: readonly string[]): ReadonlyMap<string, string> {
  const states = useQuery(geoQueries.states());
  // A code begins with its state's.
  const ufs = [...new Set(codes.map((code) => code.slice(0, 2)))].flatMap(
    (id) => states.data?.find((state) => String(state.id) === id)?.sigla ?? [],
  );
  const cities = useQueries({ queries: ufs.map((uf) => geoQueries.municipalities(uf)) });
  return new Map(
    ufs.flatMap((uf, place) =>
      (cities[place]?.data ?? []).map(({ id, nome }) => [String(id), `${nome}/${uf}`] as const),
    ),
  );
}

interface CitiesFieldProps {
  /** The state whose cities are offered; empty offers those of all. */
  uf: string;
  /** Codes separated by commas: the last one is the field's, and may be empty while another is chosen. */
  value: string;
  error: string | undefined;
  onChange: (changed: { cidade: string; uf?: string }) => void;
}

/** A field for one city or several: those chosen before are listed below it. */
export function CitiesField({ uf, value, error, onChange }: CitiesFieldProps) {
  const codes = value.split(",");
  const held = codes.slice(0, -1);
  const current = codes.at(-1) ?? "";
  const names = useCityNames(codes.filter(Boolean));
  const nameOf = (code: string) => names.get(code) ?? code;
  const change = (cities: readonly string[], state?: string) =>
    onChange({ cidade: cities.join(","), ...(state !== undefined && { uf: state }) });
  return (
    <div>
      <Field label="Cidade" error={error}>
        {(control) => (
          <div className="flex gap-2">
            <div className="min-w-0 flex-1">
              <CityCombobox
                {...control}
                uf={uf}
                city={current === "" ? "" : (nameOf(current).split("/")[0] ?? "")}
                onPick={(city) =>
                  city
                    ? change(
                        [...held.filter((code) => code !== String(city.id)), String(city.id)],
                        city.uf,
                      )
                    : change([...held, ""])
                }
              />
            </div>
            {current !== "" && codes.length < REGISTRY_MAX_VALUES && (
              <Button
                variant="outline"
                size="lg"
                aria-label="Incluir mais uma cidade"
                title="Incluir mais uma cidade"
                onClick={() => change([...codes, ""], "")}
              >
                <Plus aria-hidden />
              </Button>
            )}
          </div>
        )}
      </Field>
      {held.length > 0 && (
        <ul aria-label="Cidades incluídas" className="-mt-1 mb-2 flex flex-wrap gap-1.5">
          {held.map((code) => (
            <li key={code}>
              <button
                type="button"
                onClick={() => change(codes.filter((each) => each !== code))}
                className="flex min-h-7 items-center gap-1 rounded-md border border-border bg-accent px-2 text-[0.8125rem] hover:border-input pointer-coarse:min-h-10"
              >
                <span className="sr-only">Remover </span>
                {nameOf(code)}
                <X className="size-3.5 text-muted-foreground" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
