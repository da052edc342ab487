import type { Locator, Page } from "@playwright/test";
import { insertElsewhere } from "./rows";
import { BOTH_WIDTHS, expect, expectAccessible, test, WIDE_JOURNEY } from "./support";

const openMap = async (page: Page) => {
  await page.goto("/busca-google-maps");
  const map = page.getByRole("region", { name: "Mapa" });
  await expect(map.locator(".leaflet-tile-loaded").first()).toBeVisible();
  return map;
};

/** The map flies to the circle: until it is there, a click is somewhere else. */
async function untilArrived(map: Locator): Promise<void> {
  let before = "";
  await expect
    .poll(
      async () => {
        const circle = await map.locator(".search-map-next").boundingBox();
        const surface = await map.locator(".search-map").boundingBox();
        const isLarge = (circle?.height ?? 0) > (surface?.height ?? 1) * 0.3;
        const isSame = JSON.stringify(circle) === before;
        before = JSON.stringify(circle);
        return isLarge && isSame;
      },
      { intervals: [300] },
    )
    .toBe(true);
}

const advanced = (page: Page) => page.getByRole("region", { name: "Busca avançada" });
const toggle = (page: Page) => advanced(page).getByRole("button", { name: /^Busca avançada/ });

test.describe("with PRO", () => {
  test.use({ signedInAs: "newPro" });

  test(
    "an area is drawn on the map, its last point taken back, and searched for several activities",
    WIDE_JOURNEY,
    async ({ page }) => {
      const map = await openMap(page);
      await page.getByLabel("O que você procura").fill("padaria");
      await page.getByLabel("Raio (km)").fill("4");
      await page.getByLabel("Buscar localização").fill("Rua Tiradentes, Campinas");
      await page.getByLabel("Buscar localização").press("Enter");
      await expect(map.getByText("Você selecionou este ponto")).toBeVisible();
      await untilArrived(map);

      await toggle(page).click();
      await expect(advanced(page).getByText("não tem avaliações")).toBeVisible();
      await advanced(page).getByRole("button", { name: "Desenhar no mapa" }).click();
      const bar = map.getByRole("group", { name: "Desenho da área" });
      await expect(bar).toContainText("Marque no mapa os cantos da área.");
      await expect(bar.getByRole("button", { name: "Concluir área" })).toBeDisabled();
      const surface = map.locator(".search-map");
      const box = await surface.boundingBox();
      if (!box) throw new Error("no map");
      const at = (x: number, y: number) => ({
        position: { x: box.width * x, y: box.height * y },
      });
      // Quicker than a screen is drawn.
      await surface.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const clientY = top + height * 0.15;
        for (const x of [0.25, 0.75]) {
          const clientX = left + width * x;
          element.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
        }
      });
      await expect(bar).toContainText("2 pontos marcados, faltam 1.");
      await surface.click(at(0.5, 0.4));
      await page.keyboard.press("Backspace");
      await expect(bar).toContainText("2 pontos marcados, faltam 1.");
      await surface.click(at(0.5, 0.4));
      await bar.getByRole("button", { name: "Desfazer ponto" }).click();
      await surface.click(at(0.75, 0.6));
      await expect(bar).toContainText("3 pontos marcados.");
      await page.getByRole("button", { name: "Buscar negócios" }).click();
      await expect(page.getByText("Conclua a área que está no mapa")).toBeVisible();
      await surface.dblclick(at(0.25, 0.6));
      await expect(bar).toBeHidden();
      await expect(advanced(page).getByText("de 4 pontos")).toBeVisible();
      await expect(map.locator("path.search-map-next")).toHaveCount(1);
      await expect(page.getByLabel("Raio (km)")).toHaveAttribute("readonly");
      await expect(page.getByLabel("Latitude")).toHaveValue(/^-22\.\d{6}$/);

      const terms = advanced(page).getByLabel("Outras atividades na mesma busca");
      await terms.fill("restaurante");
      await terms.press("Enter");
      await terms.fill("farmácia, ótica");
      await advanced(page).getByRole("button", { name: "Adicionar" }).click();
      await advanced(page).getByRole("button", { name: "Remover ótica" }).click();
      await advanced(page).getByLabel("Com telefone").check();
      await expectAccessible(page);

      // What is half filled in is still there after a reload.
      await page.reload();
      await expect(toggle(page)).toContainText(
        "também restaurante, farmácia · área desenhada · só com telefone",
      );
      await expect(map.locator("path.search-map-next")).toHaveCount(1);

      await page.getByRole("button", { name: "Buscar negócios" }).click();
      await expect(page.getByText("Busca de leads iniciada com sucesso!")).toBeVisible();
      const recent = page.getByRole("region", { name: "Buscas recentes" });
      await expect(recent.getByText("Concluída")).toBeVisible({ timeout: 40_000 });
      await expect(
        recent.getByText("também restaurante, farmácia · área desenhada · só com telefone"),
      ).toBeVisible();
      const results = page.getByRole("region", { name: "Negócios encontrados" });
      await expect(results).toContainText(/[1-9]\d* negócios? · [1-9]\d* leads? novos?/);
      await expect(map.locator("path.search-map-circle")).toHaveCount(1);

      await recent.getByRole("link", { name: "Repetir a busca padaria" }).click();
      await expect(toggle(page)).toContainText("também restaurante, farmácia · área desenhada");
      await toggle(page).click();
      await advanced(page).getByRole("button", { name: "Apagar área" }).click();
      await expect(page.getByLabel("Raio (km)")).not.toHaveAttribute("readonly");
    },
  );

  test(
    "an area is written without a pointer; what is no area is told",
    BOTH_WIDTHS,
    async ({ page }) => {
      const map = await openMap(page);
      await toggle(page).focus();
      await page.keyboard.press("Enter");
      await advanced(page).getByText("Escrever os pontos").click();
      const points = advanced(page).getByLabel("Pontos da área");
      const use = advanced(page).getByRole("button", { name: "Usar estes pontos" });
      await points.fill("aqui perto");
      await use.click();
      await expect(advanced(page).getByText("Escreva em cada linha latitude")).toBeVisible();
      await points.fill("-22; -47\n-24; -45");
      await use.click();
      await expect(advanced(page).getByText("A área é grande demais")).toBeVisible();
      await points.fill("-22,95; -47,11\n-22,86; -47,02");
      await use.click();
      await expect(advanced(page).getByText("de 4 pontos")).toBeVisible();
      await expect(map.locator("path.search-map-next")).toHaveCount(1);
      await expect(page.getByText("Pela área")).toBeVisible();
      await advanced(page).getByLabel("Sem site próprio").check();
      await page.getByLabel("O que você procura").fill("padaria");
      await page.getByRole("button", { name: "Buscar negócios" }).click();
      const recent = page.getByRole("region", { name: "Buscas recentes" });
      await expect(recent.getByText("Concluída")).toBeVisible({ timeout: 40_000 });
      await expect(recent.getByText("área desenhada · só sem site")).toBeVisible();
    },
  );
});

