import { expect, type Page } from "@playwright/test";
import { SANDBOX_URL } from "./ports";

interface Mail {
  to: string[];
  text: string;
}

/** The link in the last mail to `email`; waits until `count` mails have arrived. */
export async function mailedLink(page: Page, email: string, count = 1): Promise<string> {
  let mine: Mail[] = [];
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${SANDBOX_URL}/control/mails`);
      mine = ((await answer.json()) as Mail[]).filter(({ to }) => to.includes(email));
      return mine.length;
    })
    .toBe(count);
  return /https?:\/\/\S+/.exec(mine.at(-1)?.text ?? "")?.[0] ?? "";
}
