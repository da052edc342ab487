import type { Company } from "../companies/company";

export function renderJsonLd({ name, city, facts, recipe, host }: Company): string {
  if (recipe.jsonLd === undefined) return "";
  const business = {
    "@type": recipe.jsonLd === "array" ? ["LocalBusiness", "Store"] : "LocalBusiness",
    name,
    url: `http://${host}/`,
    image: `http://${host}/img/fachada.jpg`,
    priceRange: "R$ 10 - R$ 120",
    openingHours: "Mo-Sa 06:30-21:00",
    aggregateRating: { "@type": "AggregateRating", ratingValue: "4.7", reviewCount: 1284 },
    ...(recipe.phone?.[0] === "json-ld" && { telephone: `+${facts.landline}` }),
    ...(recipe.whatsapp?.[0] === "json-ld" && {
      contactPoint: [
        {
          "@type": "ContactPoint",
          contactType: "WhatsApp",
          telephone: `+${facts.mobile}`,
          url: `https://wa.me/${facts.mobile}`,
        },
      ],
    }),
    ...(recipe.email?.[0] === "json-ld" && { email: `mailto:${facts.email}` }),
    ...(recipe.cnpj?.[0] === "json-ld" && { taxID: facts.cnpj }),
    ...(recipe.address === "json-ld" && {
      address: {
        "@type": "PostalAddress",
        streetAddress: `${facts.street} - ${facts.district}`,
        addressLocality: city.name,
        addressRegion: city.uf,
        postalCode: facts.cep,
        addressCountry: "BR",
      },
    }),
    ...(recipe.address === "district-only-json-ld" && {
      address: {
        "@type": "PostalAddress",
        streetAddress: facts.district,
        addressLocality: city.name,
        addressRegion: city.uf,
      },
    }),
    sameAs: [`https://www.instagram.com/${host.split(".")[0]}`],
  };
  return `<script type="application/ld+json">${formatJsonLd(recipe.jsonLd, business, name)}</script>`;
}

function formatJsonLd(form: string, business: object, name: string): string {
  const context = "https://schema.org";
  switch (form) {
    case "graph":
      return JSON.stringify({
        "@context": context,
        "@graph": [
          { "@type": "WebSite", "@id": "#site", name, inLanguage: "pt-BR" },
          { "@type": "BreadcrumbList", itemListElement: [] },
          { ...business, "@id": "#empresa" },
        ],
      });
    case "array":
      return JSON.stringify([{ "@context": context, "@type": "WebPage" }, business]);
    case "broken":
      return `{"@context": "${context}", "@type": "LocalBusiness", "name": "${name}", "telephone": "",,}`;
    default:
      return `\n${JSON.stringify({ "@context": context, ...business }, null, 2)}\n`;
  }
}
