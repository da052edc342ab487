"use client";

import { useMemo, useState } from "react";
import type { WhatsappContact } from "@/lib/contracts/messaging/contacts";

/** The selected contacts, across pages. Whole contacts are kept, because a list is created from their data, also of other pages. */
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
