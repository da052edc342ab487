import type { Locator } from "@playwright/test";
import { SANDBOX_URL } from "./ports";
import {
  accessibilityFaults,
  expect,
  expectAccessible,
  JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";
import { onPhone } from "./whatsapp";

test.use({ signedInAs: "new" });

const NO_CREDITS = "Você não possui créditos suficientes para realizar esta operação.";

test(
  "a maps search: from an address to leads that drop onto the map, and what it cost",
  WIDE_JOURNEY,
  async ({ page }) => {
    await page.goto("/busca-google-maps");
    await expect(page.getByRole("heading", { name: "Busca Google Maps" })).toBeVisible();
    const map = page.getByRole("region", { name: "Mapa" });
    await expect(map.locator(".leaflet-tile-loaded").first()).toBeVisible();
    await expect(map.getByText("OpenStreetMap")).toBeVisible();
    const search = page.getByRole("button", { name: "Buscar negócios" });
    await expect(search).toBeDisabled();
    await expect(page.getByRole("button", { name: "Localizar" })).toBeDisabled();

    // An empty field shows its error.
    await page.getByText("Coordenadas", { exact: true }).click();
    await page.getByLabel("Raio (km)").fill("");
    for (const label of ["O que você procura", "Latitude", "Longitude", "Raio (km)"]) {
      await page.getByLabel(label).focus();
      await page.getByLabel(label).blur();
    }
    const refusal = page.getByText("Por favor, preencha todos os campos", { exact: true });
    await expect(refusal).toHaveCount(4);
    await page.getByLabel("Raio (km)").fill("10");

    await page.getByLabel("O que você procura").fill("padaria");
    await page.getByLabel("Buscar localização").fill("lugar que não existe");
    await page.getByRole("button", { name: "Localizar" }).click();
    await expect(page.getByText("Localização não encontrada")).toBeVisible();

    await page.getByLabel("Buscar localização").fill("Rua Tiradentes, Campinas");
    await page.getByLabel("Buscar localização").press("Enter");
    const address = page.getByRole("region", { name: "Endereço encontrado" });
    await expect(address).toContainText("Rua Tiradentes, Campinas");
    await expect(page.getByLabel("Latitude")).toHaveValue(/^-22\.\d{6}$/);
    await expect(page.getByLabel("Longitude")).toHaveValue(/^-47\.\d{6}$/);
    await expect(map.getByText("Você selecionou este ponto")).toBeVisible();

    await expect.poll(() => isInside(map.locator(".search-map-next"), map)).toBe(true);

    await page.getByLabel("Raio (km)").fill("40");
    await expect(page.getByText("Esta busca reserva 6 créditos")).toBeVisible();
    // The larger circle is all in view too.
    await expect.poll(() => isInside(map.locator(".search-map-next"), map)).toBe(true);
    await expect(map.getByRole("button", { name: "Aproximar" })).toBeVisible();
    await page.getByLabel("Raio (km)").fill("51");
    await page.getByLabel("Latitude").focus();
    await expect(page.getByText("O raio vai de 1 a 50 km.")).toBeVisible();
    await page.getByLabel("Raio (km)").fill("5");
    await search.click();

    await expect(
      page.getByText("Busca de leads iniciada com sucesso!", { exact: false }),
    ).toBeVisible();
    await expect(page.getByLabel("O que você procura")).toHaveValue("");
    await expect(page.getByLabel("Latitude")).toHaveValue("");
    await expect(page.getByLabel("Buscar localização")).toHaveValue("");
    await expect(address).toBeHidden();
    // Where the form is above the results, it folds to show them.
    const fold = page.getByRole("region", { name: "Busca feita" });
    const query = page.getByLabel("O que você procura");
    await expect(fold).toBeVisible({ visible: onPhone(page) });
    await expect(query).toBeVisible({ visible: !onPhone(page) });
    const recent = page.getByRole("region", { name: "Buscas recentes" });
    await expect(recent.getByText("Concluída")).toBeVisible({ timeout: 40_000 });
    await expect(recent.getByText(/Raio de 5 km · .*Rua Tiradentes/)).toBeVisible();
    await expect(recent.getByText(/Sem lead: .*\d+ sem telefone nem e-mail/)).toBeVisible();
    await expect(map.locator(".search-map-created").first()).toBeAttached();
    await expect(map.locator(".search-map-circle")).toBeAttached();

    const results = page.getByRole("region", { name: "Negócios encontrados" });
    await expect(results).toContainText(/\d+ negócios · \d+ leads novos/);
    const lead = results.getByRole("link", { name: /^Ver lead / }).first();
    await expect(lead).toHaveAttribute("href", /\/leads\?lead=\d+/);
    const place = results.getByRole("listitem").first().getByRole("button");
    await place.focus();
    await expect(map.locator(".search-map-pointed")).toBeAttached();
    await place.press("Enter");
    const popup = map.locator(".leaflet-popup");
    await expect(popup).toContainText((await place.textContent()) ?? "");
    await expect(popup.getByRole("link", { name: "Ver lead" })).toHaveAttribute(
      "href",
      /\/leads\?lead=\d+/,
    );
    await expectAccessible(page);

    await recent.getByRole("link", { name: "Repetir a busca padaria" }).click();
    await expect(page.getByLabel("O que você procura")).toHaveValue("padaria");
    await expect(page.getByLabel("Latitude")).toHaveValue(/^-22\.\d{6}$/);
    await expect(page).toHaveURL(/busca-google-maps$/);
    await expect(search).toBeEnabled();

    // The new one is shown, and the one before can be chosen.
    await page.getByLabel("Raio (km)").fill("1");
    await search.click();
    if (onPhone(page)) {
      await expect(fold.getByRole("button", { name: "Alterar busca" })).toBeFocused();
    }
    const shown = results.getByLabel("Busca mostrada no mapa");
    await expect(shown.getByRole("option")).toHaveCount(2);
    await expect(results).toContainText(/\d+ negócios? · 0 leads novos/, { timeout: 40_000 });
    await shown.selectOption({ index: 1 });
    await expect(results).toContainText(/\d+ negócios · [1-9]\d* leads novos/);

    // It comes back with what was asked.
    if (onPhone(page)) {
      await expect(fold).toContainText(/^padaria · 5 km · .*Rua Tiradentes/);
      await fold.getByRole("button", { name: "Alterar busca" }).press("Enter");
      await expect(query).toBeFocused();
      await expect(query).toHaveValue("padaria");
    }

    await page.goto("/credits");
    const history = page.getByRole("region", { name: "Histórico de uso" });
    await expect(history.getByText("Lead criado pela busca no mapa").first()).toBeVisible();
    await history.getByText("Ver em tabela").click();
    await expect(history.getByRole("columnheader", { name: "Créditos usados" })).toBeVisible();
    await history.getByLabel("Período").selectOption("30");
    await expect(history.getByRole("row")).toHaveCount(31);
  },
);

test("clicking the map chooses the point; more than the balance is refused before it is sent", async ({
  page,
}) => {
  await page.goto("/busca-google-maps");
  const map = page.locator(".search-map");
  await expect(map.locator(".leaflet-tile-loaded").first()).toBeVisible();
  await map.click({ position: { x: 120, y: 120 } });
  await expect(map.getByText("Você selecionou este ponto")).toBeVisible();
  await expect(page.getByLabel("Latitude")).toHaveValue(/^-23\.\d{6}$/);
  // Two of the three left are set aside by a search under way.
  let left = { remaining_credits: 3, credits_used: 17, reserved_credits: 2 };
  await page.route("**/api/credits/status", async (route) => {
    const response = await route.fetch();
    const status = { ...(await response.json()), ...left };
    await route.fulfill({ response, json: status });
  });
  await page.reload();
  await expect(page.getByText("3 de 20 créditos restantes hoje")).toBeVisible();
  await expect(page.getByText("Seus créditos de hoje estão acabando")).toBeVisible();
  await expect(map.locator(".leaflet-tile-loaded").first()).toBeVisible();
  await map.click({ position: { x: 120, y: 120 } });
  await page.getByLabel("O que você procura").fill("padaria");
  const search = page.getByRole("button", { name: "Buscar negócios" });
  await search.click();
  await expect(
    page.getByText("Você precisa de 2 créditos para esta busca. Créditos disponíveis: 1"),
  ).toBeVisible();

  left = { remaining_credits: 0, credits_used: 20, reserved_credits: 0 };
  await page.reload();
  await expect(page.getByText("Seus créditos de hoje acabaram")).toBeVisible();
  await expect(page.getByLabel("O que você procura")).toHaveValue("padaria");
  await expect(page.getByLabel("Latitude")).toHaveValue(/^-23\.\d{6}$/);
  await expect(search).toBeDisabled();
});

test("a half-filled search is still there after Back and a reload, until it is started", async ({
  page,
}) => {
  await page.goto("/busca-google-maps");
  await expect(page.locator(".leaflet-tile-loaded").first()).toBeVisible();
  await page.getByLabel("O que você procura").fill("padaria");
  await page.getByLabel("Raio (km)").fill("3");
  await page.getByLabel("Buscar localização").fill("Rua Tiradentes, Campinas");
  await page.getByLabel("Buscar localização").press("Enter");
  const address = page.getByRole("region", { name: "Endereço encontrado" });
  await expect(address).toContainText("Rua Tiradentes");
  await page.getByLabel("Buscar localização").fill("Rua Tira");
  await page.reload();
  await expect(page.getByLabel("O que você procura")).toHaveValue("padaria");
  await expect(page.getByLabel("Raio (km)")).toHaveValue("3");
  await expect(page.getByLabel("Latitude")).toHaveValue(/^-22\.\d{6}$/);
  await expect(page.getByLabel("Buscar localização")).toHaveValue("Rua Tira");
  await expect(address).toContainText("Rua Tiradentes");

  await page.goto("/prospect");
  await page.getByLabel("O que você procura").fill("dentista");
  await page.getByLabel("Estado").selectOption({ label: "São Paulo" });
  await page.getByLabel("Página final").fill("2");
  await page.goto("/leads");
  await page.goBack();
  await expect(page.getByLabel("O que você procura")).toHaveValue("dentista");
  await expect(page.getByLabel("Estado")).toHaveValue("SP");
  await expect(page.getByLabel("Página final")).toHaveValue("2");

  await page.goto("/busca-google-maps");
  await page.getByRole("button", { name: "Buscar negócios" }).click();
  await expect(page.getByText("Busca de leads iniciada com sucesso!")).toBeVisible();
  await page.reload();
  await expect(page.locator(".search-map")).toBeVisible();
  await expect(page.getByLabel("O que você procura")).toHaveValue("");
  await expect(page.getByLabel("Raio (km)")).toHaveValue("5");
});

test.describe("the device's own place", () => {
  test("is used when the browser allows it, and said to be unknown when not", async ({
    page,
    context,
  }) => {
    await page.goto("/busca-google-maps");
    await page.getByRole("button", { name: "Usar minha localização" }).click();
    await expect(page.getByText("O navegador não permite saber sua localização.")).toBeVisible();
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: -30.0331, longitude: -51.23 });
    await page.getByRole("button", { name: "Usar minha localização" }).click();
    await expect(page.getByLabel("Latitude")).toHaveValue("-30.033100");
    await expect(page.locator(".search-map").getByText("Você selecionou este ponto")).toBeVisible();
  });
});

