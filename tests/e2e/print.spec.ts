import { insertLeads } from "./rows";
import { expect, JOURNEY, test } from "./support";

test.use({ signedInAs: "new" });

test(
  "a table on paper has every row whole, and nothing to click",
  JOURNEY,
  async ({ page, account }) => {
    await insertLeads(
      account,
      Array.from({ length: 40 }, (_, at) => ({
        name: `Empresa com um nome comprido para caber em uma linha ${at + 1}`,
        whatsapp: `55119876500${String(at).padStart(2, "0")}`,
        website: "www.um-endereco-bem-comprido-de-empresa.example/contato",
      })),
    );
    await page.goto("/leads");
    await expect(page.getByRole("row")).toHaveCount(41);
    await page.emulateMedia({ media: "print" });
    // The width of a sheet between its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    const table = page.getByRole("table", { name: "Leads" });
    await expect(table.getByRole("row").last()).toContainText("Empresa com um nome");
    const { cut, scrolls, width } = await table.evaluate((element) => ({
      cut: [...element.querySelectorAll("td:not(.no-print), td:not(.no-print) *")].filter(
        (
          each, // What is for screen readers alone is a pixel wide.
        ) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1,
      ).length,
      scrolls: [...document.querySelectorAll("*")].filter(
        (each) =>
          each.getClientRects().length > 0 && /auto|scroll/.test(getComputedStyle(each).overflowY),
      ).length,
      width: element.getBoundingClientRect().right,
    }));
    expect({ cut, scrolls }).toEqual({ cut: 0, scrolls: 0 });
    expect(width).toBeLessThanOrEqual(718);
    // Names are buttons that open the lead; nothing else is left to click.
    await expect(page.getByRole("button", { name: /^Empresa/ })).toHaveCount(40);
    for (const name of ["Criar lead", "Filtros", /^Ações de/]) {
      await expect(page.getByRole("button", { name }).first()).toBeHidden();
    }
    await expect(page.getByRole("navigation", { name: "Paginação" })).toBeHidden();
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.byteLength).toBeGreaterThan(10_000);
  },
);
