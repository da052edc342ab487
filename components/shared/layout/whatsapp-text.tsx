import { Fragment } from "react";

/** Renders *bold*, _italic_ and ~struck~ as WhatsApp does: a space within the marks makes them mere characters. */
const MARKS =
  /(?<![\p{L}\p{N}])(\*(?!\s)[^*\n]+(?<!\s)\*|_(?!\s)[^_\n]+(?<!\s)_|~(?!\s)[^~\n]+(?<!\s)~)(?![\p{L}\p{N}])/gu;

export function WhatsappText({ text }: { text: string }) {
  return text.split(MARKS).map((part, index) => {
    const inner = part.slice(1, -1);
    const isMarked = part.length > 2 && part[0] === part.at(-1) && index % 2 === 1;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have only their place
    if (!isMarked) return <Fragment key={index}>{part}</Fragment>;
    const Tag = part.startsWith("*") ? "strong" : part.startsWith("_") ? "em" : "s";
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have only their place
    return <Tag key={index}>{inner}</Tag>;
  });
}
