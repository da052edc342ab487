/**
 * Which of the account's leads and conversations its sellers see: everybody's; their own and nobody's, among which are
 * those of whoever is suspended; their own alone. Owners and managers see all.
 */
export const VISIBILITIES = ["all", "own_and_unassigned", "own"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const VISIBILITY_LABEL: Record<Visibility, string> = {
  all: "Todos veem todos",
  own_and_unassigned: "Os seus e os sem dono",
  own: "Só os seus",
};

export const VISIBILITY_MEANING: Record<Visibility, string> = {
  all: "Cada vendedor vê os leads e as conversas da conta inteira.",
  own_and_unassigned: "Cada vendedor vê os seus leads e conversas e os que não são de ninguém.",
  own: "Cada vendedor vê só os seus leads e conversas.",
};

/** Why somebody who sees a part of the account may not do what concerns all of it. */
export const WHOLE_VIEW_NEEDED = "Só quem vê todos os leads da conta pode fazer isto.";
