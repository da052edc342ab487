"use client";

import { useMutation } from "@tanstack/react-query";
import { LocateFixed, MapPin } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Point } from "@/lib/domain/geo/geo-distance";
import { isError, NO_CREDITS_TEXT } from "@/lib/error-text";
import { geoMutations } from "./geo.queries";

const OWN_LOCATION_MS = 10_000;
const OWN_LOCATION_MAX_AGE_MS = 5 * 60_000;

export interface FoundLocation extends Point {
  address: string;
}

interface LocationSearchProps {
  text: string;
  onText: (text: string) => void;
  onFound: (location: FoundLocation) => void;
  onOwnLocation: (point: Point) => void;
}

/** Geocodes an address, or asks the device where it is. */
export function LocationSearch({ text, onText, onFound, onOwnLocation }: LocationSearchProps) {
  const geocode = useMutation(geoMutations.geocode());
  const [problem, setProblem] = useState<string>();
  const [locating, setLocating] = useState(false);

  function search() {
    setProblem(undefined);
    geocode.mutate(text.trim(), {
      onSuccess: ({ results: [first] }) => {
        if (!first) return setProblem("Localização não encontrada");
        const { lat, lng } = first.geometry.location;
        onFound({ latitude: lat, longitude: lng, address: first.formatted_address });
      },
      onError: (error) => setProblem(getProblemText(error)),
    });
  }

  function locateDevice() {
    setProblem(undefined);
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating(false);
        onOwnLocation({ latitude, longitude });
      },
      (error) => {
        setLocating(false);
        setProblem(
          error.code === error.PERMISSION_DENIED
            ? "O navegador não permite saber sua localização. Digite um endereço ou clique no mapa."
            : "Não foi possível saber sua localização. Digite um endereço ou clique no mapa.",
        );
      },
      { timeout: OWN_LOCATION_MS, maximumAge: OWN_LOCATION_MAX_AGE_MS },
    );
  }

  return (
    <form
      aria-label="Localização"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "" && !geocode.isPending) search();
      }}
    >
      <Field label="Buscar localização" error={problem}>
        {(control) => (
          <div className="flex gap-2 xl:flex-wrap">
            <Input
              {...control}
              value={text}
              onChange={(event) => onText(event.target.value)}
              placeholder="Endereço, bairro ou cidade"
              maxLength={300}
              autoComplete="off"
              className="xl:basis-full"
            />
            <Button
              type="submit"
              variant="outline"
              size="lg"
              className="xl:w-full"
              disabled={text.trim() === ""}
              loading={geocode.isPending}
            >
              {!geocode.isPending && <MapPin aria-hidden />}
              {geocode.isPending ? "Buscando..." : "Localizar"}
            </Button>
          </div>
        )}
      </Field>
      <Button
        variant="link"
        size="inline"
        className="-mt-1 mb-2 min-h-8 pointer-coarse:min-h-10"
        loading={locating}
        onClick={locateDevice}
      >
        {!locating && <LocateFixed aria-hidden />}
        Usar minha localização
      </Button>
    </form>
  );
}

function getProblemText(error: unknown): string {
  if (isError(error, "insufficient_credits")) return NO_CREDITS_TEXT;
  if (isError(error, "unauthenticated")) return error.message;
  return "Erro ao buscar localização";
}
