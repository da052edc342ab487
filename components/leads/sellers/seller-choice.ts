import type { TeamPerson } from "@/lib/contracts/accounts/team";

/** 'Ana (você)', 'Bia (sem acesso)' */
export function nameSeller({ name, is_you, suspended_at }: TeamPerson): string {
  if (is_you) return `${name} (você)`;
  return suspended_at ? `${name} (sem acesso)` : name;
}

/** The people who can be given leads: the user first, then the others. */
export function listSellers(people: readonly TeamPerson[]): TeamPerson[] {
  const active = people.filter(({ suspended_at }) => suspended_at === null);
  return [...active.filter(({ is_you }) => is_you), ...active.filter(({ is_you }) => !is_you)];
}
