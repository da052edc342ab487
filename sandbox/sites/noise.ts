import type { Company, Noise } from "../companies/company";
import { seededRandom } from "../random";

/** Renders numbers and addresses that look like the company's contacts but are not. */
export function renderNoise(kind: Noise, { host, category, city, facts, name }: Company): string {
  const random = seededRandom(`${host} ${kind}`);
  const price = () => `R$ ${random.integer(4, 89)},${random.pick(["00", "50", "90", "99"])}`;
  switch (kind) {
    case "script":
      return `<script>window.dataLayer=window.dataLayer||[];gtag('config','G-${random.digits(10)}');var px=${random.digits(15)},t=1198${random.digits(7)},cfg={id:"5511${random.digits(9)}",v:"19.${random.digits(3)}.${random.digits(3)}/0001-${random.digits(2)}"};</script><style>.c${random.digits(11)}{margin:0 ${random.digits(2)}px;background:#${random.digits(6)}}</style><!-- build 2026-08-14 ${random.digits(11)} -->`;
    case "prices":
      return `<ul class="precos">${category.offers.map((offer) => `<li>${offer} <span>${price()}</span></li>`).join("")}</ul><p>Desde 1987. Aberto das 06:30 às 21:00. Mais de 12.500 clientes atendidos.</p>`;
    case "people-documents":
      return `<p>Responsável: ${facts.person}, CPF ${random.digits(3)}.${random.digits(3)}.${random.digits(3)}-${random.digits(2)}. CEP da matriz ${city.cepPrefix}${random.digits(2)}-${random.digits(3)}. Registro 2024/${random.digits(6)}.</p>`;
    case "units":
      return `<h3>Nossas unidades</h3><ul><li>Unidade Centro: ${facts.street}, Centro</li><li>Unidade Shopping: loja ${random.integer(100, 399)}, piso 2 (funciona das 10h às 22h)</li><li>Unidade Rodovia: km ${random.integer(2, 140)},5</li></ul>`;
    case "agency":
      return `<p class="creditos">&copy; 2019-2026 ${name}. Site por <a href="https://agenciapixelverde.example/" rel="nofollow">Agência Pixel Verde</a> &middot; <a href="mailto:suporte@agenciapixelverde.example">suporte</a></p>`;
    case "share-links":
      return `<p>Compartilhe: <a href="https://api.whatsapp.com/send?text=Veja%20${encodeURIComponent(name)}">WhatsApp</a> <a href="https://www.facebook.com/sharer.php?u=http://${host}/">Facebook</a> <a href="https://www.instagram.com/explore/tags/${city.uf.toLowerCase()}/">Instagram</a></p>`;
    case "customers":
      return `<h3>Nossos clientes</h3><p>Obra do Hotel Mirante, Rua do Cliente, ${random.integer(10, 900)}. Siga: <a href="https://www.instagram.com/hotelmirantedocliente/">@hotelmirantedocliente</a></p>`;
    case "side-doors":
      return `<p>Envie seu currículo para ana@${host}</p><p>Encarregado pelos dados: bia@${host}</p>`;
    case "placeholders":
      return `<p>Modelo de cartão: (11) 98989-8989 ou (11) 99999-8888, ligue: (11) 3333-4444, WhatsApp: (11) 98765-4321</p>`;
    case "invoice-numbers":
      return `<p>Pedido mínimo R$ 35,00. Código de rastreio BR${random.digits(9)}BR. Cupom: PROMO${random.digits(4)}.</p>`;
  }
}
