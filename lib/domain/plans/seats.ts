import { isPro, type Plan } from "./plan";

/** The most that the administrator may give an account. */
export const MAX_SEATS = 1_000;

/** How many people may work in an account: by its plan, or as the administrator set it. */
export function getSeats(plan: Plan, own: number | null): number {
  return own ?? (isPro(plan) ? 5 : 1);
}

/** Why nobody else can come into an account with this many seats. */
export function describeSeats(seats: number, plan: Plan): string {
  if (seats > 1) {
    return `Os ${seats} lugares da sua equipe estão ocupados ou prometidos. Suspenda alguém ou cancele um convite.`;
  }
  return isPro(plan)
    ? "Sua conta tem um lugar só, e ele está ocupado."
    : "Sua conta tem um lugar só. Com o plano PRO a equipe pode ter até 5 pessoas.";
}
