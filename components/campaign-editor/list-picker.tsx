import dynamic from "next/dynamic";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { useProFeature } from "@/components/session/use-pro-feature";
import { AccordionCard } from "@/components/shared/layout/accordion-card";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf } from "@/lib/format";
import type { CampaignForm } from "./use-campaign-form";

const ListChoices = dynamic(async () => (await import("./list-choices")).ListChoices, {
  loading: () => <Skeleton className="h-24 w-full" />,
});

/** The accordion in which lists are chosen; without one, all leads of the account are taken. */
export function ListPicker({ form }: { form: CampaignForm }) {
  const { pro, explainPro } = useProFeature();
  const [open, setOpen] = useState(false);
  return (
    <Controller
      name="list_ids"
      control={form.control}
      render={({ field: { value: chosen, onChange } }) => {
        // Without PRO a choice can only be undone.
        const locked = !pro && chosen.length === 0;
        return (
          <AccordionCard
            title="Listas"
            badge={<ProBadge />}
            summary={
              chosen.length === 0
                ? "Todas as listas"
                : countOf(chosen.length, "lista selecionada", "listas selecionadas")
            }
            open={open}
            locked={locked}
            onToggle={() => (locked && !open ? explainPro("Seleção de listas") : setOpen(!open))}
          >
            <ListChoices chosen={chosen} onChange={onChange} />
          </AccordionCard>
        );
      }}
    />
  );
}
