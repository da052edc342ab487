"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import type { Radar } from "@/lib/contracts/radar/radars";
import { isRegistryChange, REGISTRY_CHANGES } from "@/lib/domain/radar/radar";
import { RadarForm } from "./radar-form";
import { radarMutations } from "./radars.queries";

/** Renames a radar, or changes what it follows and may spend. */
export function EditRadarDialog({ radar, onClose }: { radar: Radar; onClose: () => void }) {
  const update = useMutation({
    ...radarMutations.update(useQueryClient(), radar.id),
    meta: { failure: null },
  });
  const { kind, name, credit_budget, cadence } = radar;
  const isRegistry = kind === "registry";
  return (
    <RadarForm
      title="Editar radar"
      description={radar.words}
      kind={kind}
      submitLabel="Salvar"
      settings={{
        name,
        credit_budget,
        cadence: cadence === "week" ? "week" : "month",
        changes: isRegistry ? radar.changes.filter(isRegistryChange) : [...REGISTRY_CHANGES],
      }}
      onClose={onClose}
      onSubmit={async ({ changes, cadence: how, ...rest }) => {
        await update.mutateAsync({ ...rest, ...(isRegistry ? { changes } : { cadence: how }) });
        notifySuccess("Radar salvo.");
        onClose();
      }}
    />
  );
}
