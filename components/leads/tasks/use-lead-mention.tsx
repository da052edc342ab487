"use client";

import { useQuery } from "@tanstack/react-query";
import { useOptionMenu } from "@/components/shared/forms/use-option-menu";
import { useDebounced } from "@/components/shared/state/use-debounced";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { taskQueries } from "./tasks.queries";

const SHOWN = 6;

interface LeadMention {
  typed: string;
  /** Only where the lead is not given already. */
  enabled: boolean;
  onPick: (lead: { id: number; name: string }, rest: string) => void;
}

/** A menu of leads while the text ends with '@' and a part of a name; what is before the '@' stays. */
export function useLeadMention({ typed, enabled, onPick }: LeadMention) {
  const mention = enabled ? readMention(typed) : null;
  const search = useDebounced(mention?.name.trim() ?? "");
  const leads = useQuery({
    ...taskQueries.mentioned(search),
    enabled: mention !== null,
  });
  return useOptionMenu({
    label: "Leads",
    text: typed,
    typed: mention && search,
    options: leads.data?.leads.slice(0, SHOWN) ?? [],
    onPick: ({ id, name }) => onPick({ id, name }, mention?.before ?? ""),
    children: ({ name, city, whatsapp }) => (
      <>
        <p className="truncate font-medium text-sm">{name}</p>
        <p className="truncate text-[0.8125rem] text-muted-foreground">
          {[city, formatKeptNumber(whatsapp)].filter(Boolean).join(" · ")}
        </p>
      </>
    ),
  });
}

/** What follows the last '@' that begins a word. */
function readMention(typed: string): { before: string; name: string } | null {
  const at = typed.lastIndexOf("@");
  if (at < 0 || /\S/.test(typed.charAt(at - 1))) return null;
  return { before: typed.slice(0, at), name: typed.slice(at + 1) };
}
