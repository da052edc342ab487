import { expect, test } from "vitest";
import { isWebAddress } from "./web-address";

test.each([
  "padaria.com.br",
  "www.padaria.com.br/contato?x=1#y",
  "HTTPS://Padaria.com.br",
  "http://padaria.com.br:8080/",
  "padaria-do-ze.example",
  "instagram.com/padaria",
  "pão.com.br",
  " padaria.com.br ",
])("%s is an address", (text) => expect(isWebAddress(text)).toBe(true));

test.each([
  "isso não é um site",
  "padaria",
  "não tem",
  "-",
  "n/a",
  "localhost",
  "192.168.0.1",
  "javascript:alert(1)",
  "ftp://padaria.com.br",
  "contato@padaria.com.br",
  "padaria..com.br",
  "padaria.c",
  "http://",
  "padaria.com.br outra",
  "",
  `${"a.".repeat(5_000)}com`,
])("%j is none", (text) => expect(isWebAddress(text)).toBe(false));
