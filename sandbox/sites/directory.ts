import { formatPhone } from "../brazil/phone-number";
import { COMPANIES } from "../companies/catalogue";

/** Paths of the directory's pages, each of another kind. */
export const DIRECTORY_PATHS = ["/", "/top-10", "/estruturado", "/sites"] as const;

/** Renders a business directory: contacts of many companies, none of them its own. Unknown paths show the list. */
export function renderDirectory(path: string): string {
  const companies = COMPANIES.slice(0, 30);
  switch (path) {
    case "/top-10":
      return page(
        "As 10 melhores empresas da região",
        `<p>É o proprietário? Reivindique a sua página.</p>${companies
          .slice(0, 10)
          .map(({ name, category }) => `<h2>${name}</h2><p>${category.pitch}</p>`)
          .join("")}`,
      );
    case "/estruturado":
      return page(
        "Resultados",
        `<script type="application/ld+json">${JSON.stringify({
          "@context": "https://schema.org",
          "@type": "ItemList",
          itemListElement: companies.map(({ name, facts }, index) => ({
            "@type": "ListItem",
            position: index + 1,
            item: { "@type": "LocalBusiness", name, telephone: `+${facts.landline}` },
          })),
        })}</script>`,
      );
    case "/sites":
      return page(
        "Encontre empresas da sua cidade",
        companies
          .map(({ name, host }) => `<p>${name} <a href="http://${host}/">visitar site</a></p>`)
          .join(""),
      );
    default:
      return page(
        "Guia Fácil - empresas da sua cidade",
        `<h1>Guia Fácil</h1><ul>${companies
          .map(
            ({ name, city, facts }) =>
              `<li>${name}, ${city.name}: ${formatPhone(facts.landline)}</li>`,
          )
          .join("")}</ul>`,
      );
  }
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="pt-br"><meta charset="utf-8"><title>${title}</title>${body}`;
}
