import fc from "fast-check";
import { expect, it } from "vitest";
import { readAnswer } from "@/lib/domain/answers/read-answer";
import { asksErasure, classifyReply, readRequest } from "./opt-out";

const isOptOut = (text: string) => classifyReply(text) === "opt_out";

it.each([
  "SAIR",
  "sair",
  " Sair. ",
  "*SAIR*",
  "sair!!!",
  "PARAR",
  "Parar",
  "Cancelar",
  "STOP",
  "stop 🛑",
  "não quero",
  "NÃO QUERO!",
  "nao quero",
  "Não  quero.",
  "na\u0303o quero",
  "não\nquero",
  "“sair”",
])("%j asks to be left alone", (answer) => {
  expect(isOptOut(answer)).toBe(true);
});

it.each([
  "Não quero mais",
  "não quero mais receber mensagens",
  "nao quero receber msg",
  "n quero mais msgs",
  "Não quero receber nada, obrigada",
  "não quero mais contato",
  "Bom dia, não quero!",

  "para de mandar mensagem",
  "Pare de me mandar mensagens!",
  "parem de enviar isso",
  "PARA COM ISSO",
  "para de me encher",
  "pode parar de mandar mensagem por favor",
  "Parar de receber mensagens",

  "me tira da lista",
  "Me tire dessa lista por favor",
  "tira meu número da lista",
  "retire meu contato",
  "remover meu número",
  "me remove daí",
  "quero sair da lista",
  "quero sair",
  "sair da lista",
  "remova meu número da sua base",
  "exclua meu cadastro",
  "me descadastre",
  "descadastrar",

  "não me mande mais mensagens",
  "não mande mais nada",
  "nao me chame mais",
  "não envie mais isso",

  "quero parar de receber mensagens",
  "cancelar inscrição",
  "chega de mensagem",
  "saiiir",
  "paraaar",
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
  "quero parar de fumar",
  "quero sair da dívida",
  "não quero esse, quero o outro",
  "quero mais",
  "para que serve?",
  "para mim",
  "manda mensagem",
  "pode mandar mensagem",
  "me manda a lista",

  "tira uma dúvida?",
  "me tira uma dúvida",
  "tira foto da lista",
  "não quero parcelado",
  "quero receber",
  "quero cancelar o pedido",
  "cancelar o boleto",
  "não recebi mensagem",
  "não precisa",
  "nada",

  "para quando fica pronto?",
  "qual o numero da lista?",
  "não é isso",
  "sair que horas?",
  "parou",
  "não quero mais nada além do orçamento que pedi ontem, pode mandar por aqui mesmo até o fim do dia",
])("%j is about something else", (answer) => {
  expect(isOptOut(answer)).toBe(false);
});

