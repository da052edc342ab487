import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  PHONE_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";
import { onPhone, pair, showQr } from "./whatsapp";

test.use({ signedInAs: "new" });

/** The check and the card's own reading: what one says, a refresh by the other must not take back. */
const INSTANCE = /\/api\/whatsapp\/instance(\/check)?$/;

test(
  "a phone can be paired by a code, on a card that says it is simulated",
  PHONE_JOURNEY,
  async ({ page }) => {
    await page.goto("/dashboard");
    const card = page.getByRole("region", { name: "WhatsApp" });
    await expect(card.getByText("WhatsApp simulado")).toBeVisible();
    await card.getByRole("button", { name: "Conectar WhatsApp" }).click();
    // A phone cannot point its camera at itself: there the code comes first.
    const number = card.getByLabel("O número do WhatsApp que vai conectar");
    if (onPhone(page)) await expect(number).toBeVisible();
    await showQr(page);
    await expect(page.getByRole("img", { name: "QR Code para conectar o WhatsApp" })).toBeVisible();

    await card.getByRole("button", { name: "Conectar com código" }).click();
    await expect(number).toHaveValue("+55 (11) 98765-4321");
    await expect(card.getByText("É o do seu cadastro.")).toBeVisible();
    await number.fill("");
    await card.getByRole("button", { name: "Gerar código" }).click();
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await number.fill("11988887777");
    await card.getByRole("button", { name: "Gerar código" }).click();
    await expect(card.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible();
    await expect(card.getByText("Conectar com número de telefone")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await card.getByRole("button", { name: "Cancelar" }).click();
    await expect(card.getByRole("button", { name: "Conectar WhatsApp" })).toBeVisible();
  },
);

test(
  "what WhatsApp does to a connection is told in words, on the card",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    await page.goto("/dashboard");
    const card = page.getByRole("region", { name: "WhatsApp" });
    await expect(card.getByText("Conectado", { exact: true })).toBeVisible();
    await whatsapp.disconnect();
    await expect(card.getByText("A conexão foi encerrada no celular.")).toBeVisible();
    await expect(card.getByText("Desconectado", { exact: true })).toBeVisible();
    await expect(card.getByRole("button", { name: "Conectar WhatsApp" })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await pair(page, account);
    await expect(card.getByText("A conexão foi encerrada no celular.")).toBeHidden();
    await page.route(INSTANCE, async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({
        json: { data: { ...data, restricted_until: "2026-12-24T15:30:00.000Z" } },
      });
    });
    await card.getByRole("button", { name: "Verificar Conexão" }).click();
    await expect(card.getByText(/limitou este número até 24\/12\/2026 12:30/)).toBeVisible();

    // Ended by the user, it is not reported as a problem.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await card.getByRole("button", { name: "Desconectar" }).click();
    await page.getByRole("button", { name: "Sim" }).click();
    await expect(card.getByText("Desconectado", { exact: true })).toBeVisible();
    await expect(card.getByText("A conexão foi encerrada no celular.")).toBeHidden();
  },
);

test("a code that is not scanned expires, and the provider's next one is shown", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "WhatsApp" });
  await card.getByRole("button", { name: "Conectar WhatsApp" }).click();
  const code = page.getByRole("img", { name: "QR Code para conectar o WhatsApp" });
  await expect(code).toBeVisible();
  const first = await code.getAttribute("src");
  await page.clock.fastForward(31_000);
  await expect(card.getByText("QR Code expirado")).toBeVisible();
  await card.getByRole("button", { name: "Gerar novo QR Code" }).click();
  await expect(card.getByText("QR Code expirado")).toBeHidden();

  let next = first;
  await page.route(INSTANCE, async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: object };
    next = `${first?.slice(0, -8)}AAAAAAA=`;
    await route.fulfill({ json: { data: { ...data, qrcode: next } } });
  });
  await page.clock.fastForward(6_000);
  await expect.poll(() => code.getAttribute("src")).toBe(next);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test(
  "a passkey that is asked for, and a time in which nothing came through, are told in words",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const card = page.getByRole("region", { name: "WhatsApp" });
    const tell = (changes: object) =>
      page.route(INSTANCE, async (route) => {
        const answer = await route.fetch();
        const { data } = (await answer.json()) as { data: object };
        await route.fulfill({ json: { data: { ...data, ...changes } } });
      });
    await page.goto("/dashboard");
    await tell({ status: "DISCONNECTED", connected: false, problem: "passkey" });
    await card.getByRole("button", { name: "Verificar Conexão" }).click();
    await expect(card.getByText(/pede uma chave de acesso \(passkey\)/)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });

    await pair(page, account);
    const gap = {
      from: "2026-11-24T12:12:00.000Z",
      until: "2026-11-24T12:14:00.000Z",
      kind: "deaf",
    };
    await tell({ gap: { ...gap, late: 3, missing: 0 } });
    await card.getByRole("button", { name: "Verificar Conexão" }).click();
    await expect(
      card.getByText(
        "O WhatsApp ficou surdo das 09:12 às 09:14; nada se perdeu (3 mensagens chegaram depois).",
      ),
    ).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await tell({ gap: { ...gap, kind: "mute", late: 0, missing: 1 } });
    await card.getByRole("button", { name: "Verificar Conexão" }).click();
    await expect(card.getByText(/1 mensagem pode ter se perdido/)).toBeVisible();
  },
);
