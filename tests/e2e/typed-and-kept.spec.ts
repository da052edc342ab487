import type { Page } from "@playwright/test";
import { endSessions, insertLeads } from "./rows";
import { expect, JOURNEY, logIn, test } from "./support";

// An ended session is answered so.
test.use({ signedInAs: "new", expectedStatuses: [401] });

const LEAD = { name: "Padaria do Vale", whatsapp: "5511987650001" };

async function openNote(page: Page) {
  await page.goto("/leads");
  const drawer = page.getByRole("dialog", { name: LEAD.name });
  if (!(await drawer.isVisible())) {
    await page.getByRole("button", { name: LEAD.name, exact: true }).click();
  }
  return drawer.getByRole("textbox", { name: "Nova nota" });
}

test("a browser whose storage is full takes what is typed all the same", async ({
  page,
  account,
}) => {
  await insertLeads(account, [LEAD]);
  const note = await openNote(page);
  await note.fill("Ligar");
  await page.evaluate(() => {
    for (let size = 2 ** 20; size >= 1; size /= 2) {
      for (let part = 0; part < 20; part += 1) {
        try {
          localStorage.setItem(`filler ${size} ${part}`, "x".repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await note.press("End");
  await note.pressSequentially(" para a dona depois das dez");
  await expect(note).toHaveValue("Ligar para a dona depois das dez");
});

test(
  "a session that ends leaves what was typed for whoever typed it",
  JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [LEAD]);
    const note = await openNote(page);
    await note.fill("Prefere de manhã");
    await endSessions(account);
    await note.press("Control+Enter");
    await expect(page.getByText("Sua sessão expirou.").first()).toBeVisible();
    await logIn(page, account);
    await expect(await openNote(page)).toHaveValue("Prefere de manhã");
  },
);
