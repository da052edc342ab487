import { formatPhone } from "../brazil/phone-number";
import type { MessageStatus, StoredMessage } from "../store/store";
import type { Sample } from "../whatsapp/contents";
import { describePhone, OWN_PHONES } from "../whatsapp/phones";
import type { World } from "../world";
import { escapeHtml, formatTime } from "./escape";

/** A campaign has hundreds of conversations, each with a form: show only the latest. */
const MAX_SHOWN = 24;
const MAX_BUBBLES = 12;

export function renderConversations({ store }: World): string {
  const chats = new Map<string, StoredMessage[]>();
  for (const message of store.messages.values()) {
    if (!store.instances.has(message.instance)) continue;
    const key = `${message.instance} ${message.contact}`;
    const before = chats.get(key) ?? [];
    // Delete and re-insert, so that the map is ordered by latest message.
    chats.delete(key);
    chats.set(key, [...before, message]);
  }
  if (chats.size === 0) {
    return '<p class="empty">Nenhuma conversa ainda. As mensagens que o Garimpo enviar aparecem aqui, do lado de quem recebe.</p>';
  }
  const latest = [...chats.values()].reverse();
  const more = latest.length - MAX_SHOWN;
  return `<p class="hint">${latest.length === 1 ? "1 conversa" : `${latest.length} conversas`}, vistas do celular do contato.${more > 0 ? ` Aqui estão as ${MAX_SHOWN} mais recentes.` : ""}</p><div class="cards">${latest
    .slice(0, MAX_SHOWN)
    .map((messages) => renderConversation(messages, store.phoneOverrides, store.instances))
    .join("")}</div>`;
}

function renderConversation(
  messages: readonly StoredMessage[],
  overrides: World["store"]["phoneOverrides"],
  instances: World["store"]["instances"],
): string {
  const last = messages.at(-1);
  if (last === undefined) return "";
  const { contact, instance } = last;
  const name = escapeHtml(describePhone(contact, overrides).pushName);
  const owner = OWN_PHONES.find(({ key }) => key === instances.get(instance)?.phone);
  const field = `reply-${escapeHtml(instance)}-${contact}`;
  return `<article class="card" aria-label="Conversa com ${name}"><h3>${name}</h3><p class="hint">${formatPhone(contact)} · fala com ${escapeHtml(owner?.name ?? instance)}</p><div class="bubbles">${messages.slice(-MAX_BUBBLES).map(renderBubble).join("")}</div><form method="post" action="/actions/reply"><input type="hidden" name="instance" value="${escapeHtml(instance)}"><input type="hidden" name="contact" value="${contact}"><label for="${field}">Responder como este contato</label><textarea id="${field}" name="text" rows="2"></textarea><label for="sample-${field}">Com</label><select id="sample-${field}" name="sample"><option value="">nada além do texto</option>${SAMPLE_OPTIONS}</select><button>Enviar resposta</button></form></article>`;
}

const SAMPLE_NAMES: Readonly<Record<Sample, string>> = {
  image: "uma foto",
  voice: "um áudio",
  document: "um documento",
  sticker: "uma figurinha",
  location: "uma localização",
  contact: "um contato",
};
const SAMPLE_OPTIONS = Object.entries(SAMPLE_NAMES)
  .map(([value, name]) => `<option value="${value}">${name}</option>`)
  .join("");

const CONTENT_NAMES: Readonly<Record<string, string>> = {
  imageMessage: "Foto",
  audioMessage: "Áudio",
  videoMessage: "Vídeo",
  documentMessage: "Documento",
  stickerMessage: "Figurinha",
  locationMessage: "Localização",
  contactMessage: "Contato",
  reactionMessage: "Reagiu",
};

function describeContent({ message = {}, text }: StoredMessage): string {
  const [type = ""] = Object.keys(message);
  return [CONTENT_NAMES[type] && `[${CONTENT_NAMES[type]}]`, text].filter(Boolean).join(" ");
}

const MARKS: Readonly<Record<MessageStatus, string>> = {
  PENDING: "enviando",
  SERVER_ACK: "enviada",
  DELIVERY_ACK: "entregue",
  READ: "lida",
  ERROR: "falhou",
};

/** Seen by the contact: the company's messages are incoming, on the left. */
function renderBubble(message: StoredMessage): string {
  const { fromMe, at, status } = message;
  const mark = fromMe ? ` · ${MARKS[status]}` : "";
  return `<p class="bubble ${fromMe ? "in" : "out"}${status === "ERROR" ? " failed" : ""}">${escapeHtml(describeContent(message))}<small>${formatTime(at)}${mark}</small></p>`;
}
