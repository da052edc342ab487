import { foldText } from "@/lib/domain/text/fold-text";
import { oneLine } from "./page-reading.rule";
import { SMALL_WORD } from "./trade-words.rule";
import { trimCharactersAtEnd } from "./trim-characters.rule";

const MAX_LENGTH = 80;
/** The longest text in which a name is looked for. */
export const MAX_WRITTEN = 1_000;
/** For texts on one line, with single spaces. */
const SEPARATORS =
  / [-–—|·•»›«‹~/><*★☆|_] | ?(?:::|\||»|«|•|—|★|☆|｜) ?|[:!?;] |(?<=[\p{L}\d])[-–] | [-–](?=\p{L})|, (?=\p{Ll}{3})|(?<=\p{L}{3})\. (?=\p{L})/u;
/** Pictures in front of a word or behind it. */
const PICTURES = /\p{Extended_Pictographic}|\uFE0F|\u200D|®|™/gu;
const PLACE =
  /^(.{3,}?)(?:, | em | no (?=Rio|Brasil|Recife|Distrito|Centro|Bairro)| na (?=Zona|Vila|Barra))(\p{Lu}[\p{L}' ]{2,30})(?: ?[-–—/,] ?[A-Z]{2}| ?\([A-Z]{2}\))?\.?$/u;
/** "Padaria Sol (Campinas)", "Padaria Sol (SP)". */
const IN_BRACKETS = / \([^()]{2,40}\)$/;
const SINCE = / (?:desde|since|est\.?) ?(?:19|20)\d\d$/i;
const STATE_AFTER_PLACE = /^(?: ?[-–—/]|,)\s?[A-Z]{2}\b/;
/** Where a profession is registered: "Guilherme Moura CRN3 56142", "Dra. Ana Lima - OAB/SP 123.456". */
const REGISTRATION =
  /[ ,–—-]{1,3}\(?(?:CREFITO|CRECI|CREA|CRESS|CRMV|CRFa|CRBM|CRM|CRO|CRN|CRP|CRC|CRA|CRF|CAU|OAB|COREN|SUSEP)[-/ ]?[\dA-Z]{0,3}[-/ :nº°.]{0,5}\d{1,3}[\d./-]{1,8}[\dA-Z/-]{0,5}\)?$/;
/** The edges of a name, without spaces. */
const BEFORE_NAME = /^(?:\((?:\d{1,3}|[A-Z]{2,12})\))?[ \-–—|:·•*.,!>«»"'“”]{0,20}/;
const AFTER_NAME = " -–—|:·•*,!<«»\"'“”";
/** Words of pages, not of companies: a name of only such words is a page's title ("Contatos da empresa"). */
const GENERIC = new Set(
  `home homepage page index inicio pagina inicial principal bem vindo vindos vinda vindas bemvindo welcome contato contatos
  contact contate fale falar entre conosco nos nosso nossa nossos nossas quem somos sobre about us empresa loja lojas blog site
  oficial virtual online produto produtos servico servicos untitled document documento sem titulo new politica privacidade
  termos uso condicoes 404 not found nao encontrada erro error menu oferta ofertas localizacao orcamento orcamentos unidade
  unidades construcao wordpress my meu facebook instagram whatsapp historia equipe onde estamos como chegar endereco enderecos
  telefone telefones atendimento ao cliente clientes sac solicite peca institucional trabalhe novidades noticias galeria fotos
  mapa faq duvidas frequentes perguntas conheca veja saiba mais todos os direitos reservados copyright all rights reserved
  desde logo logotipo logomarca imagem banner slide main header default mais um uma meusite minha site modelo exemplo sample
  example template theme tema themes hello world ola mundo elementor astra wix squarespace wixsite webnode nova lorem ipsum just another
  sua seu suas seus aqui nome company name your landing links link bio linktree cardapio agende agendar agendamento
  login entrar buscar pesquisa carrinho checkout comprar compre novo novos nossos especialidades depoimentos parceiros
  portfolio projetos planos preco precos promocao promocoes semana destaques categoria categorias todas todos menu bemvinda
  institucional missao visao valores confira acesse clique fechar abrir carregando loading ultimas postagens
  agora ja hoje breve peca ligue nota recibo prototipo rascunho demonstracao demo mockup wireframe teste preview`.match(
    /\S+/g,
  ),
);
const GREETING =
  /^(?:(?:seja(?:m)?,? )?(?:muito )?bem[- ]?vind[oa]s?(?: a[o]?s?| à|)(?: (?:nosso |novo )?(?:site|portal|mundo|loja|p[aá]gina)(?: oficial)?(?: d[aeo])?)?|welcome to|landing ?page(?: d[aeo])?|home|in[ií]cio|(?:site|p[aá]gina|perfil|blog|website|canal)(?: oficial| inicial)?(?: d[aeo]s?)?|(?:loja|portal) (?:oficial|virtual|online)(?: d[aeo]s?)?|oficial|(?:conhe[cç]a|visite|fale com|(?:\p{L}{4,15} )?sobre(?= [ao]s? )|sobre|quem somos|quem é|contatos?|n[oó]s somos|somos)(?: com)?(?: [ao]s?)?|todos os direitos reservados(?: [aà])?|por|by|logo(?:tipo|marca)?(?: d[aeo])?)[\s:,!-]+(?=[\p{L}\d])/iu;
/** The same after a name. */
const FAREWELL =
  /(?: (?:home|in[ií]cio|(?:site|p[aá]gina|perfil) oficial|oficial|p[aá]gina inicial|home ?page|logo(?:tipo|marca)?|web ?design|web ?site|landing ?page)|,? todos os direitos reservados)$/iu;
/** The title that a tool gives to a new site. */
const UNFILLED =
  /^(?:(?:my |meu )?(?:react|vue|vite|angular|svelte|lovable|expo|ionic|nuxt|gatsby|remix|bolt|google ai studio|next(?:\.js)?) ?(?:app|project|site)|vite ?\+ ?(?:react|vue|svelte|preact|vanilla)(?: ?\+ ?ts)?|vite|create (?:next|react) app|(?:content|site) manager|wordpress site|blank page|novo site|meu site|(?:trabalho|projeto|atividade|exercicio)(?: (?:em grupo|escolar|final|integrador|pratico|html|css|web|de (?:html|css|escola|faculdade)|\d{1,2}))?|(?:grupo|equipe|turma) ?\d{1,4})$|[[{<] ?(?:seu|sua|suas|seus|nome|empresa|cidade|your|company|inserir|colocar)\b|\b(?:seu|sua) (?:nome|empresa|marca|negocio)\b|\bnome (?:da|do) (?:empresa|cliente|loja|negocio|profissional)\b/;
const PROBLEM =
  /^(?:404|403|50[0-4])\b|\b(?:erro|error|nao encontrad[ao]|not found|forbidden|access denied|just a moment|attention required|(?:site|pagina|loja|sistema|estamos) em manutencao|em construcao|index of|(?:este|esse|seu) dominio|dominio (?:a venda|registrado|disponivel|estacionado|expirado|suspenso)|(?:this )?domain (?:is|name|for|parked|expired))\b|^(?:em )?manutencao$|^(?:dominio|domain)$/;

/** Equal for spellings of one name. */
export function toNameKey(name: string): string {
  return foldText(name).replace(/[^a-z0-9]/g, "");
}

/** Normalises a name; returns null for a page title, a slogan or a server error. */
export function cleanName(written: string): string | null {
  const name = readFolder(trimCharactersAtEnd(oneLine(written.slice(0, MAX_WRITTEN)), AFTER_NAME))
    .replace(PICTURES, "")
    .replace(BEFORE_NAME, "")
    .replace(GREETING, "")
    .replace(FAREWELL, "")
    .replace(SINCE, "")
    .replace(REGISTRATION, "")
    .trim();
  const plain = foldText(name);
  if (name.length < 2 || name.length > MAX_LENGTH || !/\p{L}{2}/u.test(name)) return null;
  if (/^\S+\.(?:com|net|org|br)$/.test(plain)) return null;
  if (
    isGeneric(plain) ||
    UNFILLED.test(plain) ||
    PROBLEM.test(plain) ||
    /https?:|www\.|@/.test(plain)
  )
    return null;
  return /\p{Ll}/u.test(name) || !/\s/.test(name) ? name : toTitleCase(name);
}

/** Tools give a new site the name of its folder: "padaria-sao-miguel-site", "SitePadaria". */
const FOLDER = /^[a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){2,8}$/;
const OF_FOLDERS =
  /^(?:(?:site|website|projeto|landing|page|lp|app|web|novo) )+|(?: (?:site|website|projeto|landing|page|lp|app|web|frontend|main|react|v?\d))+$/g;
const JOINED = /^(?:Site|WebSite|Projeto|LandingPage)(?=\p{Lu}\p{Ll})/u;

function readFolder(name: string): string {
  if (!FOLDER.test(name)) return name.replace(JOINED, "");
  return toTitleCase(name.replaceAll("-", " ").replace(OF_FOLDERS, "").toUpperCase());
}

function isGeneric(plain: string): boolean {
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.every((word) => GENERIC.has(word) || SMALL_WORD.test(word));
}

/** The parts of a title, without the places in them that the page's text confirms. */
export function splitTitle(title: string, text: string): string[] {
  // An unclosed <title> swallows the tags after it.
  const [own = ""] = title.slice(0, MAX_WRITTEN).split(/<(?=[a-z/!])/i, 1);
  return joinTitles(
    oneLine(own)
      .replace(PICTURES, " ")
      .replace(/^(?:ol[aá]|oi)[!,] /i, "")
      .split(SEPARATORS),
  )
    .map((part) => removePlace(part.trim(), text))
    .filter(Boolean);
}

const TITLE =
  /(?:^| )(?:dra?|psic?|nutri|fisio|fono|profa?|sra?|eng|arq|adv|sta|cia|gen|cel|cap)[ªº°]?$/i;

/** "SA", where "SA - Móveis" is the name. */
export function isInitials(part: string): boolean {
  return /^\p{Lu}{1,3}$/u.test(part.trim());
}

/** A full stop after "Dra" ends no sentence, and initials are no name. */
function joinTitles(parts: readonly (string | undefined)[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && TITLE.test(last))
      joined[joined.length - 1] = `${last}. ${part ?? ""}`;
    else if (joined.length === 1 && isInitials(last ?? ""))
      joined[0] = `${last?.trim()} ${part?.trim()}`;
    else joined.push(part ?? "");
  }
  return joined;
}

/**
 * Removes the place from "Padaria X, Campinas" and "Padaria X em Campinas" if the page's text confirms that it is a
 * place.
 */
export function removePlace(part: string, text: string): string {
  const bare = part.replace(IN_BRACKETS, "");
  const cut = PLACE.exec(bare);
  const [, name = "", place = ""] = cut ?? [];
  if (cut === null) return bare;
  return / (?:em|no|na) \p{Lu}/u.test(part) || isPlace(place, text) ? name.trim() : bare;
}

/** Whether a page's text confirms that a word is a place: "em Campinas", "Campinas - SP". */
export function isPlace(place: string, text: string): boolean {
  return text.includes(`em ${place}`) || isFollowedByState(text, place);
}

/** "Campinas - SP" or "Campinas, SP", somewhere in the text. */
function isFollowedByState(text: string, place: string): boolean {
  for (let at = text.indexOf(place); at !== -1; at = text.indexOf(place, at + place.length)) {
    const end = at + place.length;
    if (STATE_AFTER_PLACE.test(text.slice(end, end + 6))) return true;
  }
  return false;
}

const SMALL_WORDS = new Set(["da", "das", "de", "do", "dos", "e", "em", "na", "no", "com", "para"]);

const ABBREVIATION = /^(?:[^AEIOUÁÉÍÓÚÂÊÔÃÕÀ]{1,4}|ME|S\/?A|EPP|EIRELI|RH|TI|[IVX]+)\.?$/;

/** Converts all capitals: "PADARIA DO ZÉ" becomes "Padaria do Zé". */
function toTitleCase(name: string): string {
  return name
    .split(" ")
    .map((word, index) => {
      const lower = word.toLocaleLowerCase("pt-BR");
      if (index > 0 && SMALL_WORDS.has(lower)) return lower;
      if (lower !== "ltda" && ABBREVIATION.test(word)) return word;
      return lower.replace(
        /(^|[-'(&/])(\p{L})/gu,
        (_, joint: string, letter: string) => `${joint}${letter.toLocaleUpperCase("pt-BR")}`,
      );
    })
    .join(" ");
}
