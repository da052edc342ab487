"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { z } from "zod/mini";
import { notifySuccess } from "@/components/shared/feedback/notify";
import type { NewRadar } from "@/lib/contracts/radar/radars";
import { RADAR_BUDGET_DEFAULT, REGISTRY_CHANGES } from "@/lib/domain/radar/radar";
import { radarPath } from "@/lib/paths";
import { RadarForm } from "./radar-form";
import { radarMutations } from "./radars.queries";

type Question = Pick<z.input<typeof NewRadar>, "registry" | "pages" | "maps">;

interface SaveRadarDialogProps {
  /** One of the three: a search as its form holds it. */
  question: Question;
  name: string;
  onClose: () => void;
}

const DESCRIPTIONS = {
  registry:
    "A cada mês novo da Receita, o radar compara com o mês anterior e traz só o que mudou nesta busca.",
  search: "O radar faz esta busca de novo sozinho e traz só as empresas que você ainda não tem.",
};

/** Saves a search as a radar. */
export function SaveRadarDialog({ question, name, onClose }: SaveRadarDialogProps) {
  const router = useRouter();
  const create = useMutation(radarMutations.create(useQueryClient()));
  const kind = question.registry ? "registry" : question.pages ? "pages" : "maps";
  return (
    <RadarForm
      title="Salvar como radar"
      description={kind === "registry" ? DESCRIPTIONS.registry : DESCRIPTIONS.search}
      kind={kind}
      submitLabel="Salvar radar"
      settings={{
        name,
        cadence: "month",
        credit_budget: RADAR_BUDGET_DEFAULT,
        changes: [...REGISTRY_CHANGES],
      }}
      onClose={onClose}
      onSubmit={async ({ changes, cadence, ...rest }) => {
        const { radar } = await create.mutateAsync({
          ...rest,
          ...question,
          ...(kind === "registry" ? { changes } : { cadence }),
        });
        notifySuccess("Radar salvo.", {
          action: { label: "Ver radar", onClick: () => router.push(radarPath(radar.id)) },
        });
        onClose();
      }}
    />
  );
}
