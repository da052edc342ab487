import { formatDateTime } from "@/lib/format";
import { type Fields, firstText, readFields, readInteger } from "./proto-fields";

/** The text of content other than words and files: the content's own words within ours. */
interface DescribedContent {
  /** The kind and each fact, one line each; empty lines are left out. */
  lines: (string | null)[];
  /** The words of the author: a request to be left alone is in these. */
  said: unknown[];
}

const MAX_FACT = 200;
const MAX_OPTIONS = 12;
/** 1970 in milliseconds is later than this in seconds for the next 3,000 years. */
const LATEST_SECONDS = 100_000_000_000;

const poll = ({ name, options }: Fields): DescribedContent => ({
  lines: [titled("Enquete", name), ...listOptions(options)],
  said: [name],
});

/** By the name that WAProto has for the content; fields that a sender left out are not named. */
const DESCRIBED: Readonly<Record<string, (content: Fields) => DescribedContent>> = {
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  pollResultSnapshotMessage: ({ name, pollVotes }) => ({
    lines: [titled("Resultado da enquete", name), ...listOptions(pollVotes)],
    said: [],
  }),
  eventMessage: ({ isCanceled, name, description, startTime, location }) => ({
    lines: [
      titled(isCanceled === true ? "Evento cancelado" : "Evento", name),
      readMoment(startTime),
      readPlace(location),
      firstText([description]),
    ],
    said: [name, description],
  }),
  scheduledCallCreationMessage: ({ title, scheduledTimestampMs }) => ({
    lines: [titled("Ligação agendada", title), readMoment(scheduledTimestampMs)],
    said: [title],
  }),
  productMessage: ({ product, catalog, body }) => {
    const { title, description, currencyCode, salePriceAmount1000, priceAmount1000 } =
      readFields(product);
    const name = firstText([title], MAX_FACT);
    return {
      lines: [
        name ? titled("Produto", name) : titled("Catálogo", readFields(catalog)["title"]),
        readMoney(readInteger(salePriceAmount1000) || priceAmount1000, currencyCode),
        firstText([body, description]),
      ],
      said: [body],
    };
  },
  orderMessage: ({ itemCount, totalAmount1000, totalCurrencyCode, message }) => ({
    lines: [
      titled("Pedido", countItems(itemCount)),
      readMoney(totalAmount1000, totalCurrencyCode),
      firstText([message]),
    ],
    said: [message],
  }),
  invoiceMessage: ({ note }) => ({ lines: ["Cobrança", firstText([note])], said: [note] }),
  sendPaymentMessage: ({ noteMessage }) => {
    const note = readNote(noteMessage);
    return { lines: ["Pagamento", note], said: [note] };
  },
  requestPaymentMessage: ({ noteMessage, amount, amount1000, currencyCodeIso4217 }) => {
    const note = readNote(noteMessage);
    const { value, offset, currencyCode } = readFields(amount);
    const parts = readInteger(offset) || 1;
    const money =
      readMoney(amount1000, currencyCodeIso4217) ??
      readMoney((readInteger(value) ?? 0) * (1_000 / parts), currencyCode);
    return { lines: [titled("Pedido de pagamento", money), note], said: [note] };
  },
  declinePaymentRequestMessage: () => ({ lines: ["Pedido de pagamento recusado"], said: [] }),
  cancelPaymentRequestMessage: () => ({ lines: ["Pedido de pagamento cancelado"], said: [] }),
  paymentInviteMessage: () => ({ lines: ["Convite para pagamentos no WhatsApp"], said: [] }),
  groupInviteMessage: ({ groupName, caption }) => ({
    lines: [titled("Convite para um grupo", groupName), firstText([caption])],
    said: [caption],
  }),
  newsletterAdminInviteMessage: inviteToChannel,
  newsletterFollowerInviteMessageV2: inviteToChannel,
  requestPhoneNumberMessage: () => ({ lines: ["Pediu o seu número de telefone"], said: [] }),
  stickerPackMessage: ({ name, caption }) => ({
    lines: [titled("Pacote de figurinhas", name), firstText([caption])],
    said: [caption],
  }),
};

/** Null for content that is words, a file, a place or a contact, and for what is not known yet. */
export function describeContent(
  name: string,
  content: Fields,
): { text: string; said: unknown[] } | null {
  const read = Object.hasOwn(DESCRIBED, name) ? DESCRIBED[name] : undefined;
  if (!read) return null;
  const { lines, said } = read(content);
  // The facts come before a text that may be as long as a message.
  const text = firstText([lines.filter((line) => line !== null).join("\n")]);
  return text === null ? null : { text, said };
}

function inviteToChannel({ newsletterName, caption }: Fields): DescribedContent {
  return {
    lines: [titled("Convite para um canal", newsletterName), firstText([caption])],
    said: [caption],
  };
}

function titled(kind: string, name: unknown): string {
  const known = firstText([name], MAX_FACT);
  return known === null ? kind : `${kind}: ${known}`;
}

/** The options of a poll, with their votes if WhatsApp reports them. */
function listOptions(options: unknown): string[] {
  if (!Array.isArray(options)) return [];
  return options.slice(0, MAX_OPTIONS).flatMap((option) => {
    const { optionName, optionVoteCount } = readFields(option);
    const name = firstText([optionName], MAX_FACT);
    const votes = readInteger(optionVoteCount);
    if (name === null) return [];
    return [votes === null ? `• ${name}` : `• ${name}: ${votes}`];
  });
}

function readMoment(time: unknown): string | null {
  const at = readInteger(time);
  if (!at) return null;
  const ms = at > LATEST_SECONDS ? at : at * 1_000;
  const moment = new Date(ms);
  return Number.isNaN(moment.getTime()) ? null : formatDateTime(moment.toISOString());
}

function readPlace(location: unknown): string | null {
  const { name, address } = readFields(location);
  const parts = [firstText([name], MAX_FACT), firstText([address], MAX_FACT)].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : null;
}

/** An amount in thousandths. */
function readMoney(thousandths: unknown, currency: unknown): string | null {
  const amount = readInteger(thousandths);
  if (!amount) return null;
  const code = typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? currency : "BRL";
  return (amount / 1_000).toLocaleString("pt-BR", { style: "currency", currency: code });
}

function countItems(count: unknown): string | null {
  const items = readInteger(count);
  return items ? `${items.toLocaleString("pt-BR")} ${items === 1 ? "item" : "itens"}` : null;
}

/** The text that was written with a payment. */
function readNote(note: unknown): string | null {
  const { conversation, extendedTextMessage } = readFields(note);
  return firstText([conversation, readFields(extendedTextMessage)["text"]]);
}
