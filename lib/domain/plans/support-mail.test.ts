import { expect, test } from "vitest";
import { buildSupportMail, getSupportLabel } from "./support-mail";

const account = { id: 12, name: "Ana & Irmãs", email: "ana+1@empresa.example" };

test("a mail to support names account and plan, and PRO's subject says so", () => {
  const url = new URL(buildSupportMail("ajuda@garimpo.example", { ...account, plan: "pro" }));
  expect(url.protocol + url.pathname).toBe("mailto:ajuda@garimpo.example");
  expect(url.searchParams.get("subject")).toBe("[PRO] Suporte prioritário: conta 12");
  expect(url.searchParams.get("body")).toContain("Conta: 12, Ana & Irmãs <ana+1@empresa.example>");
  expect(url.searchParams.get("body")).toContain("Plano: PRO");
  expect(getSupportLabel("paid")).toBe("Suporte prioritário");
});

test("a free account's mail is not marked", () => {
  const url = new URL(buildSupportMail("ajuda@garimpo.example", { ...account, plan: "free" }));
  expect(url.searchParams.get("subject")).toBe("Ajuda com o Garimpo: conta 12");
  expect(url.searchParams.get("body")).toContain("Plano: Gratuito");
  expect(getSupportLabel("free")).toBe("Ajuda por e-mail");
});
