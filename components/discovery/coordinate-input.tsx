"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "@/components/ui/input";
import { COORDINATE_DECIMALS } from "@/lib/domain/searches/maps-search";

interface CoordinateInputProps
  extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** Degrees; NaN when empty. */
  value: number;
  onChange: (degrees: number) => void;
}

/** A coordinate: shown with six decimals when set by the map, or exactly as typed. */
export function CoordinateInput({ value, onChange, ...props }: CoordinateInputProps) {
  const [typed, setTyped] = useState("");
  const shown = Object.is(parse(typed), value) ? typed : format(value);
  return (
    <Input
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(parse(event.target.value));
      }}
    />
  );
}

function parse(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
}

function format(degrees: number): string {
  return Number.isFinite(degrees) ? degrees.toFixed(COORDINATE_DECIMALS) : "";
}
