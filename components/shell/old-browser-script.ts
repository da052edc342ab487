/**
 * Inlined in the document's head, in a form that every browser reads. The pages are built for the browsers in
 * package.json's `browserslist`; an older one would show a page on which nothing works. Both tested features came after
 * the required syntax: toSorted with Chrome 110, Firefox 115 and Safari 16, CompressionStream with Safari 16.4.
 */
export const OLD_BROWSER_SCRIPT = `(function(){if([].toSorted&&window.CompressionStream)return;
document.addEventListener("DOMContentLoaded",function(){var p=document.createElement("p");p.setAttribute("role","alert");
p.style.cssText="margin:0;padding:16px;background:#7c2d12;color:#fff;font:16px/1.5 sans-serif";
p.textContent="Este navegador é antigo demais para o Garimpo. Use uma versão dos últimos dois anos do Chrome, do Edge, do Firefox ou do Safari (no iPhone, iOS 16.4 ou mais novo).";
document.body.insertBefore(p,document.body.firstChild)})})()`;
