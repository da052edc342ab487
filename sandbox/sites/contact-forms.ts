import { maskCnpj } from "../brazil/cnpj";
import { formatPhone } from "../brazil/phone-number";
import type { CnpjForm, EmailForm, Facts, PhoneForm, WhatsappForm } from "../companies/company";

export function renderWhatsapp(form: WhatsappForm, { mobile }: Facts): string {
  const ddd = mobile.slice(2, 4);
  const subscriber = mobile.slice(4);
  const shown = formatPhone(mobile);
  const spaced = `${ddd} ${subscriber.slice(0, -8)} ${subscriber.slice(-8, -4)} ${subscriber.slice(-4)}`;
  switch (form) {
    case "wa-me":
      return `<p><a href="https://wa.me/${mobile}">Chame no WhatsApp</a></p>`;
    case "wa-me-with-text":
      return `<p><a class="btn" href="https://wa.me/${mobile}?text=Ol%C3%A1%2C%20vim%20pelo%20site%202026" target="_blank">Peça pelo WhatsApp</a></p>`;
    case "wa-me-without-55":
      return `<p><a href="https://wa.me/${ddd}${subscriber}">WhatsApp</a></p>`;
    case "wa-me-spaced":
      return `<p><a href="http://wa.me/+55 (${ddd}) ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}">Fale no zap</a></p>`;
    case "wa-me-double-slash":
      return `<p><a href="https://wa.me//${mobile}?text=Oi">WhatsApp</a></p>`;
    case "script-settings":
      return `<script>window.chat={position:"right",whatsapp:{enabled:true,number:"+55 (${ddd}) ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}"}};</script>`;
    case "api-send":
      return `<p><a href="https://api.whatsapp.com/send?phone=${mobile}&amp;text=Quero+um+or%C3%A7amento">Orçamento pelo WhatsApp</a></p>`;
    case "api-send-encoded":
      return `<p><a href="https://api.whatsapp.com/send/?phone=%2B55+${ddd}+${subscriber.slice(0, -4)}-${subscriber.slice(-4)}&text&type=phone_number&app_absent=0">Mensagem</a></p>`;
    case "web-send":
      return `<p><a href='https://web.whatsapp.com/send?text=Oi&phone=${mobile}'>WhatsApp Web</a></p>`;
    case "scheme":
      return `<p><a href="whatsapp://send?phone=${mobile}&text=Oi">Abrir no aplicativo</a></p>`;
    case "floating-button":
      return `<a class="whats-flutuante" href="//wa.me/${mobile}" aria-label="WhatsApp"><svg viewBox="0 0 448 512" width="32"><path d="M380.9 97.1C339 55.1 283.2 32 223.9 32c-122.4 0-222 99.6-222 222 0 39.1 10.2 77.3 29.6 111L0 480l117.7-30.9"/></svg></a>`;
    case "onclick":
      return `<button type="button" onclick="window.open('https://wa.me/${mobile}','_blank')">Falar com atendente</button>`;
    case "short-link-and-text":
      return `<p><a href="https://wa.me/message/K7QZ2T4MXAB5P1">WhatsApp</a> ou <a href="https://chat.whatsapp.com/Hj3kLm9QwErT5yUiOp1AsD">grupo de ofertas</a><br>WhatsApp: ${shown}</p>`;
    case "text-with-word":
      return `<p><b>WhatsApp:</b> ${shown}</p>`;
    case "text-spaced":
      return `<p>Zap: ${spaced}</p>`;
    case "text-0xx":
      return `<p>Whats (0xx${ddd}) ${subscriber.slice(0, -4)}.${subscriber.slice(-4)}</p>`;
    case "text-without-ddd":
      return `<p>WhatsApp ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}</p>`;
    case "text-without-ninth-digit":
      return `<p>WhatsApp (${ddd}) ${subscriber.slice(1, 5)}-${subscriber.slice(5)}</p>`;
    case "text-mobile-only":
      return `<p>Celular ${shown}</p>`;
    case "tel-link":
      return `<p><a href="tel:+${mobile}"><img src="/img/icone-whatsapp.png" alt="WhatsApp"> ${shown}</a></p>`;
    case "json-ld":
      return "";
  }
}

export function renderPhone(form: PhoneForm, facts: Facts): string {
  const { landline, secondLandline, tollFree } = facts;
  const ddd = landline.slice(2, 4);
  const local = `${landline.slice(4, 8)}-${landline.slice(8)}`;
  switch (form) {
    case "tel-link":
      return `<p>Telefone: <a href="tel:+${landline}">${formatPhone(landline)}</a></p>`;
    case "tel-link-local":
      return `<p><a href="tel:0${landline.slice(2)}">Ligue agora</a></p>`;
    case "text":
      return `<p>Fone: ${formatPhone(landline)}</p>`;
    case "text-0xx":
      return `<p>Tel.: 0xx${ddd} ${local.replace("-", ".")}</p>`;
    case "text-without-ddd":
      return `<p>Tel: ${local}</p>`;
    case "two-in-one":
      return `<p>PABX (${ddd}) ${local} / ${secondLandline.slice(4, 8)}-${secondLandline.slice(8)}</p>`;
    case "toll-free":
      return `<p>Central: 0800 ${tollFree.slice(5, 8)} ${tollFree.slice(8)}</p>`;
    case "json-ld":
      return "";
  }
}

export function renderEmail(form: EmailForm, { email }: Facts): string {
  const [user = "", host = ""] = email.split("@");
  switch (form) {
    case "mailto":
      return `<p><a href="mailto:${email}">${email}</a></p>`;
    case "mailto-encoded":
      return `<p><a href="mailto:${user}%40${host}?subject=Or%C3%A7amento">Escreva para nós</a></p>`;
    case "text":
      return `<p>E-mail: ${email.toUpperCase()}</p>`;
    case "arroba":
      return `<p>E-mail: ${user} [arroba] ${host}</p>`;
    case "at-brackets":
      return `<p>E-mail: ${user}(at)${host}</p>`;
    case "cfemail":
      return `<p><a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${encodeCloudflareEmail(email)}">[email&#160;protected]</a></p>`;
    case "json-ld":
      return "";
  }
}

export function renderCnpj(form: CnpjForm, { cnpj }: Facts): string {
  switch (form) {
    case "masked":
      return `<p>CNPJ: ${maskCnpj(cnpj)}</p>`;
    case "bare":
      return `<p>CNPJ ${cnpj}</p>`;
    case "spaced":
      return `<p>C.N.P.J. n&ordm; ${maskCnpj(cnpj).replace("/", " / ").replace("-", " - ")}</p>`;
    case "wrong-check-digit":
      return `<p>CNPJ: ${maskCnpj(`${cnpj.slice(0, 13)}${(Number(cnpj[13]) + 1) % 10}`)}</p>`;
    case "json-ld":
      return "";
  }
}

/** Cloudflare's e-mail obfuscation: a key byte, then each byte of the address XOR the key, in hex. */
function encodeCloudflareEmail(email: string): string {
  const key = 0x5a;
  return Buffer.from([key, ...Buffer.from(email).map((byte) => byte ^ key)]).toString("hex");
}
