import dynamic from "next/dynamic";
import { type ComponentType, useState } from "react";
import { Controller } from "react-hook-form";
import { useProFeature } from "@/components/session/use-pro-feature";
import { latePart } from "@/components/shared/feedback/late-code";
import { AccordionCard } from "@/components/shared/layout/accordion-card";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf } from "@/lib/format";
import type { ChoicesProps } from "./choice-list";
import type { CampaignForm } from "./use-campaign-form";

const loading = () => <Skeleton className="h-24 w-full" />;

const ListChoices = dynamic(
  latePart(async () => (await import("./list-choices")).ListChoices),
  { loading },
);
const TagChoices = dynamic(
  latePart(async () => (await import("./tag-choices")).TagChoices),
  { loading },
);

/** The accordion in which lists are chosen; without one, all leads of the account are taken. */
export function ListPicker({ form }: { form: CampaignForm }) {
  return (
    <GroupPicker
      form={form}
      name="list_ids"
      title="Listas"
      feature="Seleção de listas"
      all="Todas as listas"
      summarize={(count) => countOf(count, "lista selecionada", "listas selecionadas")}
      Choices={ListChoices}
    />
  );
}

/** The accordion in which tags are chosen; without one, leads with any or none are taken. */
export function TagPicker({ form }: { form: CampaignForm }) {
  return (
    <GroupPicker
      form={form}
      name="tag_ids"
      title="Etiquetas"
      feature="Seleção de etiquetas"
      all="Com ou sem etiqueta"
      summarize={(count) => countOf(count, "etiqueta selecionada", "etiquetas selecionadas")}
      Choices={TagChoices}
    />
  );
}

interface GroupPickerProps {
  form: CampaignForm;
  name: "list_ids" | "tag_ids";
  title: string;
  /** Its name in texts about PRO. */
  feature: string;
  /** Shown while none is chosen. */
  all: string;
  summarize: (count: number) => string;
  Choices: ComponentType<ChoicesProps>;
}

function GroupPicker({ form, name, title, feature, all, summarize, Choices }: GroupPickerProps) {
  const { pro, explainPro } = useProFeature();
  const [open, setOpen] = useState(false);
  return (
    <Controller
      name={name}
      control={form.control}
      render={({ field: { value: chosen, onChange } }) => {
        // Without PRO a choice can only be undone.
        const locked = !pro && chosen.length === 0;
        return (
          <AccordionCard
            title={title}
            badge={<ProBadge />}
            summary={chosen.length === 0 ? all : summarize(chosen.length)}
            open={open}
            locked={locked}
            onToggle={() => (locked && !open ? explainPro(feature) : setOpen(!open))}
          >
            <Choices chosen={chosen} onChange={onChange} />
          </AccordionCard>
        );
      }}
    />
  );
}
