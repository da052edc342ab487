import type { Company } from "../companies/company";
import { seededRandom } from "../random";
import { buildHeadFilling } from "./filling-head";
import { SECTIONS } from "./filling-sections";
import { toSlug } from "./filling-texts";

export interface Filling {
  head: string;
  body: string;
  footer: string;
}

const KB = 1_000;

/**
 * Pads a page to a realistic size, 30 to 80 KB depending on the site: about a third styles and scripts, the rest shop content.
 * It contains no phone number, address or document.
 */
export function buildFilling({ host, category }: Company, kind: string): Filling {
  const bytes = seededRandom(`${host} weight`).integer(30, 80) * KB;
  // All pages of a site share head and footer.
  const shared = seededRandom(`${host} filling`);
  const head = buildHeadFilling(shared, bytes * (shared.integer(20, 40) / 100));
  const footer = buildFooterFilling(shared.integer(2, 9), category.offers);
  const own = seededRandom(`${host} filling ${kind}`);
  const first = own.integer(0, SECTIONS.length - 1);
  const sections: string[] = [];
  let length = head.length + footer.length;
  for (let turn = first; length < bytes; turn += 1) {
    const section = SECTIONS[turn % SECTIONS.length]?.(own, category) ?? "";
    sections.push(section);
    length += section.length;
  }
  return { head, body: sections.join("\n"), footer };
}

function buildFooterFilling(columns: number, offers: readonly string[]): string {
  const links = offers
    .map((offer) => `<li><a href="/categoria/${toSlug(offer)}">${offer}</a></li>`)
    .join("");
  return `<div class="footer__columns footer__columns--${columns}"><h4>Categorias</h4><ul>${links}</ul><h4>Pagamento</h4><p>Visa, Mastercard, Elo, Pix e boleto. Parcele em at&eacute; ${columns + 1}x.</p><form class="newsletter"><label>Receba novidades <input name="news" placeholder="Seu nome"></label><button type="button">Quero receber</button></form></div><div class="cookies" role="dialog" aria-label="Cookies"><p>Usamos cookies para melhorar a sua experi&ecirc;ncia, guardados por at&eacute; 365 dias.</p><button type="button">Aceitar</button> <button type="button">Recusar</button></div>`;
}
