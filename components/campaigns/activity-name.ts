import type { Activity } from "@/lib/contracts/campaigns";

export function activityName({ id, name }: Activity): string {
  return name || `Atividade ${id}`;
}
