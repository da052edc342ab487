import { PEOPLE } from "../brazil/cities";
import { isMobileKey, toPhoneKey } from "../brazil/phone-number";
import { COMPANY_BY_PHONE } from "../companies/catalogue";
import { hashText } from "../random";
import type { PhoneOverride } from "../store/store";

export const BEHAVIOURS = [
  /** One check: sent, never reached. */
  "off",
  /** Two checks. */
  "receives",
  /** Two blue checks. */
  "reads",
  "replies",
  /** Answers SAIR once and only reads afterwards. */
  "opts-out",
  /** Accepted by the server, then fails. */
  "fails",
  /** Not on WhatsApp. */
  "missing",
] as const;

type Behaviour = (typeof BEHAVIOURS)[number];

interface OwnPhone {
  name: string;
  key: string;
}

/** The users' own phones, which scan QR Codes. */
export const OWN_PHONES: readonly OwnPhone[] = [
  { name: "Celular da Ana", key: "5511900010101" },
  { name: "Celular do Bruno", key: "5511900010202" },
  { name: "Celular da Carla", key: "5511900010303" },
];

export interface ContactPhone {
  key: string;
  behaviour: Behaviour;
  /** Automatic replies, one for each message received. */
  replies: readonly string[];
  pushName: string;
  /** The address that WhatsApp returns for a lookup, however the number was written. */
  jid: string;
  /** Set for the few phones whose messages come from a `@lid` address. */
  lidJid: string | null;
  /** Its messages and receipts contain only that address: WhatsApp often leaves the number out. */
  lidAlone: boolean;
}

type Overrides = ReadonlyMap<string, PhoneOverride>;

/** Returns null if the number or jid is not on WhatsApp. */
export function findPhone(number: string, overrides: Overrides): ContactPhone | null {
  const key = number.endsWith("@lid") ? parseLid(number) : toPhoneKey(number);
  if (key === null) return null;
  const phone = describePhone(key, overrides);
  return phone.behaviour === "missing" ? null : phone;
}

export function describePhone(key: string, overrides: Overrides): ContactPhone {
  const override = overrides.get(key);
  const behaviour = BEHAVIOURS.find((each) => each === override?.behaviour) ?? chooseBehaviour(key);
  const hasLid = override?.lid ?? hashText(`lid ${key}`) % 12 === 0;
  return {
    key,
    behaviour,
    replies: chooseReplies(key, behaviour, override?.replyText),
    pushName: choosePushName(key),
    jid: `${toJidDigits(key)}@s.whatsapp.net`,
    lidJid: hasLid ? `${toLid(key)}@lid` : null,
    lidAlone: override?.lidAlone ?? false,
  };
}

/** Of a hundred phones about 40 only receive, 30 read, 18 reply, 5 opt out and 7 are off. */
function chooseBehaviour(key: string): Behaviour {
  if (OWN_PHONES.some((phone) => phone.key === key)) return "reads";
  if (key.endsWith("0000")) return "missing";
  if (key.endsWith("0001")) return "fails";
  if (!isMobileKey(key)) return "missing";
  const share = hashText(`nature ${key}`) % 100;
  if (share < 40) return "receives";
  if (share < 70) return "reads";
  if (share < 88) return "replies";
  if (share < 93) return "opts-out";
  return "off";
}

/**
 * Accounts created before their region got the ninth digit keep an eight-digit jid. From DDD 31 up, about half of the mobile
 * jids here lack it.
 */
function toJidDigits(key: string): string {
  const oldAccount =
    isMobileKey(key) && Number(key.slice(2, 4)) >= 31 && hashText(`jid ${key}`) % 2 === 0;
  return oldAccount ? `${key.slice(0, 4)}${key.slice(5)}` : key;
}

/** Reversible, so a message can be sent back to the `@lid` it came from. */
function toLid(key: string): string {
  return `${(BigInt(key) * 7n + 100_000_000_000_007n).toString()}`;
}

function parseLid(jid: string): string | null {
  const digits = jid.split("@")[0] ?? "";
  if (!/^\d{15}$/.test(digits)) return null;
  const scaled = BigInt(digits) - 100_000_000_000_007n;
  return scaled > 0n && scaled % 7n === 0n ? toPhoneKey((scaled / 7n).toString()) : null;
}

function choosePushName(key: string): string {
  const own = OWN_PHONES.find((phone) => phone.key === key);
  const invented = PEOPLE[hashText(`name ${key}`) % PEOPLE.length] ?? "Cliente";
  return own?.name ?? COMPANY_BY_PHONE.get(key)?.name ?? invented;
}

/** Nobody replies to a third message, and a phone opts out only once. */
function chooseReplies(key: string, behaviour: Behaviour, replyText?: string): readonly string[] {
  const hash = hashText(`reply ${key}`);
  switch (behaviour) {
    case "replies": {
      const first = replyText ?? REPLIES[hash % REPLIES.length] ?? "Olá!";
      return [first, replyText ?? SECOND_REPLIES[hash % SECOND_REPLIES.length] ?? "Certo"];
    }
    case "opts-out":
      return [replyText ?? OPT_OUTS[hash % OPT_OUTS.length] ?? "SAIR"];
    default:
      return [];
  }
}

const REPLIES = [
  "Oi, tudo bem? Pode me explicar melhor como funciona?",
  "Boa tarde! Quanto custa por mês?",
  "Olá! Quem cuida disso é o meu sócio, ele volta amanhã cedo.",
  "Tenho interesse sim, me manda mais detalhes por favor",
  "No momento não, obrigada. Quem sabe mais pra frente",
  "Bom dia! Vocês atendem aqui na nossa cidade?",
  "Pode ligar depois das 14h, de manhã aqui é corrido",
  "Já usamos um sistema, mas manda a proposta que eu dou uma olhada",
  "Oi! Recebi sim, vou ver com calma e te respondo",
  "Como você conseguiu o meu número?",
] as const;

const SECOND_REPLIES = [
  "Entendi. Me manda a proposta por aqui mesmo",
  "Certo, vou falar com meu sócio e te aviso",
  "Obrigado pelo retorno, amanhã eu vejo isso",
] as const;

const OPT_OUTS = ["SAIR", "Sair", "sair por favor", "SAIR"] as const;
