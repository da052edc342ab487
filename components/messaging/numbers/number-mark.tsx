"use client";

import { NumberDot } from "./number-dot";
import { useOwnNumbers } from "./own-numbers.queries";

/** Which of the account's numbers a conversation is with, where it has several. */
export function NumberMark({ numberId }: { numberId: number | null }) {
  const { isSeveral, find } = useOwnNumbers();
  const number = isSeveral ? find(numberId) : undefined;
  if (!number) return null;
  return (
    <span title={`pelo número ${number.name}`} className="grid shrink-0 place-items-center">
      <NumberDot colour={number.colour} />
      <span className="sr-only">pelo número {number.name}</span>
    </span>
  );
}
