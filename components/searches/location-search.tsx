"use client";

import { useMutation } from "@tanstack/react-query";
import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { geoMutations } from "@/components/geo/geo.queries";
import { Field } from "@/components/shared/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Point } from "@/lib/domain/geo/geo-distance";
import { isError, NO_CREDITS_TEXT } from "@/lib/error-text";

export interface FoundLocation extends Point {
  address: string;
}

/** Geocodes an address. */
export function LocationSearch({ onFound }: { onFound: (location: FoundLocation) => void }) {
  const geocode = useMutation(geoMutations.geocode());
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();

  function search() {
    setProblem(undefined);
    geocode.mutate(text.trim(), {
      onSuccess: ({ results: [first] }) => {
        if (!first) return setProblem("Localização não encontrada");
        const { lat, lng } = first.geometry.location;
        onFound({ latitude: lat, longitude: lng, address: first.formatted_address });
      },
      onError: (error) =>
        setProblem(
          isError(error, "insufficient_credits") ? NO_CREDITS_TEXT : "Erro ao buscar localização",
        ),
    });
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
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder="Endereço, bairro ou cidade"
              maxLength={300}
              autoComplete="off"
            />
            <Button
              type="submit"
              variant="outline"
              size="lg"
              disabled={text.trim() === ""}
              loading={geocode.isPending}
            >
              {!geocode.isPending && <LocateFixed aria-hidden />}
              {geocode.isPending ? "Buscando..." : "Localizar"}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