it.each([
  "não me mande mais boletos",
  "quero sair para almoçar",
  "não quero perder essa chance",
  "saindo",
  "cancelar a compra de ontem?",
  "non-stop",
  "stop motion",
  "não",
  "quero",
  "pararam",
  "",
  "   ",
  "👍",
  "?",
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

it.each([
  "pare",
  "Parem!",
  "pode parar",
  "podem parar por favor",
  "pare com isso",
  "descadastrem",
  "não quero mais, obrigado",
  "Boa tarde, me tirem da lista de transmissão",
  "sair 🙏",
])("%j is an opt-out as well", (answer) => {
  expect(classifyReply(answer)).toBe("opt_out");
});

it.each(["voltar", "VOLTAR", " Voltar! ", "*voltar*", "“Voltar”.", "vóltar", "voltar 👍"])(
  "%j takes an opt-out back",
  (answer) => {
    expect(classifyReply(answer)).toBe("return");
  },
);

it.each([
  "quero voltar",
  "voltar por favor",
  "vou voltar amanhã",
  "voltei",
  "volta",
  "voltarr",
  "v oltar",
  "voltar sair",
  "sair voltar",
])("%j takes nothing back", (answer) => {
  expect(classifyReply(answer)).not.toBe("return");
});

it.each([
  // The object is something in particular.
  ...["não me mande mais boletos", "Não me manda mais boleto!!", "pare de mandar e-mail"],
  "parem de me ligar",
  "não me ligue mais",
  "para de enviar boleto vencido",
  "não envie mais e-mails para a contabilidade",
  "não nos enviem mais currículos",
  "não quero mais receber boleto por aqui",
  "nao qro receber catalogo",
  "não quero mensagem de cobrança",
  "Não aceito propaganda aqui",
  "não me incomode no domingo",
  // An opt-out within a longer answer.
  ...[
    "Bom dia, já falei com vocês ontem. Me tira dessa lista, por favor",
    "vocês já me mandaram isso três vezes, parem de mandar mensagem para este número",
    "Quero me descadastrar disso, como eu faço?",
    "isso já passou do limite, não me mandem mais mensagens nesse horário",
    "remove meu número do sistema de vocês porque não sou o dono da loja",
    "gente, para com isso aí pelo amor de Deus",
    "quero sair da lista de vocês e não sei como",
  ],

  "vou te bloquear",
  "vou denunciar vocês",
  "se mandar de novo vou bloquear",
  "vou bloquear seu número",
])("%j has to be looked at by a person", (answer) => {
  expect(classifyReply(answer)).toBeNull();
  expect(readAnswer([answer]).mayLeave).toBe(true);
});

it.each(["não tenho interesse", "Não tenho mais interesse, obrigada", "sem interesse"])(
  "%j is no interest, which asks for nothing",
  (answer) => {
    expect(classifyReply(answer)).toBeNull();
    expect(readAnswer([answer])).toMatchObject({ kind: "not_interested", mayLeave: false });
  },
);

it.each([
  "apaguem meus dados",
  "Por favor, apaguem todos os meus dados!",
  "exclua meus dados",
  "revogo meu consentimento",
  "Revogo o consentimento",
  "quero a exclusão dos meus dados",
  "Solicito a eliminação dos meus dados pessoais, conforme a LGPD",
])("%j asks for what the law grants, and for no more messages", (answer) => {
  expect(classifyReply(answer)).toBe("opt_out");
  expect(readRequest(answer).erases).toBe(true);
});

it.each(["não apaguem meus dados", "seguem meus dados", "apaga a foto", "vocês seguem a LGPD?"])(
  "%j asks for no erasure",
  (answer) => {
    expect(classifyReply(answer)).toBeNull();
    expect(readRequest(answer).erases).toBe(false);
  },
);

it.each([
  ["Bom dia. Apaguem meus dados, por favor, e não me procurem", true],
  ["vou abrir um processo com base na LGPD se mandarem de novo", true],
  ["me tira da lista", false],
])("%j asks for erasure: %s", (words, asks) => {
  expect(asksErasure(words)).toBe(asks);
});

const ORDINARY = [
  "Não. Me manda mais fotos",
  "não, me manda mais detalhes",
  "pode mandar mais boletos",
  "não precisa mandar agora",
  "não recebi mais nada",
  "não me mandou o boleto ainda",
  "para mandar o orçamento preciso do seu CNPJ",
  "para receber hoje, até que horas?",
  "pra enviar pelo correio quanto fica?",
  "para receber",
  "pra mandar mensagem",
  "para isso?",
  "não tenho interesse nesse modelo, mas quero o azul",
  "tenho interesse",
  "me interessa sim",
  "me liga mais tarde",
  "liga para mim",
  "me chama amanhã",
  // Another first letter is another word.
  ...["virar meu contato", "pode virar meu número da lista"],
  "o carro parou de funcionar",
  "vocês podem tirar a nota?",
  "tira o desconto então?",
  "vou bloquear a data na agenda",
  "bloqueado",
  "qual a lista de preços?",
  "sai da rota?",
  "que horas posso voltar?",
  "não sei ainda",
];

it.each(ORDINARY)("%j is ordinary talk", (answer) => {
  expect(classifyReply(answer)).toBeNull();
});

it("of ordinary talk asks a person about little, and less still in a longer talk", () => {
  const surely = ORDINARY.filter((answer) => readAnswer([answer]).leavesSurely);
  expect(surely.length).toBeLessThanOrEqual(ORDINARY.length / 6);
  const asked = ORDINARY.filter((answer) => readAnswer([answer]).mayLeave);
  expect(asked.length).toBeLessThan(ORDINARY.length / 2);
});

it.each([
  // A letter added, left out, changed, swapped; in the middle and at the end.
  ...["menssagem", "mensagemm", "mensagen", "mensage", "mesnagem", "mensaegm", "mensagme"],
])("'não quero mais %s' has one letter wrong and is an opt-out", (written) => {
  expect(classifyReply(`não quero mais ${written}`)).toBe("opt_out");
});

it.each([
  "ressagem",
  "menxxgem",
  "msagem",
  "mensagemmx",
  "mneasgem",
  "mexnagem",
  "mesxagem",
  "menasgxm",
])("'não quero mais %s' has more wrong, and may be about something else", (written) => {
  expect(classifyReply(`não quero mais ${written}`)).toBeNull();
  expect(readAnswer([`não quero mais ${written}`]).mayLeave).toBe(true);
});

it.each([
  ...["mnadar", "enviarr", "recbeer", "pertubar", "incomodra"].map((verb) => `não me ${verb}`),
  "cancelaar inscriçao",
  "cancelar inscriçãoo",
  "cancelar cadastr",
  "me descadastar",
  "qeuro sair",
  "para de me mandarr",
  "prarar de mandar",
  "me tirra da lissta",
  "tira meu contto",
  "tira meu nuemro",
])("%j is understood with a letter wrong", (answer) => {
  expect(classifyReply(answer)).toBe("opt_out");
});

it("takes up to 160 characters of meaning for an opt-out, blanks and repetition aside", () => {
  expect(classifyReply(`sair${" ".repeat(5_000)}`)).toBe("opt_out");
  expect(classifyReply("sair ".repeat(1_000))).toBe("opt_out");
  const listed = (count: number) => Array(count).fill("Sair. Não quero").join(". ");
  expect(classifyReply(listed(1))).toBe("opt_out");
  expect(classifyReply(`${listed(12)}. Sair. Parar`)).toBeNull();
  expect(readAnswer([`${listed(12)}. Sair. Parar`]).leavesSurely).toBe(true);
});

it.each(["constructor", "toString", "hasOwnProperty"])("%j is an ordinary word", (answer) => {
  expect(classifyReply(answer)).toBeNull();
});

it("finds a request wherever it stands in a long answer, and never blocks for it", () => {
  for (const talk of ["Bom dia, tudo bem. ".repeat(8), "Bom dia, tudo bem. ".repeat(100)]) {
    expect(classifyReply(`${talk}Me tira da lista`)).toBeNull();
    expect(readAnswer([`${talk}Me tira da lista`])).toMatchObject({
      leavesSurely: true,
      words: "Me tira da lista",
    });
  }
});

it.each(["não quero mais esse, quero o outro", "__proto__ sair", "quero o azul. sair"])(
  "%j has a stop word, and a person is asked",
  (answer) => {
    expect(classifyReply(answer)).toBeNull();
    expect(readAnswer([answer]).mayLeave).toBe(true);
  },
);

it("takes any text, always for the same thing, whatever its case and accents", () => {
  const words = fc.constantFrom(
    ..."não quero mais receber mandar mensagens boletos pare de me tira da lista sair voltar 👍 ! , ok".split(
      " ",
    ),
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(words, { maxLength: 12 }).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const kind = classifyReply(text);
      expect(["opt_out", "return", null]).toContain(kind);
      const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      expect(classifyReply(plain)).toBe(kind);
      expect(classifyReply(`  ${text}\n`)).toBe(kind);
    }),
    { seed: 1, numRuns: 2_000 },
  );
});
