import type { Page } from "./page";

const renderMenu = (page: Page, separator: string) =>
  page.menu.map(({ href, label }) => `<a href="${href}">${label}</a>`).join(separator);

export function tables(page: Page): string {
  return `<HTML><HEAD><TITLE>:: ${page.name.toUpperCase()} :: ${page.city} - ${page.uf} ::</TITLE>${page.head}</HEAD>
<BODY BGCOLOR="#FFFFCC" TEXT=#333333><TABLE WIDTH=760 ALIGN=CENTER BORDER=0 CELLPADDING=4>
<TR><TD COLSPAN=2 BGCOLOR=#993300><FONT FACE=Verdana COLOR=WHITE SIZE=5>${page.heading}</FONT></TD></TR>
<TR><TD VALIGN=TOP WIDTH=160><FONT FACE=Verdana SIZE=2>${renderMenu(page, "<BR>")}</FONT></TD>
<TD><FONT FACE=Verdana SIZE=2>${page.body}</FONT></TD></TR>
<TR><TD COLSPAN=2 ALIGN=CENTER><FONT SIZE=1>${page.footer}Visitante n&ordm; 0045871 - melhor visto em 1024x768</FONT></TD></TR>
</TABLE></BODY></HTML>`;
}

export function frontpage(page: Page): string {
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head>
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<meta name="GENERATOR" content="Microsoft FrontPage 6.0"><title>${page.name} - ${page.heading}</title>${page.head}
</head><body background="fundo.gif"><center><h1><i>${page.heading}</i></h1>
<p>${renderMenu(page, " | ")}</p><hr width="80%"></center><blockquote>${page.body}</blockquote>
<hr><center><small>${page.footer}&copy; 2003 ${page.name}</small></center></body></html>`;
}

export function unclosed(page: Page): string {
  return `<html><head><title>${page.name}, ${page.city}
<meta name=description content="${page.name} em ${page.city}></title>${page.head}
<body><div id=topo><h1>${page.heading}<ul>${page.menu
    .map(({ href, label }) => `<li><a href=${href}>${label}`)
    .join(
      "",
    )}</ul><div class=conteudo>${page.body}<div class=rodape><p>${page.footer}<p>${page.name} &copy 2011`;
}

export function xhtml(page: Page): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="pt-br"><head><title>${page.name} / ${page.heading}</title>${page.head}</head>
<body><div id="menu">${renderMenu(page, " &#8226; ")}</div><h1>${page.heading}</h1>${page.body}<div id="rodape">${page.footer}</div></body></html>`;
}

export function blog(page: Page): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${page.heading} | ${page.name} | Blog</title>${page.head}</head>
<body><header><h2 class="logo">${page.name}</h2><nav>${renderMenu(page, "")}</nav></header>
<main><article><h1>${page.heading}</h1>${page.body}</article>
<aside><h3>Arquivo</h3><ul><li>Agosto de 2026 (12)</li><li>Julho de 2026 (31)</li></ul></aside></main>
<footer>${page.footer}<p>Publicado em 14/08/2026 às 10:32 por admin</p></footer></body></html>`;
}

export function frameset(page: Page, path: string): string {
  if (path === "/") {
    return `<html><head><title>${page.name}</title></head><frameset cols="180,*"><frame src="/menu.htm" name="menu"><frame src="/principal.htm" name="principal"><noframes>Seu navegador não mostra frames.</noframes></frameset></html>`;
  }
  return `<html><head><title>${page.name} - ${page.city}</title>${page.head}</head><body><p>${renderMenu(page, "<br>")}</p><h1>${page.heading}</h1>${page.body}<p>${page.footer}</p></body></html>`;
}
