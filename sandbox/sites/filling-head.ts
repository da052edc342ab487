import type { Random } from "../random";

/** Builds the rest of a head: styles, settings and trackers, full of numbers that are not phone numbers. */
export function buildHeadFilling(random: Random, bytes: number): string {
  const parts = [
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="theme-color" content="#${inventHex(random)}">`,
    `<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin><link rel="stylesheet" href="/assets/site.min.css?v=${random.digits(10)}">`,
    renderTrackers(random),
    renderSettings(random),
  ];
  let length = parts.join("").length;
  const rules: string[] = [];
  while (length < bytes) {
    const rule = inventStyleRule(random);
    rules.push(rule);
    length += rule.length;
  }
  return `${parts.join("")}<style>${rules.join("")}</style>`;
}

function renderTrackers(random: Random): string {
  const time = () => `17${random.digits(11)}`;
  return `<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':${time()},event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f)})(window,document,'script','dataLayer','GTM-${random.digits(7)}');!function(f){f.fbq=function(){};f.fbq('init','${random.digits(15)}');f.fbq('track','PageView',{eventID:'${random.digits(9)}.${random.digits(10)}'})}(window);window._hjSettings={hjid:${random.digits(7)},hjsv:6};</script>`;
}

function renderSettings(random: Random): string {
  const point = () => ({
    lat: Number(`-${random.integer(3, 29)}.${random.digits(7)}`),
    lng: Number(`-${random.integer(35, 58)}.${random.digits(7)}`),
    zoom: random.integer(11, 17),
  });
  const value = {
    build: random.digits(14),
    updatedAt: Number(`17${random.digits(11)}`),
    map: { centre: point(), markers: Array.from({ length: random.integer(2, 8) }, point) },
    catalogue: Array.from({ length: random.integer(6, 24) }, () => ({
      id: Number(random.digits(8)),
      ean: `789${random.digits(10)}`,
      stock: random.integer(0, 400),
      price: random.integer(400, 290_000) / 100,
      image: `/media/${random.digits(4)}/${random.digits(8)}-${random.digits(4)}.webp`,
    })),
    experiments: { header: random.integer(0, 3), checkout: `v${random.digits(2)}` },
  };
  return `<script type="application/json" id="__SETTINGS__">${JSON.stringify(value)}</script>`;
}

const BLOCKS = [
  "hero",
  "card",
  "grid",
  "menu",
  "banner",
  "price",
  "badge",
  "footer",
  "slide",
  "faq",
];
const ELEMENTS = ["title", "text", "icon", "image", "link", "list", "item", "button", "row"];

function inventStyleRule(random: Random): string {
  const selector = `.${random.pick(BLOCKS)}__${random.pick(ELEMENTS)}--${random.integer(1, 40)}`;
  const declarations = [
    `margin:${random.integer(0, 48)}px ${random.integer(0, 48)}px`,
    `padding:${random.integer(0, 32)}px`,
    `color:#${inventHex(random)}`,
    `font:${random.integer(300, 800)} ${random.integer(12, 48)}px/1.${random.integer(1, 6)} Inter,Arial,sans-serif`,
    `transform:translate3d(${random.integer(-90, 90)}%,0,0) rotate(${random.integer(0, 359)}deg)`,
    `background:linear-gradient(${random.integer(0, 359)}deg,#${inventHex(random)} 0%,rgba(0,0,0,.${random.digits(2)}) 100%)`,
  ].filter(() => random.next() < 0.5);
  return random.next() < 0.1
    ? `@media(max-width:${random.integer(480, 1280)}px){${selector}{${declarations.join(";")}}}`
    : `${selector}{${declarations.join(";")}}`;
}

const inventHex = (random: Random): string =>
  random.integer(0, 0xffffff).toString(16).padStart(6, "0");
