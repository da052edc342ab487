#!/usr/bin/env bash
# Next.js 16.4.6, a custom server in production, on Node with --enable-source-maps.
#
# Once `next().prepare()` has run, `error.stack` of the whole process names the compiled files again, although Node was
# asked for the sources: Next's server puts a function of its own in place of `Error.prepareStackTrace`, which formats a
# stack without looking at any map. It maps what `console` prints of an error, not the stack that a logger reads.
#
# Seen: the output below. A custom server that logs stacks keeps `Error.prepareStackTrace` from before `prepare()` and puts
# it back afterwards.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module
npm install --silent --no-audit --no-fund next@16.4.6 react@19.3.1 react-dom@19.3.1 >/dev/null
mkdir pages
echo 'export default function Page() { return "page"; }' >pages/index.js
NEXT_TELEMETRY_DISABLED=1 npx next build >build.txt 2>&1
# As a compiler leaves it: line 2 of server.cjs is line 11 of server.ts.
cat >server.cjs <<'JS'
const next = require("next");
function fail() { return new Error("told"); }
const placeOf = ({ stack }) => /server\.(?:ts|cjs):\d+/.exec(stack)[0];
const { prepareStackTrace } = Error;
console.log("before Next is ready:", placeOf(fail()));
next({ dev: false, quiet: true })
  .prepare()
  .then(() => {
    console.log("after:", placeOf(fail()));
    Error.prepareStackTrace = prepareStackTrace;
    console.log("with Node's function put back:", placeOf(fail()));
    process.exit();
  });
//# sourceMappingURL=server.cjs.map
JS
echo '{ "version": 3, "sources": ["server.ts"], "names": [], "mappings": ";AAUA" }' >server.cjs.map
NODE_ENV=production node --enable-source-maps server.cjs | grep -v next.config | tee seen.txt
diff seen.txt - <<'SEEN'
before Next is ready: server.ts:11
after: server.cjs:2
with Node's function put back: server.ts:11
SEEN