test.describe("without PRO", () => {
  test.use({ signedInAs: "new" });

  test(
    "the advanced search says that it is PRO, and where to get it",
    BOTH_WIDTHS,
    async ({ page }) => {
      await openMap(page);
      await toggle(page).click();
      await expect(page.getByText("Recurso PRO: Busca avançada")).toBeVisible();
      await expect(advanced(page).getByText("Área desenhada", { exact: true })).toBeHidden();
      await page.getByRole("button", { name: "Ver planos PRO" }).click();
      await expect(page).toHaveURL(/subscription/);
    },
  );

  test(
    "companies of other towns stand apart, and one is included for a credit",
    BOTH_WIDTHS,
    async ({ page, account }) => {
      await insertElsewhere(account, ["Padaria do Porto", "Panificadora Praia"]);
      await page.goto("/prospect");
      await expect(page.getByLabel("Incluir empresas de outras cidades")).not.toBeChecked();
      const recent = page.getByRole("region", { name: "Buscas recentes" });
      await recent.getByText("2 empresas em outras cidades, sem gastar crédito").click();
      const apart = recent.getByRole("list", { name: "Empresas em outras cidades" });
      await expect(apart.getByRole("listitem")).toHaveCount(2);
      await expect(apart.getByText("mas o endereço no site é de Santos - SP.")).toHaveCount(2);
      await expectAccessible(page);
      await apart.getByRole("button", { name: "Incluir Padaria do Porto" }).click();
      await expect(page.getByText("Padaria do Porto é um lead da lista.")).toBeVisible();
      await expect(apart.getByRole("listitem")).toHaveCount(1);
      await expect(recent.getByText("1 lead novo", { exact: true })).toBeVisible();
      await expect(
        recent.getByText("1 empresa em outras cidades, sem gastar crédito"),
      ).toBeVisible();
      await recent.getByRole("link", { name: "Ver leads" }).click();
      await expect(page.getByText("Padaria do Porto").first()).toBeVisible();
    },
  );

  test(
    "all companies of other towns are included after a question",
    BOTH_WIDTHS,
    async ({ page, account }) => {
      await insertElsewhere(account, ["Padaria do Porto", "Panificadora Praia"]);
      await page.goto("/prospect");
      const recent = page.getByRole("region", { name: "Buscas recentes" });
      await recent.getByText("2 empresas em outras cidades, sem gastar crédito").click();
      await recent.getByRole("button", { name: "Incluir todas" }).click();
      const question = page.getByRole("alertdialog", { name: /^Incluir todas\?/ });
      await expect(question).toContainText("Até 2 créditos");
      await question.getByRole("button", { name: "Sim" }).click();
      await expect(page.getByText("2 leads novos.")).toBeVisible();
      await expect(recent.getByText("em outras cidades, sem gastar crédito")).toBeHidden();
      await expect(recent.getByText("2 leads novos", { exact: true })).toBeVisible();
    },
  );
});
