import type { IncomingMessage, ServerResponse } from "node:http";
import { isDatabaseUp } from "@/server/platform/system/system.service";

const RETRY_S = 10;

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Scripts, styles and pictures, which need no database. */
const ASSET = /^\/_next\/|\.[a-z\d]{2,5}(?:\?|$)/;

/**
 * Renders pages with `render`, and answers 503 while the database is unreachable, as the API does: the rendering itself
 * could only fail with 500. The page needs no other files, and its address stays, so that it recovers by itself.
 */
export function renderWhileAvailable(render: Listener): Listener {
  return async (request, response) => {
    if (ASSET.test(request.url ?? "") || (await isDatabaseUp())) return render(request, response);
    answerUnavailable(response);
  };
}

function answerUnavailable(response: ServerResponse): void {
  response.writeHead(503, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(RETRY_S),
  });
  response.end(PAGE);
}

const PAGE = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_S}">
<title>Garimpo: voltamos já</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem; text-align: center;
    font: 1rem/1.5 Inter, ui-sans-serif, system-ui, sans-serif; background: oklch(0.985 0.002 85); color: oklch(0.21 0.008 60); }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  p { margin: 0 auto 1.5rem; max-width: 26rem; color: oklch(0.49 0.013 62); }
  a { display: inline-block; justify-self: center; padding: .625rem 1.25rem; border-radius: .5rem; font-weight: 600;
    text-decoration: none; background: oklch(0.795 0.152 78); color: oklch(0.24 0.04 65); }
  @media (prefers-color-scheme: dark) {
    body { background: oklch(0.178 0.005 65); color: oklch(0.945 0.005 80); }
    p { color: oklch(0.7 0.012 75); }
  }
</style>
</head>
<body>
<main>
<h1>Voltamos em instantes</h1>
<p role="status">O Garimpo está sem acesso aos seus dados neste momento. O que já estava salvo continua salvo.
Esta página tenta de novo sozinha a cada ${RETRY_S} segundos.</p>
<a href="">Tentar agora</a>
</main>
</body>
</html>
`;
