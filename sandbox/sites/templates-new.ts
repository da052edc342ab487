import type { Page } from "./page";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#222}header,main,footer{max-width:960px;margin:auto;padding:1rem}a{color:#a33}footer{font-size:.85rem;color:#555}";

export function landing(page: Page): string {
  return `<!DOCTYPE html>
<html lang="pt-br">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${page.name} - ${page.heading === page.name ? `${page.city}/${page.uf}` : page.heading}</title>
  <meta name="description" content="${page.name}, em ${page.city} - ${page.uf}">
  <style>${STYLE}</style>
  ${page.head}
</head>
<body>
  <header><strong>${page.name}</strong> ${renderMenu(page)}</header>
  <main>
    <h1>${page.heading}</h1>
    ${page.body}
  </main>
  <footer>${page.footer}<p><a href="https://www.instagram.com/${page.host.split(".")[0]}/">Instagram</a></p><p>&copy; 2026 ${page.name}. Todos os direitos reservados.</p></footer>
</body>
</html>`;
}

export function wordpress(page: Page): string {
  return `<!DOCTYPE html><html lang="pt-BR" prefix="og: https://ogp.me/ns#"><head><meta charset="UTF-8"/><title>${page.heading} &#8211; ${page.name}</title><meta property="og:site_name" content="${page.name}"/><meta name="generator" content="WordPress 6.6.1"/>${page.head}<link rel='stylesheet' href='/wp-content/themes/astra/style.css?ver=4.7.3'/></head><body class="home page-id-1187"><div id="page"><div class="elementor-widget-wrap">${renderMenu(page)}</div><h1 class="entry-title">${page.heading}</h1><div class="entry-content">${page.body}</div></div><div class="site-footer">${page.footer}</div><script>/* <![CDATA[ */ var wp_ajax = {"nonce":"19987${page.host.length}4321","url":"\\/wp-admin\\/admin-ajax.php"}; /* ]]> */</script></body></html>`;
}

export function minified(page: Page): string {
  return `<!doctype html><meta charset=utf-8><title>${page.name}</title>${page.head}<div id=app><nav>${page.menu.map(({ href, label }) => `<a href=${href}>${label}</a>`).join("")}</nav><h1>${page.heading}</h1>${page.body}</div><footer>${page.footer}</footer>`;
}

export function onepage(page: Page): string {
  return `<!DOCTYPE html><html lang="pt"><head><meta charset="utf-8"><title>${page.name} | ${page.heading}</title><style>${STYLE}.h{background:url(data:image/png;base64,iVBORw0KGgo5511987654321AAAANSUhEUg)}</style>${page.head}</head><body><section id="inicio" class="h"><h1>${page.heading}</h1></section><section id="servicos">${page.body}</section><section id="links">${renderMenu(page)} <a href="#inicio">Topo</a> <a href="javascript:void(0)">Galeria</a></section><section id="contato"><h2>Contato</h2>${page.footer}</section></body></html>`;
}

export function shop(page: Page): string {
  return `<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>${page.heading} - Loja ${page.name}</title><meta property="og:site_name" content="${page.name}"><style>${STYLE}</style>${page.head}</head><body><header><a href="/carrinho">Carrinho (0)</a> ${renderMenu(page)}</header><main><h1>${page.heading}</h1>${page.body}<div class="produto" data-sku="7891000100103" data-preco="1998.76"><button>Comprar</button> em até 10x de R$ 19,98</div></main><footer>${page.footer}<p>Pague com Pix, boleto ou cartão. Compra segura SSL 256.</p></footer></body></html>`;
}

export function social(page: Page): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta property="og:site_name" content="${page.name}"><meta property="og:title" content="${page.heading}"><meta property="og:locale" content="pt_BR"><title>Home</title>${page.head}</head><body><div role="navigation">${renderMenu(page)}</div><div class="hero"><img src="/logo.png" alt="${page.name}"></div><div>${page.body}</div><div class="footer">${page.footer}</div></body></html>`;
}

export function microdata(page: Page): string {
  return `<!DOCTYPE html><html lang="pt-BR"><head><meta charset="utf-8"><title>${page.heading}</title>${page.head}</head><body itemscope itemtype="https://schema.org/LocalBusiness"><header><span itemprop="name">${page.name}</span> ${renderMenu(page)}</header><main>${page.body}</main><footer>${page.footer}</footer></body></html>`;
}

/** The titles name pages; only the line at the foot names the company. */
export function untitled(page: Page): string {
  return `<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>${page.kind === "contact" ? "Contatos da empresa" : "Fale conosco"}</title>${page.head}</head><body><nav>${renderMenu(page)}</nav><h1>Entre em contato</h1>${page.body}<footer>${page.footer}<p>&copy; 2019-2026 ${page.name}. Todos os direitos reservados.</p></footer></body></html>`;
}

export function links(page: Page): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="text-align:center;font-family:sans-serif"><img src="/foto.jpg" alt="" width="96"><h1>${page.name}</h1><div>${page.body}</div>${page.menu.map(({ href, label }) => `<p><a class="botao" href="${href}">${label}</a></p>`).join("")}${page.footer}</body></html>`;
}

function renderMenu(page: Page): string {
  return page.menu.map(({ href, label }) => `<a href="${href}">${label}</a>`).join(" ");
}
