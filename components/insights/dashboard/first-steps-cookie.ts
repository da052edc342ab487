const A_YEAR_S = 365 * 24 * 60 * 60;

/** Holds the id of the account that has closed its first steps, so that the server renders the dashboard without them. */
export const FIRST_STEPS_COOKIE = "firstSteps";

export function saveFirstStepsClosed(userId: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${FIRST_STEPS_COOKIE}=${userId}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax`;
}
