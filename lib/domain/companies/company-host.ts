import { getDomain, getHostname } from "tldts";

/** Hosts shared by many companies: never visited as a company's site nor used to identify one. */
const SHARED_DOMAINS = new Set(
  `
  facebook.com instagram.com linkedin.com youtube.com youtu.be twitter.com x.com tiktok.com pinterest.com threads.net
  wa.me whatsapp.com t.me telegram.me messenger.com
  google.com google.com.br goo.gl g.page maps.app.goo.gl bing.com yahoo.com duckduckgo.com wikipedia.org
  mercadolivre.com.br olx.com.br shopee.com.br amazon.com.br magazineluiza.com.br americanas.com.br elo7.com.br enjoei.com.br
  ifood.com.br rappi.com.br tripadvisor.com.br tripadvisor.com booking.com airbnb.com.br decolar.com foursquare.com
  yelp.com yelp.com.br doctoralia.com.br boaconsulta.com getninjas.com.br habitissimo.com.br telelistas.net
  guiamais.com.br apontador.com.br solutudo.com.br kekanto.com.br listaamarela.com.br infobel.com hagah.com.br kompass.com
  cnpj.biz casadosdados.com.br econodata.com.br cnpj.info consultacnpj.com empresascnpj.com cnpja.com speedio.com.br
  serasaexperian.com.br cadastroempresa.com.br informecadastral.com.br transparencia.cc jusbrasil.com.br reclameaqui.com.br
  catho.com.br indeed.com.br indeed.com glassdoor.com.br infojobs.com.br vagas.com.br
  cylex.com.br encontrasp.com.br guiafacil.com restaurantguru.com.br restaurantguru.com wanderlog.com waze.com moovitapp.com
  zapimoveis.com.br vivareal.com.br imovelweb.com.br quintoandar.com.br chavesnamao.com.br webmotors.com.br icarros.com.br
  trivago.com.br hoteis.com expedia.com.br escavador.com globo.com uol.com.br terra.com.br
  wa.link linkbio.co linklist.bio solo.to about.me linktr.ee linktree.com beacons.ai bio.link taplink.cc campsite.bio lnk.bio bit.ly
  `.match(/\S+/g),
);

/** Site builders and hosts that give each customer a subdomain. */
const BUILDER_DOMAINS = new Set(
  `
  wixsite.com wix.com wordpress.com blogspot.com blogspot.com.br webnode.com webnode.page webnode.com.br weebly.com
  squarespace.com godaddysites.com negocio.site business.site sites.google.com myshopify.com lojaintegrada.com.br
  nuvemshop.com.br lojavirtualnuvem.com.br tray.com.br yolasite.com jimdosite.com jimdofree.com github.io netlify.app
  vercel.app web.app firebaseapp.com carrd.co strikingly.com ueniweb.com site123.me
  `.match(/\S+/g),
);

/** Government and court pages mention companies but do not belong to one. */
const PUBLIC_SUFFIXES = [".gov.br", ".jus.br", ".leg.br", ".mp.br"];

/**
 * The host that identifies a company ("padariadoze.com.br"), or null when the address is a social network, a
 * marketplace, a directory, a link page or a site builder.
 */
export function getCompanyHost(url: string | null | undefined): string | null {
  const host = url ? getHostname(url) : null;
  if (!host || isSharedHost(host) || findBuilder(host)) return null;
  return getDomain(host) ?? host;
}

/** Adds the scheme to an address as people write it ("www.padaria.com.br"); null when it is not a web address. */
export function toWebAddress(written: string | null | undefined): string | null {
  const text = written?.trim();
  if (!text) return null;
  // Servers answer http, if only to redirect to https.
  const address = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)
    ? text
    : `http://${text.replace(/^\/+/, "")}`;
  const isOfTheWeb = URL.canParse(address) && /^https?:/i.test(address);
  return isOfTheWeb && getDomain(address) !== null ? address : null;
}

/**
 * Identifies a site, which is visited once per search: the registrable domain, or the customer's subdomain of a site
 * builder. Null for hosts that are not visited.
 */
export function getSiteKey(url: string): string | null {
  const host = getHostname(url)?.replace(/^www\./, "");
  if (!host || isSharedHost(host)) return null;
  return findBuilder(host) ? host : (getDomain(host) ?? host);
}

function isSharedHost(host: string): boolean {
  const domain = getDomain(host) ?? host;
  return (
    SHARED_DOMAINS.has(domain) ||
    SHARED_DOMAINS.has(host) ||
    PUBLIC_SUFFIXES.some((suffix) => `.${host}`.endsWith(suffix))
  );
}

function findBuilder(host: string): string | null {
  for (const builder of BUILDER_DOMAINS) {
    if (host === builder || host.endsWith(`.${builder}`)) return builder;
  }
  return null;
}
