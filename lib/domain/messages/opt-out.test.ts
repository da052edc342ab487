import fc from "fast-check";
import { expect, it } from "vitest";
import { isOptOut } from "./opt-out";

it.each([
  ...["SAIR", "sair", " Sair. ", "*SAIR*", "sair!!!", "PARAR", "Parar"],
  ...["Cancelar", "STOP", "stop 🛑", "não quero", "NÃO QUERO!", "nao quero", "Não  quero."],
  ...["na\u0303o quero", "não\nquero", "“sair”"],
])("%j asks to be left alone", (answer) => {
  expect(isOptOut(answer)).toBe(true);
});

it.each([
  ...[
    "Não quero mais",
    "não quero mais receber mensagens",
    "nao quero receber msg",
    "n quero mais msgs",
  ],
  ...["Não quero receber nada, obrigada", "não quero mais contato", "Bom dia, não quero!"],
  ...[
    "para de mandar mensagem",
    "Pare de me mandar mensagens!",
    "parem de enviar isso",
    "PARA COM ISSO",
  ],
  ...["para de me encher", "pode parar de mandar mensagem por favor", "Parar de receber mensagens"],
  ...[
    "me tira da lista",
    "Me tire dessa lista por favor",
    "tira meu número da lista",
    "retire meu contato",
  ],
  ...["remover meu número", "me remove daí", "quero sair da lista", "quero sair", "sair da lista"],
  ...["remova meu número da sua base", "exclua meu cadastro", "me descadastre", "descadastrar"],
  ...[
    "não me mande mais mensagens",
    "não mande mais nada",
    "nao me chame mais",
    "não envie mais isso",
  ],
  ...[
    "quero parar de receber mensagens",
    "cancelar inscrição",
    "chega de mensagem",
    "saiiir",
    "paraaar",
  ],
  // With a letter wrong.
  ...[
    "não qero mais",
    "para de mandar mesagem",
    "me tira da lsita",
    "cancelr",
    "nao quero mais mensgem",
  ],
])("%j asks for no more messages", (answer) => {
  expect(isOptOut(answer)).toBe(true);
});

it.each([
  ...[
    "quero parar de fumar",
    "quero sair da dívida",
    "não quero esse, quero o outro",
    "quero mais",
  ],
  ...["para que serve?", "para mim", "manda mensagem", "pode mandar mensagem", "me manda a lista"],
  ...[
    "tira uma dúvida?",
    "me tira uma dúvida",
    "tira foto da lista",
    "não quero parcelado",
    "quero receber",
  ],
  ...["quero cancelar o pedido", "cancelar o boleto", "não recebi mensagem", "não precisa", "nada"],
  ...[
    "para quando fica pronto?",
    "qual o numero da lista?",
    "não é isso",
    "sair que horas?",
    "parou",
  ],
  "não quero mais nada além do orçamento que pedi ontem, pode mandar por aqui mesmo até o fim do dia",
])("%j is about something else", (answer) => {
  expect(isOptOut(answer)).toBe(false);
});

it.each([
  ...["não me mande mais boletos", "quero sair para almoçar", "não quero perder essa chance"],
  ...[
    "saindo",
    "cancelar a compra de ontem?",
    "non-stop",
    "stop motion",
    "não",
    "quero",
    "s a i r",
  ],
  ...["pararam", "", "   ", "👍", "?"],
])("%j does not", (answer) => {
  expect(isOptOut(answer)).toBe(false);
});

it("matches the word in any case, with any punctuation around it", () => {
  const word = fc.constantFrom("sair", "parar", "cancelar", "stop", "não quero");
  const marks = fc.stringMatching(/^[ .,;:!?*_~"'()\n\t-]{0,5}$/);
  fc.assert(
    fc.property(
      word,
      marks,
      marks,
      fc.infiniteStream(fc.boolean()),
      (plain, before, after, ups) => {
        const shouted = [...plain]
          .map((letter) => (ups.next().value ? letter.toUpperCase() : letter))
          .join("");
        expect(isOptOut(`${before}${shouted}${after}`)).toBe(true);
      },
    ),
    { seed: 1 },
  );
});

it("does not match inside a longer sentence", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,10}$/), (other) => {
      expect(isOptOut(`${other} sair`)).toBe(false);
      expect(isOptOut(`sair ${other}`)).toBe(false);
      expect(isOptOut(`${other}sair`)).toBe(false);
    }),
    { seed: 1 },
  );
});
