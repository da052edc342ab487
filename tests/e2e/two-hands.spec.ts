import { findToken } from "./account";
import { insertLeads } from "./rows";
import { expect, test } from "./support";

test.use({ signedInAs: "new" });

test("a form saves what was changed in it, and nothing that others changed meanwhile", async ({
  page,
  account,
}) => {
  await insertLeads(account, [
    {
      name: "Padaria do Vale",
      website: "padaria.example",
      whatsapp: "5511987650001",
      address: "Rua das Flores, 10",
      obs: "Ligar à tarde",
    },
  ]);
  const headers = { authorization: await findToken(page, account) };
  const listed = await page.request.get("/api/leads", { headers });
  const { id } = ((await listed.json()) as { leads: { id: number }[] }).leads[0] ?? { id: 0 };
  await page.goto("/leads");
  await page.getByRole("button", { name: "Ações de Padaria do Vale" }).click();
  await page.getByRole("menuitem", { name: "Editar" }).click();
  const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
  await dialog.getByLabel("E-mail").fill("vendas@padaria.example");

  const elsewhere = { obs: "Prefere de manhã", status: "answered" };
  const changed = await page.request.put(`/api/leads/${id}`, { headers, data: elsewhere });
  expect(changed.status()).toBe(200);
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await expect(page.getByText("Lead atualizado com sucesso!")).toBeVisible();
  const kept = await page.request.get(`/api/leads/${id}`, { headers });
  expect(((await kept.json()) as { lead: object }).lead).toMatchObject({
    ...elsewhere,
    email: "vendas@padaria.example",
  });
});
