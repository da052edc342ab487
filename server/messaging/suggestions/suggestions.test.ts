import { describe, expect, it, test } from "vitest";
import { unknownVariables } from "@/lib/domain/campaigns/template-variables";
import { writeCampaignTemplates } from "./campaign-templates.rule";
import { type Intent, readIntent } from "./intent.rule";
import { writeNoteTemplate } from "./note-template.rule";
import { keepHarmless, keepHarmlessVariants } from "./suggestion-guard.rule";
import { writeTemplates } from "./templates.rule";

test.each<[string[], Intent]>([
  [[], "silence"],
  [["SAIR"], "opt_out"],
  [["Por favor não me mandem mais mensagens"], "opt_out"],
  [["Não me mande mais boletos"], "opt_out"],
  [["Agora não, obrigado"], "no_interest"],
  [["No momento já temos fornecedor"], "no_interest"],
  [["Quanto custa?"], "price"],
  [["Oi", "Qual o valor?"], "price"],
  [["Podemos marcar uma reunião?"], "meeting"],
  [["Tenho interesse sim"], "interest"],
  [["Como funciona?"], "question"],
  [["Boa tarde"], "greeting"],
  [["Recebi aqui."], "other"],
  [[""], "other"],
  // Thanks after the request leave it standing, the one word VOLTAR takes it back.
  [["Quanto custa?", "SAIR", "Obrigado"], "opt_out"],
  [["Não me mande mais boletos", "ok"], "opt_out"],
  [["SAIR", "voltar"], "other"],
  [["voltar", "SAIR"], "opt_out"],
])("%j is read as %s", (texts, intent) => {
  expect(readIntent(texts)).toBe(intent);
});

describe("our own texts", () => {
  it("are three for every intent but an opt-out, with the name where it is known", () => {
    const intents: Intent[] = [
      ...(["no_interest", "price", "meeting", "question"] as const),
      ...(["interest", "greeting", "silence", "other"] as const),
    ];
    for (const intent of intents) {
      const named = writeTemplates(intent, "Ana");
      expect(named).toHaveLength(3);
      expect(new Set(named.map(({ tone }) => tone)).size).toBe(3);
      expect(named.every(({ message }) => message.includes(", Ana"))).toBe(true);
      for (const { message } of writeTemplates(intent, null))
        expect(message).not.toMatch(/[{}]|, ,/);
    }
    expect(writeTemplates("opt_out", "Ana")).toEqual([]);
  });
});

