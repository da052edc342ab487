import type { Category } from "../companies/categories";
import type { Random } from "../random";
import {
  inventDate,
  inventPrice,
  inventVisitor,
  pickQuestion,
  pickTopic,
  toSlug,
  writeParagraph,
  writeSentence,
} from "./filling-texts";

type Section = (random: Random, category: Category) => string;

/** Appended in rotation until the page is large enough. Headings start at h2, below the page's own h1. */
export const SECTIONS: readonly Section[] = [
  renderProducts,
  renderStory,
  renderPosts,
  renderHours,
  renderTestimonials,
  renderQuestions,
  renderGallery,
];

function renderProducts(random: Random, { offers }: Category): string {
  const cards = Array.from({ length: random.integer(6, 14) }, () => {
    const offer = random.pick(offers);
    const file = `${toSlug(offer)}-${random.digits(6)}`;
    return `<li class="card card--${random.integer(1, 9)}" data-sku="${random.digits(8)}" data-pos="${random.integer(1, 60)}"><figure><img loading="lazy" src="/media/${file}-300x300.webp" srcset="/media/${file}-300x300.webp 300w, /media/${file}-768x768.webp 768w, /media/${file}-1536x1536.webp 1536w" sizes="(max-width: 768px) 100vw, 33vw" width="300" height="300" alt="${offer}"></figure><h3 class="card__title">${offer}</h3><p class="card__text">${writeSentence(random)}</p>${renderStars(random)}<p class="card__price"><s>${inventPrice(random)}</s> <strong>${inventPrice(random)}</strong> ou ${random.integer(2, 10)}x de ${inventPrice(random)} sem juros</p><p class="card__code">C&oacute;d. ${random.digits(8)} &middot; Ref. ${random.integer(2000, 5999)}-${random.digits(4)}</p><button type="button" class="btn" data-id="${random.digits(9)}">Adicionar &agrave; sacola</button></li>`;
  });
  return `<section class="grid grid--${random.integer(2, 4)}"><h2>Destaques da semana</h2><p>Ofertas v&aacute;lidas de ${inventDate(random)} a ${inventDate(random)} ou enquanto durarem os estoques.</p><ul>${cards.join("")}</ul></section>`;
}

function renderStars(random: Random): string {
  const star = `<svg class="icon" viewBox="0 0 ${random.pick([24, 32, 512])} 512" width="16" height="16" aria-hidden="true"><path d="${inventSvgPath(random)}"/></svg>`;
  return `<div class="stars">${star} <span>4,${random.integer(1, 9)} (${random.integer(12, 1_980)} avalia&ccedil;&otilde;es)</span></div>`;
}

function inventSvgPath(random: Random): string {
  const point = () => `${random.integer(0, 511)}.${random.digits(1)} ${random.integer(0, 511)}`;
  const curves = Array.from(
    { length: random.integer(2, 6) },
    () => `C${point()} ${point()} ${point()}`,
  );
  return `M${point()}${curves.join("")}L${point()}z`;
}

function renderStory(random: Random, { pitch }: Category): string {
  const paragraphs = Array.from(
    { length: random.integer(3, 7) },
    () => `<p>${writeParagraph(random)}</p>`,
  );
  return `<section class="story"><h2>${pickTopic(random)}</h2><p><em>${pitch}</em></p>${paragraphs.join("\n")}<blockquote>${writeSentence(random)}</blockquote></section>`;
}

function renderPosts(random: Random): string {
  const teasers = Array.from({ length: random.integer(3, 8) }, () => {
    const title = pickTopic(random);
    return `<article class="post"><a class="post__link" href="/blog/${random.integer(2019, 2026)}/${toSlug(title)}"><img loading="lazy" src="/media/blog/${random.digits(10)}.jpg" alt=""><h3>${title}</h3></a><p class="post__meta"><time datetime="2026-0${random.integer(1, 9)}-1${random.integer(0, 9)}T09:30:00-03:00">${inventDate(random)}</time> &middot; ${random.integer(2, 12)} min de leitura &middot; ${random.integer(3, 1_900)} visualiza&ccedil;&otilde;es</p><p>${writeParagraph(random)}</p></article>`;
  });
  return `<section class="posts"><h2>Do nosso blog</h2>${teasers.join("\n")}</section>`;
}

function renderHours(random: Random): string {
  const days = ["Segunda", "Ter&ccedil;a", "Quarta", "Quinta", "Sexta", "S&aacute;bado", "Domingo"];
  const rows = days.map(
    (day) =>
      `<tr><th scope="row">${day}</th><td>0${random.integer(6, 9)}:00 &agrave;s 12:00</td><td>13:30 &agrave;s ${random.integer(17, 22)}:${random.pick(["00", "30"])}</td></tr>`,
  );
  return `<section class="hours"><h2>Hor&aacute;rios</h2><table>${rows.join("")}</table><p>Fechado em ${inventDate(random)} para balan&ccedil;o. Alvar&aacute; ${random.integer(2019, 2026)}/${random.digits(6)}.</p></section>`;
}

function renderTestimonials(random: Random): string {
  const quotes = Array.from(
    { length: random.integer(3, 6) },
    () =>
      `<figure class="voice">${renderStars(random)}<blockquote>${writeSentence(random)} ${writeSentence(random)}</blockquote><figcaption>${inventVisitor(random)}, em ${inventDate(random)}</figcaption></figure>`,
  );
  return `<section class="voices"><h2>Quem veio, gostou</h2>${quotes.join("")}</section>`;
}

function renderQuestions(random: Random): string {
  const items = Array.from(
    { length: random.integer(4, 7) },
    () =>
      `<details class="faq__item"><summary>${pickQuestion(random)}</summary><p>${writeParagraph(random)}</p></details>`,
  );
  return `<section class="faq"><h2>Perguntas frequentes</h2>${items.join("")}</section>`;
}

function renderGallery(random: Random): string {
  const pictures = Array.from({ length: random.integer(6, 16) }, () => {
    const file = `/media/galeria/IMG_${random.digits(8)}_${random.digits(6)}`;
    return `<a href="${file}.jpg" data-w="${random.integer(800, 4_000)}" data-h="${random.integer(600, 3_000)}"><picture><source type="image/avif" srcset="${file}.avif 1x, ${file}@2x.avif 2x"><img loading="lazy" src="${file}-400.jpg" alt="Foto ${random.integer(1, 60)}" style="aspect-ratio:${random.integer(1, 4)}/${random.integer(1, 4)}"></picture></a>`;
  });
  return `<section class="gallery"><h2>Fotos</h2>${pictures.join("")}</section>`;
}
