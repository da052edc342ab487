"use client";

import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { Input } from "@/components/ui/input";
import { phoneDigits } from "@/lib/domain/phone/phone-digits";
import { maskPhone } from "@/lib/domain/phone/phone-mask";

interface PhoneInputProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  value: string;
  onChange: (masked: string) => void;
  /** Formats what was typed over `before`. */
  mask?: (typed: string, before: string) => string;
  inputRef?: (element: HTMLInputElement | null) => void;
}

/** Masks the number while typing and keeps the caret after the same digit. */
export function PhoneInput({
  value,
  onChange,
  mask = maskPhone,
  inputRef,
  ...props
}: PhoneInputProps) {
  const element = useRef<HTMLInputElement | null>(null);
  const digitsBeforeCaret = useRef<number | null>(null);

  useLayoutEffect(() => {
    const wanted = digitsBeforeCaret.current;
    if (wanted === null || !element.current) return;
    digitsBeforeCaret.current = null;
    const caret = findPositionAfterDigits(value, wanted);
    element.current.setSelectionRange(caret, caret);
  }, [value]);

  return (
    <Input
      {...props}
      ref={(node) => {
        element.current = node;
        inputRef?.(node);
      }}
      type="tel"
      // Text is larger on a phone: the placeholder must still fit.
      className="placeholder:text-[0.8125rem]"
      inputMode="tel"
      value={value}
      onChange={({ target }) => {
        const caret = target.selectionStart ?? target.value.length;
        const atEnd = caret >= target.value.length;
        digitsBeforeCaret.current = atEnd ? null : phoneDigits(target.value.slice(0, caret)).length;
        onChange(mask(target.value, value));
      }}
    />
  );
}

function findPositionAfterDigits(text: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (/\d/.test(text[index] ?? "")) seen += 1;
    if (seen === count) return index + 1;
  }
  return text.length;
}
