import type { Random } from "../random";

/** Sentence halves that combine freely. All characters are in Latin-1, because some sites use that charset. */
const SUBJECTS = [
  "Nossa equipe",
  "O time da casa",
  "Cada profissional",
  "Quem nos visita pela primeira vez",
  "A família que toca o negócio",
  "O cliente que volta todo mês",
  "Toda a loja",
  "O pessoal do balcão",
  "Uma parceria de longa data com produtores da região",
  "A reforma concluída no ano passado",
  "O programa de fidelidade",
  "A nova coleção",
  "Nosso jeito de trabalhar",
  "O espaço ampliado",
] as const;
const PREDICATES = [
  "acompanha cada etapa de perto, da escolha do material até a entrega final",
  "prefere fazer com calma e bem feito a correr e ter de refazer depois",
  "já recebeu mais de 12.500 pessoas desde que abrimos as portas em 1998",
  "trabalha com prazos combinados e preços claros, sem surpresas no fim do mês",
  "está sempre de olho nas novidades que aparecem nas feiras do setor",
  "aceita cartão, Pix e boleto, com parcelamento em até 10x sem juros",
  "foi premiada duas vezes pela associação comercial da cidade",
  "cuida para que crianças, idosos e pessoas com deficiência se sintam à vontade",
  "recicla 80% do que usa e compra de quem faz o mesmo",
  "encontra aqui estacionamento conveniado por 2 horas e ambiente climatizado",
  "passa por treinamento a cada 6 meses, com certificado de 40 horas",
  "mantém o mesmo carinho do primeiro dia, quando éramos só três pessoas",
  "reúne qualidade, variedade e um atendimento que faz diferença",
  "garante por 90 dias tudo o que sai daqui, com nota e sem letra miúda",
] as const;
const TOPICS = [
  "Cinco cuidados que fazem diferença no dia a dia",
  "O que mudou nas regras do setor em 2026",
  "Como escolher bem sem gastar mais do que precisa",
  "Nossos bastidores: um dia de trabalho em 24 fotos",
  "Três perguntas que todo mundo nos faz",
  "Guia rápido para quem está começando",
  "Por que a pressa é inimiga da qualidade",
  "Receita da vovó: o segredo de 1962",
  "Novidades da estação que acabaram de chegar",
  "O passo a passo da nossa reforma",
] as const;
const QUESTIONS = [
  "Preciso marcar hora?",
  "Vocês entregam no mesmo dia?",
  "Quais são as formas de pagamento?",
  "Posso trocar depois de quanto tempo?",
  "Tem estacionamento?",
  "Fazem para empresas?",
  "Abrem em feriados?",
] as const;
const FIRST_NAMES = ["Mariana", "Carlos", "Dona Célia", "Rafael", "Bianca", "Seu Antônio", "Júlia"];

export function writeSentence(random: Random): string {
  return `${random.pick(SUBJECTS)} ${random.pick(PREDICATES)}.`;
}

export function writeParagraph(random: Random): string {
  return Array.from({ length: random.integer(2, 4) }, () => writeSentence(random)).join(" ");
}

export const pickTopic = (random: Random): string => random.pick(TOPICS);
export const pickQuestion = (random: Random): string => random.pick(QUESTIONS);
export const inventVisitor = (random: Random): string =>
  `${random.pick(FIRST_NAMES)} ${random.pick(["A", "B", "C", "M", "R", "S", "T"])}.`;

export function inventDate(random: Random): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(random.integer(1, 28))}/${two(random.integer(1, 12))}/${random.integer(2019, 2026)}`;
}

export function inventPrice(random: Random): string {
  const reais = random.integer(4, 2_900);
  const whole =
    reais >= 1_000
      ? `${Math.floor(reais / 1_000)}.${String(reais % 1_000).padStart(3, "0")}`
      : reais;
  return `R$ ${whole},${random.pick(["00", "50", "90", "99"])}`;
}

/** For paths. The texts contain no word by which a crawler would choose pages to visit. */
export function toSlug(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
