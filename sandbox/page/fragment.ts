import { COMPANIES } from "../companies/catalogue";
import type { Company } from "../companies/company";
import type { World } from "../world";
import { renderConversations } from "./conversations";
import { escapeHtml } from "./escape";
import { renderMails } from "./mails";
import { renderPayments } from "./payments";
import { renderPhones } from "./phones";

/** Renders the part of the page that is polled. */
export function renderFragment(world: World): string {
  return [
    renderSection("celulares", "Celulares", renderPhones(world)),
    renderSection("conversas", "Conversas", renderConversations(world)),
    renderSection("emails", "E-mails", renderMails(world.store)),
    renderSection("pagamentos", "Pagamentos", renderPayments(world)),
  ].join("");
}

function renderSection(id: string, title: string, content: string): string {
  return `<section id="${id}" aria-labelledby="titulo-${id}"><h2 id="titulo-${id}">${title}</h2>${content}</section>`;
}

/** Renders the list of sites, which never changes and so is left out of the polled fragment. */
export function renderSites(): string {
  const byCity = new Map<string, Company[]>();
  for (const company of COMPANIES) {
    const city = `${company.city.name}, ${company.city.uf}`;
    byCity.set(city, [...(byCity.get(city) ?? []), company]);
  }
  const groups = [...byCity].map(
    ([city, companies]) =>
      `<details><summary>${escapeHtml(city)} <span class="count">${companies.length}</span></summary><ul class="sites">${companies.map(renderSite).join("")}</ul></details>`,
  );
  const hint = `${COMPANIES.length} empresas inventadas, que a busca encontra e o Garimpo visita.`;
  return renderSection("sites", "Sites", `<p class="hint">${hint}</p>${groups.join("")}`);
}

function renderSite({ host, name, truth }: Company): string {
  return `<li><a href="/site/${host}/" target="_blank" rel="noopener">${escapeHtml(host)}</a><span>${escapeHtml(name)}</span><small>${escapeHtml(truth.quirks.join(" · "))}</small></li>`;
}