describe("what a model says", () => {
  const say = (message: string, own = "") => keepHarmless([{ message, tone: "Gentil" }], own);

  test.each([
    "Clique em https://golpe.example/pix",
    "Acesse www.golpe.example agora",
    "Veja em golpe.com.br",
    "Escreva para dono@golpe.example",
    "Custa R$ 1.500,00 por mês",
    "Ligue para 11 98888-7777",
    "Meu pix é 11988887777",
    "Meu pix é 11 98 88 87 77 7",
    "Meu pix é １１９８８８８",
    "Custa R$ 50",
    "Veja golpe.shop",
    "Veja golpe.xyz/a",
    "Me chame em t.me/x",
    "Veja гольпе.рф",
    "Veja golpe.рф/a",
    "Veja xn--c1adkgb.xn--p1ai",
    "Veja golpe。com",
    "Veja gol\u200bpe.co\u00adm",
    "Escreva para жулик@почта.рф",
    "Ligue para 11 9 8888 - 7777",
    "Ligue para 1 1 – 9 8 _ 8 8 * 7 7",
    "Ligue para 11 • 98 • 88",
    "Ligue para 11 e 98 e 88 e 87 e 77",
    "Ligue para 1️⃣1️⃣ 9️⃣8️⃣8️⃣8️⃣",
    "Ligue para ¹¹ ⁹⁸⁸",
    "Ligue para onze nove oito oito oito oito sete sete",
    "Ligue para onze, nove, oito, meia, quatro, dois, três",
    "Veja golpe[.]com",
    "Veja golpe (ponto) com",
    "Veja golpe ponto com ponto br",
    "Escreva para dono[at]golpe.example",
    "Siga @golpe.oficial",
    "Custa U$ 50",
    "Custa US$ 50",
    "Custa € 50",
    "Custa 50 reais",
    "Custa 50 conto",
    "Custa 2 mil",
    "Com 10% de desconto",
    "Custa cinquenta reais",
    "Custa mil e duzentos reais",
    "",
    "a".repeat(601),
  ])("is left out when it holds what nobody told it: %s", (message) => {
    expect(say(message)).toEqual([]);
  });

  it("is kept when the person's own texts hold it, and cut to three", () => {
    expect(say("O plano custa R$ 97 por mês.", "Planos de R$ 97")).toHaveLength(1);
    expect(say("Nosso site é padaria.com.br", "https://padaria.com.br/contato")).toHaveLength(1);
    expect(say("Fazemos em 2 dias")).toHaveLength(1);
    expect(say("Esse é um ponto importante (e o principal). Ponto. Combinamos?")).toHaveLength(1);
    expect(say("Custa 50 reais e 10% menos à vista", "50 reais, 10% à vista")).toHaveLength(1);
    expect(say("Siga @padaria", "Instagram: @Padaria")).toHaveLength(1);
    expect(say("De 10 a 15 pessoas, entre 2 e 3 dias, das 9 às 18.")).toHaveLength(1);
    expect(say("Olá, Ana. Tudo bem? Posso ligar às 14h ou às 16h?")).toHaveLength(1);
    expect(say("Uma, duas ou três unidades, tanto faz.")).toHaveLength(1);
    expect(say("O plano custa R$ 97.", "R$ 97; 3 dias de teste")).toHaveLength(1);
    expect(say("Custa cinquenta reais", "O plano custa cinquenta reais")).toHaveLength(1);
    expect(say("Veja padaria.рф", "Nosso site é ПАДАРИЯ e Padaria.рф")).toHaveLength(1);
    const many = Array.from({ length: 5 }, () => ({ message: " Oi! ", tone: " Gentil " }));
    expect(keepHarmless(many, "")).toEqual(
      Array.from({ length: 3 }, () => ({ message: "Oi!", tone: "Gentil" })),
    );
  });
});

describe("a campaign's texts", () => {
  test.each([
    "Olá, {{senha}}!",
    "Olá, {{nome}}, {{empresa",
    "Olá, nome}}!",
    "Veja {{empresa}}.com.br",
    "Veja https://{{site}}",
    "Só hoje por R$ 49,90, {{nome}}",
    " ",
  ])("are left out with what nobody told the model: %s", (text) => {
    expect(keepHarmlessVariants([text], "")).toEqual([]);
  });

  it("are kept with variables and figures that exist, once each, and cut to three", () => {
    expect(keepHarmlessVariants(["{{ nome }}: R$ 49,90"], "por R$ 49,90")).toHaveLength(1);
    expect(keepHarmlessVariants(["{{cargo|você}}", "{{firma}}"], "", ["cargo"])).toEqual([
      "{{cargo|você}}",
    ]);
    expect(keepHarmlessVariants(["a", " a ", "b", "c", "d"], "")).toEqual(["a", "b", "c"]);
  });

  test.each([null, "", "Padaria Boa Massa", "{{senha}}", "a".repeat(200)])(
    "of ours are three that differ, whatever the business is called: %s",
    (business) => {
      const texts = writeCampaignTemplates(business);
      expect(new Set(texts).size).toBe(3);
      expect(texts.flatMap((text) => unknownVariables(text))).toEqual([]);
      expect(texts.every((text) => text.length <= 600)).toBe(true);
    },
  );
});

describe("our own note on a lead", () => {
  const lead = { cnae: "Padaria", city: "Santos", state: "SP" };

  it("says what is known, and what the latest words call for", () => {
    expect(writeNoteTemplate(lead, "Ana", "price")).toBe(
      "Atividade: Padaria. Fica em Santos/SP. Fale com Ana. Perguntou o preço: entenda a necessidade antes de passar um valor.",
    );
    expect(writeNoteTemplate({ cnae: null, city: null, state: null }, null, "silence")).toBe(
      "Pergunte quem decide sobre o assunto. Ainda não respondeu: comece com uma mensagem curta e uma pergunta.",
    );
  });

  it("of somebody who asked for no more messages says only not to write", () => {
    expect(writeNoteTemplate(lead, "Ana", "opt_out")).toMatch(/SP\. Pediu .* não escreva mais\.$/);
  });
});
