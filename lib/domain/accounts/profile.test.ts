import { describe, expect, test } from "vitest";
import { profileFieldProblem } from "./profile";

const lengths = { min: 2, max: 10 };

describe("profileFieldProblem", () => {
  test.each([
    ["name", "A", "Nome deve ter pelo menos 2 caracteres"],
    ["name", "  A  ", "Nome deve ter pelo menos 2 caracteres"],
    ["name", "Ana Maria Souza", "Nome deve ter no máximo 10 caracteres"],
    ["name", "山田太郎", null],
    ["business_name", "Padaria Central", "Campo deve ter no máximo 10 caracteres"],
    ["business_name", "", null],
  ] as const)("%s %j: %j", (field, value, problem) => {
    expect(profileFieldProblem(field, value, lengths)).toBe(problem);
  });

  test.each([
    "empresa.com.br",
    "https://empresa.com.br/sobre?a=1",
    "http://sub.empresa.com",
    "ação.com.br",
    "",
  ])("%j is a site", (value) => {
    expect(profileFieldProblem("website", value, { min: 0, max: 200 })).toBeNull();
  });

  test.each([
    "empresa",
    "javascript:alert(1)",
    "ftp://empresa.com",
    "https://ana:senha@empresa.com",
    "empresa .com",
    "https://",
    "http://.com",
  ])("%j is none", (value) => {
    expect(profileFieldProblem("website", value, { min: 0, max: 200 })).toBe("URL inválida");
  });
});
