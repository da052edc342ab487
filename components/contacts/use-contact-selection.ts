"use client";

import { useMemo, useState } from "react";
import type { WhatsappContact } from "@/lib/contracts/contacts";

/** Contacts chosen on any page, kept whole: a list is made of what they are, not of what is on the screen. */
export function useContactSelection(shown: readonly WhatsappContact[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, WhatsappContact>>(new Map());
  return useMemo(
    () => ({
      count: chosen.size,
      contacts: [...chosen.values()],
      isSelected: (id: string) => chosen.has(id),
      select(ids: string[], selected: boolean) {
        const next = new Map(chosen);
        for (const id of ids) {
          const contact = shown.find((each) => String(each.id) === id);
          if (!selected) next.delete(id);
          else if (contact) next.set(id, contact);
        }
        setChosen(next);
      },
      clear: () => setChosen(new Map()),
    }),
    [chosen, shown],
  );
}