test.describe("what may go wrong", () => {
  test.use({ expectedStatuses: [402, 500, 503] });

  test("each failure has its text", JOURNEY, async ({ page, account }) => {
    await page.goto("/busca-google-maps");
    await expect(page.locator(".leaflet-tile-loaded").first()).toBeVisible();
    await page.getByLabel("O que você procura").fill("padaria");
    await page.getByText("Coordenadas", { exact: true }).click();
    await page.getByLabel("Latitude").fill("-22.9");
    await page.getByLabel("Longitude").fill("-47.06");
    const answers: [number, unknown, string][] = [
      [402, refusal("insufficient_credits"), NO_CREDITS],
      [500, refusal("internal"), "Erro ao buscar negócios. Tente novamente."],
      [202, {}, "Resposta inesperada do servidor. Tente novamente."],
    ];
    for (const [status, json, text] of answers) {
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**/api/google-maps-search", async (route) => {
        await answered;
        await route.fulfill({ status, json });
      });
      await page.getByRole("button", { name: "Buscar negócios" }).click();
      await expect(page.getByRole("button", { name: "Buscando...", exact: true })).toBeDisabled();
      answer();
      await expect(page.getByText(text)).toBeVisible();
      await page.unroute("**/api/google-maps-search");
    }
    await page.route("**/api/geocode", (route) =>
      route.fulfill({ status: 402, json: refusal("insufficient_credits") }),
    );
    await page.getByLabel("Buscar localização").fill("Campinas");
    await page.getByRole("button", { name: "Localizar" }).click();
    const location = page.getByRole("form", { name: "Localização" });
    await expect(location.getByText(NO_CREDITS)).toBeVisible();
    await page.unroute("**/api/geocode");
    await fetch(`${SANDBOX_URL}/control/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        target: "nominatim",
        // This account's question alone: others ask at the same time.
        path: account.email.split("@")[0],
        kind: "status",
        status: 503,
        times: 1,
      }),
    });
    await page.getByLabel("Buscar localização").fill(`Campinas ${account.email}`);
    await page.getByRole("button", { name: "Localizar" }).click();
    await expect(page.getByText("Erro ao buscar localização")).toBeVisible();
  });
});

test("credits: the day, the plan, an empty history", WIDE_JOURNEY, async ({ page }) => {
  await page.goto("/credits");
  await expect(page.getByRole("region", { name: "Créditos" })).toContainText("20");
  const day = page.getByRole("region", { name: "Uso do dia" });
  await expect(day).toContainText("0%");
  await expect(day).toContainText(/\d+h \d+min/);
  await expect(day).toContainText("20 créditos por dia");
  await expect(page.getByText("Nenhum uso de crédito registrado")).toBeVisible();
  const upgrade = page.getByRole("region", { name: "Upgrade" });
  await expect(upgrade).toContainText("200 créditos diários");
  await expect(upgrade).toContainText("10x mais");
  await expect(upgrade).toContainText("Suporte prioritário");
  await expect(upgrade).toContainText("Recursos avançados");
  await expect(upgrade.getByRole("link", { name: "Ver planos PRO" })).toHaveAttribute(
    "href",
    "/subscription",
  );
  await expect(page.getByLabel("Período").locator("option")).toHaveText([
    "7 dias",
    "14 dias",
    "30 dias",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
});

/** Whether a circle is drawn all inside the map, and large enough to be seen. */
async function isInside(circle: Locator, map: Locator) {
  const [inner, outer] = [await circle.boundingBox(), await map.boundingBox()];
  if (!inner || !outer || inner.height < 60) return false;
  return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

function refusal(code: string) {
  return { error: "…", code };
}
