import { formatPhone } from "../brazil/phone-number";
import type { StoredInstance } from "../store/store";
import { OWN_PHONES } from "../whatsapp/phones";
import type { World } from "../world";
import { escapeHtml } from "./escape";

export function renderPhones(world: World): string {
  const instances = [...world.store.instances.values()];
  const waiting = instances.filter(({ phone }) => phone === null);
  const paired = instances.filter(({ phone }) => phone !== null);
  if (instances.length === 0) {
    return '<p class="empty">Nenhum aparelho ainda. Conecte um WhatsApp no Garimpo e o QR Code aparece aqui.</p>';
  }
  return `<div class="cards">${[
    ...waiting.map((instance) => renderWaitingInstance(world, instance)),
    ...paired.map((instance) => renderPairedInstance(world, instance)),
  ].join("")}</div>`;
}

function renderWaitingInstance({ sessions, store }: World, { name }: StoredInstance): string {
  const qr = sessions.getQr(name);
  const title = `<h3>${escapeHtml(name)}</h3>`;
  if (sessions.getState(name) === "close") {
    return `<article class="card">${title}<p class="state off">Desconectado</p></article>`;
  }
  if (qr?.code === undefined) {
    return `<article class="card">${title}<p class="state wait">Gerando o QR Code…</p></article>`;
  }
  const { code, base64 } = qr;
  const buttons = OWN_PHONES.map(({ name: phone, key }) => {
    const isBanned = store.phoneOverrides.get(key)?.banned === true;
    return `<button name="phone" value="${key}"${isBanned ? " disabled" : ""}>Ler QR Code com ${escapeHtml(phone)}</button>`;
  });
  return `<article class="card">${title}<p class="state wait">Aguardando leitura</p><img class="qr" src="${base64}" alt="QR Code de ${escapeHtml(name)}" width="212" height="212"><form method="post" action="/actions/scan"><input type="hidden" name="code" value="${escapeHtml(code)}">${buttons.join("")}</form></article>`;
}

const STATES = {
  open: '<p class="state on">Conectado</p>',
  connecting: '<p class="state wait">Conectando…</p>',
  close: '<p class="state off">Sem conexão</p>',
} as const;

function renderPairedInstance({ sessions }: World, { name, phone }: StoredInstance): string {
  const own = OWN_PHONES.find(({ key }) => key === phone);
  return `<article class="card"><h3>${escapeHtml(own?.name ?? "Celular")}</h3><p>${formatPhone(phone ?? "")}</p>${STATES[sessions.getState(name)]}<p class="hint">${escapeHtml(name)}</p><form method="post" action="/actions/unpair"><input type="hidden" name="instance" value="${escapeHtml(name)}"><button class="quiet">Desconectar aparelho</button></form></article>`;
}
