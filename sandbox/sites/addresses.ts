import type { Company } from "../companies/company";

/** Renders the address in the form of its recipe; structured data is in the head. */
export function renderAddress({ name, recipe, facts, city }: Company): string {
  const { street, district, cep } = facts;
  switch (recipe.address) {
    case "text":
      return `<address>${street} - ${district}<br>${city.name} - ${city.uf}, ${cep}</address>`;
    case "microdata":
      return `<div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">${street} - ${district}</span>, <span itemprop="addressLocality">${city.name}</span> - <span itemprop="addressRegion">${city.uf}</span>, <span itemprop="postalCode">${cep}</span></div>`;
    case "paragraph":
      return `<p>Há mais de 15 anos a ${name} cuida de cada cliente como de um vizinho, com gente do bairro e preço justo. ${"Aqui cada pedido sai do jeito que você quer, na hora combinada. ".repeat(8)}Estamos na ${street}, ${district}, ${city.name}/${city.uf.toLowerCase()}, com estacionamento próprio e acesso fácil.</p>`;
    case "cep-first":
      return `<p>${street} - ${district}<br>CEP ${cep} - ${city.name} - ${city.uf}</p>`;
    case "heading":
      return `<h3>Onde estamos</h3><p>${street} - ${district}</p>`;
    case "map":
      return `<iframe title="Mapa" src="https://maps.google.com/maps?q=${encodeURIComponent(`${street} - ${district}, ${city.name} - ${city.uf}, ${cep}`)}&amp;output=embed" width="400" height="300"></iframe>`;
    case "highway":
    case "district-only-json-ld":
      return `<p>${street} - ${district}<br>${city.name} - ${city.uf} - ${cep}</p>`;
    default:
      return "";
  }
}
