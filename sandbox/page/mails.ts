import type { Mail, Store } from "../store/store";
import { escapeHtml, formatTime } from "./escape";

export function renderMails({ mails }: Store): string {
  if (mails.length === 0) return '<p class="empty">Nenhum por enquanto.</p>';
  const rows = mails
    .slice(-20)
    .reverse()
    .map(
      ({ id, subject, to, at }) =>
        `<li><a href="/mails/${id}" target="_blank" rel="noopener">${escapeHtml(subject || "(sem assunto)")}</a><span>${escapeHtml(to.join(", "))}</span><small>${formatTime(at)}</small></li>`,
    );
  return `<ul class="sites">${rows.join("")}</ul>`;
}

export function renderMail({ subject, from, to, at, text, html }: Mail): string {
  const content =
    html === null
      ? `<pre style="white-space:pre-wrap;font:inherit">${linkUrls(escapeHtml(text))}</pre>`
      : `<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" style="width:100%;height:70vh;border:1px solid #ddd;border-radius:8px" title="Mensagem" srcdoc="${escapeHtml(html)}"></iframe><details><summary>Versão em texto</summary><pre style="white-space:pre-wrap;font:inherit">${linkUrls(escapeHtml(text))}</pre></details>`;
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:720px;margin:2rem auto;padding:0 1rem"><p><a href="/">Voltar</a></p><h1 style="font-size:1.4rem">${escapeHtml(subject)}</h1><p style="color:#555">De ${escapeHtml(from)} para ${escapeHtml(to.join(", "))}, ${formatTime(at)}</p>${content}</body></html>`;
}

function linkUrls(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
