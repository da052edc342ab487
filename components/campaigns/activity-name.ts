import type { Activity } from "@/lib/contracts/activities";

export function getActivityName({ id, name }: Activity): string {
  return name || `Atividade ${id}`;
}
