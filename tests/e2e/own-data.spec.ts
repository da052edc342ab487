import { readFile } from "node:fs/promises";
import yauzl from "yauzl";
import { mailedLink } from "./mailbox";
import { makeDeletionDue } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  PHONE_JOURNEY,
  registerByForm,
  test,
  WIDE_JOURNEY,
} from "./support";

test.describe("the account's own data", () => {
  // A wrong password, what a leaving account may not change, and the session of one that is gone.
  test.use({ signedInAs: "new", expectedStatuses: [400, 401, 409] });

  test(
    "a copy is asked for, made, mailed and downloaded",
    WIDE_JOURNEY,
    async ({ page, account }) => {
      await page.goto("/profile/meus-dados");
      const card = page.getByRole("region", { name: "Cópia dos seus dados" });
      await card.getByRole("button", { name: "Pedir uma cópia" }).click();
      const dialog = page.getByRole("dialog", { name: "Pedir uma cópia dos seus dados" });
      await dialog.getByLabel("Senha atual").fill("outra senha");
      await dialog.getByRole("button", { name: "Pedir a cópia" }).click();
      await expect(dialog.getByText("Senha atual incorreta.")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByLabel("Senha atual").fill(account.password);
      await dialog.getByRole("button", { name: "Pedir a cópia" }).click();
      await expect(dialog).toBeHidden();
      await expect(card.getByRole("button", { name: "Pedir uma cópia" })).toBeDisabled();
      await expect(card.getByText(/Um arquivo por dia: o próximo, a partir de/)).toBeVisible();
      const link = card.getByRole("link", { name: "Baixar" });
      await expect(link).toBeVisible();
      await expect(card.getByText(/ · disponível até /)).toBeVisible();
      await expectAccessible(page);
      const started = page.waitForEvent("download");
      await link.click();
      const download = await started;
      expect(download.suggestedFilename()).toMatch(/^garimpo-meus-dados-\d{4}-\d\d-\d\d\.zip$/);
      const zip = await yauzl.fromBufferPromise(await readFile(await download.path()));
      const names: string[] = [];
      for await (const entry of zip.eachEntry()) names.push(entry.fileName);
      expect(names).toEqual(
        expect.arrayContaining(["LEIA-ME.txt", "planilhas/leads.csv", "dados/leads.jsonl"]),
      );
      expect(await mailedLink(page, account.email)).toMatch(/\/profile\/meus-dados$/);
      await page.goto("/profile/historico");
      await expect(page.getByText("Cópia de todos os dados pedida")).toBeVisible();
    },
  );

  test(
    "a deletion is asked for, told on every screen and taken back",
    WIDE_JOURNEY,
    async ({ page, account }) => {
      await page.goto("/profile/meus-dados");
      const card = page.getByRole("region", { name: "Excluir a conta" });
      await expect(card.getByText("O que fica", { exact: true })).toBeVisible();
      await expect(card.getByText(/Uma conta desativada pelo administrador/)).toBeVisible();
      await card.getByRole("button", { name: "Excluir a conta…" }).click();
      const dialog = page.getByRole("dialog", { name: "Excluir a conta?" });
      const confirm = dialog.getByRole("button", { name: "Excluir a conta" });
      await dialog.getByLabel("Senha atual").fill(account.password);
      await expect(confirm).toBeDisabled();
      await dialog.getByLabel("Digite EXCLUIR para confirmar").fill("EXCLUIR");
      await expectAccessible(page);
      await confirm.click();
      await expect(dialog).toBeHidden();
      await expect(card.getByRole("button", { name: "Desfazer a exclusão" })).toBeVisible();
      const banner = page.getByText(/^Esta conta será excluída em .* · Desfazer$/);
      await expect(banner).toBeVisible();
      await expectAccessible(page);
      await page.goto("/my-lists");
      await expect(banner).toBeVisible();
      expect(await mailedLink(page, account.email)).toMatch(/\/profile\/meus-dados$/);

      // It may read, and change nothing.
      await page.goto("/profile");
      await page.getByRole("button", { name: "Editar", exact: true }).click();
      await page.getByLabel("Nome completo").fill("Outro Nome");
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.getByText(/^Esta conta espera a exclusão/).first()).toBeVisible();

      await banner.getByRole("button", { name: "Desfazer" }).click();
      await expect(page.getByText(/^Exclusão desfeita: a conta continua\./)).toBeVisible();
      await expect(banner).toBeHidden();
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.getByText("Perfil atualizado com sucesso!").first()).toBeVisible();
    },
  );

  test("after seven days the account is gone, and its e-mail is free", async ({
    page,
    account,
  }) => {
    await page.goto("/profile/meus-dados");
    await page.getByRole("button", { name: "Excluir a conta…" }).click();
    const dialog = page.getByRole("dialog", { name: "Excluir a conta?" });
    await dialog.getByLabel("Senha atual").fill(account.password);
    await dialog.getByLabel("Digite EXCLUIR para confirmar").fill("excluir");
    await dialog.getByRole("button", { name: "Excluir a conta" }).click();
    await expect(page.getByRole("button", { name: "Desfazer a exclusão" })).toBeVisible();
    await makeDeletionDue(account.email);
    await expect(async () => {
      const answer = await page.request.post("/api/auth", {
        data: { email: account.email, password: account.password },
      });
      expect(answer.status()).toBe(401);
    }).toPass();
    await page.goto("/dashboard");
    await expect(page.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
    await registerByForm(page, account);
  });
});

test(
  "what is kept, who receives it and how to ask stands on a page for everybody",
  PHONE_JOURNEY,
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Privacidade" }).click();
    await expect(page.getByRole("heading", { name: "Privacidade" })).toBeVisible();
    const kept = page.getByRole("region", { name: "O que é guardado, e por quanto tempo" });
    const media = kept.getByRole("row", { name: /Fotos, áudios e documentos das conversas/ });
    await expect(media).toContainText("12 meses");
    const recipients = page.getByRole("region", { name: "Quem recebe" });
    await expect(recipients.getByText(/^WhatsApp \(Meta\)/)).toBeVisible();
    // Nothing that is not configured.
    await expect(recipients.getByText("OpenAI")).toBeHidden();
    await expectAccessible(page);
  },
);

test.describe("the administrator", () => {
  test.use({ signedInAs: "admin" });

  test("sees what is kept and what was deleted of it", BOTH_WIDTHS, async ({ page }) => {
    await page.goto("/admin/filas");
    const list = page.getByRole("list", { name: "O que é guardado" });
    await expect(
      list.getByRole("listitem").filter({ hasText: "Sessões, depois que vencem" }),
    ).toContainText(/30 dias.*(apagados|Ainda não rodou)/);
    await expectAccessible(page);
    await page.goto("/profile/meus-dados");
    await expect(page.getByText("A conta do administrador não pode ser excluída")).toBeVisible();
  });
});
