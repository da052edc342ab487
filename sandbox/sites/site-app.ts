import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import { findCompany } from "../companies/catalogue";
import { type Env, injectSiteFaults } from "../faults/fault-injection";
import { DIRECTORY_HOST } from "../search";
import type { World } from "../world";
import { renderDirectory } from "./directory";
import { renderPage } from "./pages";
import { answerAsReceiver } from "./receivers";
import { serveSite } from "./serve-site";

export async function answerSite(
  { faults }: Pick<World, "faults">,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  if (await injectSiteFaults(faults, `${host}${path}`, request, response)) return;
  if (answerAsReceiver(host, request, response)) return;
  const company = findCompany(host);
  if (company !== undefined) return serveSite(company, { host, path }, response);
  const isDirectory = host === DIRECTORY_HOST || host === `www.${DIRECTORY_HOST}`;
  response.writeHead(isDirectory ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
  response.end(isDirectory ? renderDirectory(path) : "<h1>Site não encontrado</h1>");
}

/** Serves the sites' pages for viewing in a browser, under the sandbox's own host, with the charset corrected. */
export function createPreviewApp(_world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/:host", (context) => context.redirect(`/site/${context.req.param("host")}/`));
  app.get("/:host/*", (context) => {
    const host = context.req.param("host");
    const company = findCompany(host);
    if (company === undefined) return context.text("Site não encontrado", 404);
    const path = context.req.path.slice(`/site/${host}`.length);
    const isMoved = company.recipe.delivery === "redirect-to-home" && path === "/";
    const html = renderPage(company, isMoved ? "/home" : path);
    if (html === null) return context.text("Página não encontrada", 404);
    return context.html(
      html
        .replace(/charset=iso-8859-1/i, "charset=utf-8")
        .replace(/\b(href|src)=(["']?)\/(?!\/)/gi, `$1=$2/site/${host}/`),
    );
  });
  return app;
}
