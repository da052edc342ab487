export function renderShell(fragment: string, sites: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mundo de mentira</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><h1>Mundo de mentira</h1><p>Celulares, sites e e-mails inventados para experimentar o Garimpo. Nada daqui sai deste computador.</p>
<nav><a href="#celulares">Celulares</a><a href="#conversas">Conversas</a><a href="#emails">E-mails</a><a href="#pagamentos">Pagamentos</a><a href="#sites">Sites</a></nav></header>
<main><div id="world">${fragment}</div>${sites}</main>
<script>${SCRIPT}</script>
</body>
</html>`;
}

const STYLE = `
:root{color-scheme:light;--ink:#1d2320;--soft:#626b66;--line:#dde3df;--paper:#fff;--ground:#f4f6f4;--accent:#0b6e4f}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main{max-width:1080px;margin:auto;padding:0 20px}
header{padding-top:28px}
h1{font-size:26px;line-height:1.2;margin:0 0 4px}
header p{margin:0;color:var(--soft)}
nav{display:flex;flex-wrap:wrap;gap:6px 18px;margin-top:14px;padding-bottom:12px;border-bottom:1px solid var(--line)}
a{color:var(--accent)}
section{padding:22px 0 6px}
h2{font-size:18px;margin:0 0 10px}
h3{font-size:15px;margin:0;overflow-wrap:anywhere}
p{margin:0}
.hint,small{color:var(--soft);font-size:13px}
.hint{overflow-wrap:anywhere}
section>.hint{margin-bottom:10px}
.empty{background:var(--paper);border:1px dashed var(--line);border-radius:10px;padding:16px;color:var(--soft)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr));gap:14px;align-items:start}
.card{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:16px;display:grid;gap:8px}
.state{font-size:13px;font-weight:600;display:flex;align-items:center;gap:6px}
.state::before{content:"";width:9px;height:9px;border-radius:50%;background:currentColor}
.on{color:#0b7a4b}.wait{color:#8a5a00}.off{color:#a12a2a}
.qr{justify-self:center;border:1px solid var(--line);border-radius:8px;image-rendering:pixelated}
form{display:grid;gap:8px;margin-top:4px}
button{font:inherit;font-size:14px;font-weight:600;min-height:44px;padding:8px 14px;border:0;border-radius:8px;background:var(--accent);color:#fff;cursor:pointer}
button:hover{background:#095c42}
button:disabled{background:#c9d0cc;color:#5a635e;cursor:not-allowed}
button.quiet{background:transparent;color:#a12a2a;border:1px solid #d9b3b3}
button.quiet:hover{background:#fbf1f1}
:focus-visible{outline:3px solid #7cc4a8;outline-offset:2px}
label{font-size:13px;font-weight:600}
textarea{font:inherit;font-size:16px;width:100%;padding:8px 10px;border:1px solid #b9c2bd;border-radius:8px;resize:vertical}
.bubbles{display:grid;gap:6px;max-height:340px;overflow:auto;background:#efeae2;border-radius:8px;padding:10px}
.bubble{max-width:88%;padding:7px 10px;border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere}
.bubble small{display:block;text-align:right;font-size:11px;color:#5b645f}
.in{background:#fff;justify-self:start;border-top-left-radius:2px}
.out{background:#d6f5c9;justify-self:end;border-top-right-radius:2px}
.failed{background:#fbe3e3}
details{background:var(--paper);border:1px solid var(--line);border-radius:10px;margin-bottom:8px}
summary{padding:11px 14px;cursor:pointer;font-weight:600}
.count{font-weight:400;color:var(--soft);margin-left:4px}
.sites{list-style:none;margin:0;padding:0;background:var(--paper);border-radius:10px}
.sites li{display:grid;grid-template-columns:minmax(0,1.3fr) minmax(0,1fr) minmax(0,1.2fr);gap:2px 14px;padding:9px 14px;border-top:1px solid var(--line);overflow-wrap:anywhere}
section>.sites{border:1px solid var(--line)}section>.sites li:first-child{border-top:0}
@media(max-width:640px){.sites li{grid-template-columns:1fr}header,main{padding-left:14px;padding-right:14px}}
`;

/** Re-renders only when the HTML changed, and restores typed text, focus and caret. */
const SCRIPT = `
const world = document.getElementById('world');
let shown = null;
async function refresh() {
  const response = await fetch('/fragment').catch(() => null);
  if (!response || !response.ok) return;
  const html = await response.text();
  if (html === shown) return;
  shown = html;
  const typed = new Map([...world.querySelectorAll('textarea')].map((each) => [each.id, each.value]));
  const focused = document.activeElement && document.activeElement.id;
  const caret = document.activeElement && document.activeElement.selectionStart;
  world.innerHTML = html;
  for (const each of world.querySelectorAll('textarea')) each.value = typed.get(each.id) || '';
  for (const each of world.querySelectorAll('.bubbles')) each.scrollTop = each.scrollHeight;
  const again = focused && document.getElementById(focused);
  if (again) { again.focus(); if (again.setSelectionRange) again.setSelectionRange(caret, caret); }
}
world.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const body = new FormData(form, event.submitter);
  form.querySelectorAll('textarea').forEach((each) => { each.value = ''; });
  await fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  await refresh();
});
refresh();
setInterval(refresh, 2000);
`;
