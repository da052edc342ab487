import type { Activity } from "@/lib/contracts/campaigns/activities";

export function getActivityName({ id, name }: Activity): string {
  return name || `Atividade ${id}`;
}
