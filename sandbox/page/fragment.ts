import { COMPANIES } from "../companies/catalogue";
import type { Company } from "../companies/company";
import type { World } from "../world";
import { conversationsHtml } from "./conversations";
import { escapeHtml } from "./escape";
import { mailsHtml } from "./mails";
import { phonesHtml } from "./phones";

/** The part of the page that changes. */
export function fragmentHtml(world: World): string {
  return [
    section("celulares", "Celulares", phonesHtml(world)),
    section("conversas", "Conversas", conversationsHtml(world)),
    section("emails", "E-mails", mailsHtml(world.store)),
    section("pagamentos", "Pagamentos", '<p class="empty">Nenhum por enquanto.</p>'),
  ].join("");
}

function section(id: string, title: string, content: string): string {
  return `<section id="${id}" aria-labelledby="titulo-${id}"><h2 id="titulo-${id}">${title}</h2>${content}</section>`;
}

/** Never changes, so it stays out of what is fetched again and again. */
export function sitesHtml(): string {
  const byCity = new Map<string, Company[]>();
  for (const company of COMPANIES) {
    const city = `${company.city.name}, ${company.city.uf}`;
    byCity.set(city, [...(byCity.get(city) ?? []), company]);
  }
  const groups = [...byCity].map(
    ([city, companies]) =>
      `<details><summary>${escapeHtml(city)} <span class="count">${companies.length}</span></summary><ul class="sites">${companies.map(siteHtml).join("")}</ul></details>`,
  );
  const hint = `${COMPANIES.length} empresas inventadas, que a busca encontra e o Garimpo visita.`;
  return section("sites", "Sites", `<p class="hint">${hint}</p>${groups.join("")}`);
}

function siteHtml({ host, name, truth }: Company): string {
  return `<li><a href="/site/${host}/" target="_blank" rel="noopener">${escapeHtml(host)}</a><span>${escapeHtml(name)}</span><small>${escapeHtml(truth.quirks.join(" · "))}</small></li>`;
}
