/**
 * Renders the little Markdown that our own descriptions use: `## ` headings, `- ` lists, `**bold**`, `code` and
 * paragraphs. Everything else is text.
 */
export function renderMarkdown(text: string): string {
  return text
    .split("\n\n")
    .flatMap((block) => splitHeading(block))
    .map((block) => {
      if (block.startsWith("## ")) return `<h2>${renderInline(block.slice(3))}</h2>`;
      const lines = block.split("\n");
      if (!lines.every((line) => line.startsWith("- "))) return `<p>${renderInline(block)}</p>`;
      return `<ul>${lines.map((line) => `<li>${renderInline(line.slice(2))}</li>`).join("")}</ul>`;
    })
    .join("\n");
}

/** A heading, an introduction and a list may follow each other without a blank line. */
function splitHeading(block: string): string[] {
  const lines = block.split("\n");
  const blocks: string[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const joins =
      last !== undefined &&
      !last.startsWith("## ") &&
      last.startsWith("- ") === line.startsWith("- ");
    if (joins) blocks[blocks.length - 1] = `${last}\n${line}`;
    else blocks.push(line);
  }
  return blocks;
}

/** Renders one line. Odd parts are between two marks. */
export function renderInline(text: string): string {
  return text
    .split("`")
    .map((part, at) => (at % 2 ? `<code>${escapeText(part)}</code>` : renderBold(part)))
    .join("");
}

function renderBold(text: string): string {
  return text
    .split("**")
    .map((part, at) => (at % 2 ? `<strong>${escapeText(part)}</strong>` : escapeText(part)))
    .join("");
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
