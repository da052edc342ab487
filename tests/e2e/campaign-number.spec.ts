import type { NumberHealth } from "@/lib/contracts/campaigns/campaigns";
import { launch } from "./campaign-page";
import { accessibilityFaults, BOTH_WIDTHS, expect, test } from "./support";
import { newPhone, pair } from "./whatsapp";

test.use({ signedInAs: "new" });

const OPEN = {
  state: "open",
  left: 41,
  total: 60,
  cycle_end: "2026-11-30T23:00:00.000Z",
  failed: false,
} as const;

test(
  "the card of the number tells WhatsApp's own quota, and that it could not be asked",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "receives");
    await whatsapp.createLead(phone, "Padaria");
    let told: Partial<NumberHealth> = {};
    await page.route("**/api/prospecting/number-health", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        json: { ...((await answer.json()) as NumberHealth), ...LADDER, ...told },
      });
    });
    const card = page.getByRole("region", { name: "Saúde do número" });
    const open = async (health: Partial<NumberHealth>) => {
      told = health;
      await page.goto("/prospect-by-whats");
      await expect(launch(page)).toContainText("1 mensagem");
    };

    await open({ new_chats: OPEN, sending_day: 3 });
    await expect(
      card.getByText("restam 41 conversas novas até 30/11; a campanha usa 1"),
    ).toBeVisible();
    await expect(
      page
        .getByRole("region", { name: "Resumo do envio" })
        .getByText("WhatsApp: restam 41 conversas novas até 30/11; a campanha usa 1."),
    ).toBeVisible();
    await expect(card.getByText("hoje: dia 3 de envio")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await card.scrollIntoViewIfNeeded();
      const picture = process.env["CARD_PICTURES"];
      if (picture)
        await card.screenshot({
          path: `${picture}/card-${page.viewportSize()?.width}-${scheme}.png`,
        });
    }

    await open({ new_chats: { ...OPEN, state: "unlimited", left: null, total: null } });
    await expect(card.getByText("sem limite informado")).toBeVisible();
    await open({ new_chats: { ...OPEN, state: "unknown", left: null, total: null, failed: true } });
    await expect(card.getByText("não foi possível perguntar")).toBeVisible();
    await open({ new_chats: { ...OPEN, state: "capped", left: 0, total: null } });
    await expect(card.getByText("nenhuma conversa nova até 30/11: limite atingido")).toBeVisible();
    await open({ new_chats: null, few_replies: { first_contacts: 60, replies: 2 } });
    await expect(
      card.getByText(/^Poucas respostas: 2 de 60 primeiros contatos em 7 dias/),
    ).toBeVisible();
    await expect(card.getByText("Conversas novas pelo WhatsApp")).toBeHidden();
  },
);

/** The sandbox has no caps. */
const LADDER = { ladder: [10, 15, 20, 30, 40, 50, 60], daily_cap: 20, hourly_cap: 20 };
