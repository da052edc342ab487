import { removeAccents } from "./brazil/text";
import { COMPANIES } from "./companies/catalogue";
import type { Company } from "./companies/company";
import { hashText } from "./random";

export const DIRECTORY_HOST = "guiafacil.example";
const PAGE_SIZE = 10;

interface SearchResult {
  url: string;
  title: string;
  content: string;
}

const INDEX = COMPANIES.map(indexCompany);

/** Builds SearXNG's response body for `format=json`. */
export function buildSearchPage(query: string, page: number) {
  const results = addNoise(findCompanies(query), query);
  const shown = results.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return {
    query,
    // SearXNG itself often reports 0 here although it has results.
    number_of_results: hashText(query) % 3 === 0 ? 0 : results.length,
    results: shown.map((result, index) => {
      const engines = ENGINES[hashText(result.url) % ENGINES.length] ?? ["duckduckgo"];
      const position = (page - 1) * PAGE_SIZE + index + 1;
      return {
        ...result,
        engine: engines[0],
        engines,
        positions: [position],
        score: Math.round((engines.length / position) * 1000) / 1000,
        category: "general",
        template: "default.html",
        parsed_url: splitUrl(result.url),
        publishedDate: null,
      };
    }),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: results.length > 0 ? [`${query} telefone`, `${query} whatsapp`] : [],
    unresponsive_engines: page > 1 ? [["qwant", "timeout"]] : [],
  };
}

const ENGINES = [
  ["duckduckgo", "brave"],
  ["startpage"],
  ["bing", "duckduckgo", "startpage"],
  ["brave"],
];

/**
 * Ignores words that no company has ('em', 'whatsapp', 'melhores'). A category in the query must match; of the other words,
 * the companies with the most matches are returned.
 */
function findCompanies(query: string): Company[] {
  const asked = splitWords(query).filter((word) => INDEX.some(({ words }) => words.has(word)));
  const kinds = asked.filter((word) => INDEX.some(({ kind }) => kind.has(word)));
  const ranked = INDEX.filter(
    ({ kind }) => kinds.length === 0 || kinds.some((word) => kind.has(word)),
  ).map(({ company, words }) => ({
    company,
    matches: asked.filter((word) => words.has(word)).length,
  }));
  const best = Math.max(1, ...ranked.map(({ matches }) => matches));
  return ranked.filter(({ matches }) => matches === best).map(({ company }) => company);
}

function indexCompany(company: Company) {
  const { name, category, city } = company;
  const kind = new Set(splitWords(`${category.name} ${category.synonyms}`));
  const words = new Set([...kind, ...splitWords(`${name} ${city.name} ${city.uf}`)]);
  return { company, kind, words };
}

function splitWords(text: string): string[] {
  const stop = new Set(["de", "do", "da", "dos", "das", "em", "e", "o", "a", "no", "na"]);
  return (removeAccents(text).match(/[a-z0-9]+/g) ?? []).filter((word) => !stop.has(word));
}

/** Adds what search engines return besides company sites: directories, social networks, a duplicate. */
function addNoise(companies: readonly Company[], query: string): SearchResult[] {
  const first = companies[0];
  if (first === undefined) return [];
  const results = companies.map(toResult);
  const slug = encodeURIComponent(removeAccents(query).replace(/[^a-z0-9]+/g, "-"));
  const noise: [number, SearchResult][] = [
    [
      2,
      {
        url: `http://${DIRECTORY_HOST}/busca/${slug}`,
        title: `${query} - Guia Fácil`,
        content: `Encontre ${query} com telefone, endereço e avaliações no Guia Fácil.`,
      },
    ],
    [
      4,
      {
        url: `https://www.facebook.com/${first.host.split(".")[0]}/`,
        title: `${first.name} | Facebook`,
        content: `${first.name}, ${first.city.name}. 1.204 curtidas · 312 falando sobre isso.`,
      },
    ],
    [
      7,
      {
        url: `https://www.solutudo.com.br/empresas/${first.city.uf.toLowerCase()}/${slug}`,
        title: `${query} | Solutudo`,
        content: `As melhores opções de ${query} você encontra na Solutudo.`,
      },
    ],
    [9, { ...toResult(first), url: `http://www.${first.host}/sobre?utm_source=busca` }],
    [
      13,
      {
        url: `https://www.instagram.com/explore/tags/${slug.replaceAll("-", "")}/`,
        title: `#${slug.replaceAll("-", "")} no Instagram`,
        content: "Veja fotos e vídeos do Instagram.",
      },
    ],
    [
      16,
      {
        url: `https://www.telelistas.net/${first.city.uf.toLowerCase()}/${slug}`,
        title: `${query} - TeleListas`,
        content: "Telefones e endereços comerciais.",
      },
    ],
  ];
  for (const [position, result] of noise) {
    if (position <= results.length) results.splice(position, 0, result);
  }
  return results;
}

function toResult({ host, name, category, city }: Company): SearchResult {
  return {
    url: `http://${host}/`,
    title: `${name} - ${category.name} em ${city.name}`,
    content: `${category.pitch} ${city.name} - ${city.uf}.`,
  };
}

/** Returns the parts of a URL as SearXNG prints them: Python's urlparse as a list. */
function splitUrl(url: string): string[] {
  const { protocol, host, pathname, search } = new URL(url);
  return [protocol.slice(0, -1), host, pathname, "", search.slice(1), ""];
}
