import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WhatsappText } from "@/components/shared/layout/whatsapp-text";

test.each([
  ["*bom* dia", "<strong>bom</strong> dia"],
  ["_Meu Nome_", "<em>Meu Nome</em>"],
  ["~10~ 9", "<s>10</s> 9"],
  ["_ Meu Nome_ e *caro *", "_ Meu Nome_ e *caro *"],
  ["2*3*4 e nome_do_arquivo", "2*3*4 e nome_do_arquivo"],
  ["* * e ** e __", "* * e ** e __"],
  ["*a*, _b_ e _ c", "<strong>a</strong>, <em>b</em> e _ c"],
])("%j is %s", (text, html) => {
  expect(renderToStaticMarkup(createElement(WhatsappText, { text }))).toBe(html);
});
