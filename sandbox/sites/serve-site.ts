import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Company } from "../companies/company";
import { getContactPath, renderPage } from "./pages";

const SLOW_SITE_DELAY_MS = 4_000;

interface SiteRequest {
  host: string;
  path: string;
}

/** Answers as the company's own web server would, including its faults. */
export function serveSite(company: Company, request: SiteRequest, response: ServerResponse): void {
  const { recipe, host } = company;
  const isHome = request.path === "/";
  const page = () => servePage(company, request.path, response);
  if (recipe.delivery === "silent") return;
  if (request.path === "/robots.txt") serveRobots(company, response);
  else if (recipe.delivery === "failing")
    answer(response, 500, "text/html", "<h1>Internal Server Error</h1>");
  else if (recipe.delivery === "endless") serveEndless(response);
  else if (recipe.delivery === "not-html")
    answer(response, 200, "application/pdf", `%PDF-1.4\n% ${company.name}\n`);
  else if (recipe.delivery === "parked") answer(response, 200, "text/html; charset=utf-8", PARKED);
  else if (recipe.delivery === "redirect-loop") redirect(response, isHome ? "/inicio" : "/");
  else if (recipe.delivery === "redirect-to-home" && isHome) redirect(response, "/home");
  else if (recipe.delivery === "redirect-to-www" && request.host === host)
    redirect(response, `http://www.${host}${request.path}`);
  else if (recipe.delivery === "home-missing" && isHome) servePage(company, null, response);
  else if (recipe.delivery === "slow") setTimeout(page, SLOW_SITE_DELAY_MS).unref();
  else page();
}

/** A rendered page, cached so that benchmarks of the crawler do not measure its rendering. */
interface Rendered {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

const MAX_CACHED_BYTES = 100_000_000;
const cache = new Map<string, Rendered>();
let cachedBytes = 0;

function servePage(company: Company, path: string | null, response: ServerResponse): void {
  const key = `${company.host} ${path}`;
  const { status, headers, body } = cache.get(key) ?? cachePage(key, render(company, path));
  response.writeHead(status, headers);
  response.end(body);
}

function cachePage(key: string, page: Rendered): Rendered {
  // Error pages are not cached: their URLs are unlimited.
  if (page.status !== 200) return page;
  for (const [oldest, { body }] of cache) {
    if (cachedBytes + page.body.length <= MAX_CACHED_BYTES) break;
    cache.delete(oldest);
    cachedBytes -= body.length;
  }
  cache.set(key, page);
  cachedBytes += page.body.length;
  return page;
}

function render(company: Company, path: string | null): Rendered {
  const { recipe, name } = company;
  const html = path === null ? null : renderPage(company, path);
  const text =
    html ?? `<html><title>Página não encontrada</title><h1>404</h1><p>${name}</p></html>`;
  const charset = recipe.charset ?? "utf-8";
  const plain = Buffer.from(text, charset === "utf-8" ? "utf8" : "latin1");
  // Sent even if the client does not accept gzip, as misconfigured servers do.
  const body = recipe.gzip === true ? gzipSync(plain) : plain;
  return {
    status: html === null ? 404 : 200,
    headers: {
      "content-type": {
        "utf-8": "text/html; charset=utf-8",
        "latin1-header": "text/html; charset=ISO-8859-1",
        "latin1-meta": "text/html",
        "latin1-silent": "text/html",
      }[charset],
      "content-length": body.length,
      ...(recipe.gzip === true && { "content-encoding": "gzip" }),
    },
    body,
  };
}

function serveRobots({ recipe, host }: Company, response: ServerResponse): void {
  const robots = recipe.robots ?? "allow";
  if (robots === "failing") answer(response, 500, "text/plain", "error");
  else if (robots === "missing") answer(response, 404, "text/html", "<h1>404</h1>");
  else answer(response, 200, "text/plain", buildRobotsText(robots, host));
}

function buildRobotsText(robots: "allow" | "no-contact" | "nothing" | "slow-crawl", host: string) {
  switch (robots) {
    case "allow":
      return `User-agent: *\nAllow: /\nSitemap: http://${host}/sitemap.xml\n`;
    case "no-contact":
      return `User-agent: *\nDisallow: /wp-admin/\nDisallow: ${getContactPath(host)}\n`;
    case "nothing":
      return "User-agent: *\nDisallow: /\n";
    case "slow-crawl":
      return "User-agent: *\nCrawl-delay: 1\nDisallow: /admin\n";
  }
}

/** Streams a page without end, respecting backpressure. */
function serveEndless(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  const chunk = "<p>Promoção da semana, confira as ofertas da loja.</p>\n".repeat(1_200);
  const write = () => {
    while (!response.destroyed && response.write(chunk)) {
      // Write until the buffer is full; 'drain' resumes.
    }
  };
  response.on("drain", write);
  response.write("<html><head><title>Ofertas</title></head><body>");
  write();
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { location, "content-type": "text/html" }).end("<h1>301</h1>");
}

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

const PARKED =
  "<html><head><title>Domínio à venda</title></head><body><h1>Este domínio está à venda</h1><p>Compre agora por R$ 1.499,00. Links relacionados: empréstimo, seguro, apostas.</p></body></html>";
