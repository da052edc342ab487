#!/usr/bin/env bash
# Next.js 16.4.6, a page of the app router in production.
#
# The router's own request headers are removed before a page may read them: `headers()` has no `rsc`, also where the
# request came with it. A page that renders less for a navigation than for a document, by asking for `rsc`, renders the
# same for both, without an error.
#
# Seen: the output below; the same page is asked for as a document, and as the router asks for it.
# What is left to tell them apart is `accept`: a browser asks for documents alone with text/html.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module
npm install --silent --no-audit --no-fund next@16.4.6 react@19.3.1 react-dom@19.3.1 >/dev/null
mkdir app
cat >app/layout.js <<'JS'
export default function Layout({ children }) { return <html><body>{children}</body></html>; }
JS
cat >app/page.js <<'JS'
import { headers } from "next/headers";
export default async function Page() {
  const asked = await headers();
  const seen = ["rsc", "accept"].map((name) => `${name}=${asked.get(name)}`);
  return <p>{`[${seen.join(" ")}]`}</p>;
}
JS
NEXT_TELEMETRY_DISABLED=1 npx next build >build.txt 2>&1 || { tail -20 build.txt; exit 1; }
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); });')
NEXT_TELEMETRY_DISABLED=1 node node_modules/next/dist/bin/next start -H 127.0.0.1 -p "$port" >start.txt 2>&1 &
server=$!
curl --silent --retry 60 --retry-delay 1 --retry-all-errors --output /dev/null "http://127.0.0.1:$port/"
look() {
  echo "$1: $(curl --silent --location "${@:2}" "http://127.0.0.1:$port/" | grep -o '\[rsc=[^]]*\]' | head -1)"
}
{
  look "a document" -H "accept: text/html"
  look "a navigation" -H "accept: */*" -H "rsc: 1"
} | tee seen.txt
diff seen.txt - <<'SEEN'
a document: [rsc=null accept=text/html]
a navigation: [rsc=null accept=*/*]
SEEN
