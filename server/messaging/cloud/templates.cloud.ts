import { z } from "zod";
import type { ListedTemplate } from "@/lib/domain/messages/listed-template";
import {
  listVariables,
  normalizeValue,
  type TemplateButton,
  type TemplateContent,
  type TemplateUnusable,
  type TemplateValues,
  type WhatsappTemplate,
} from "@/lib/domain/messages/whatsapp-template";

const MAX_BUTTONS = 10;

/** Removes what a database cannot store as text or JSON: any author of a template may write these words. */
const Words = z
  .string()
  .max(4_000)
  .transform((text) => text.replaceAll("\u0000", "").replace(/\p{Surrogate}/gu, ""));

const Component = z.object({
  type: z.string(),
  format: z.string().nullish(),
  text: Words.nullish(),
  buttons: z.array(z.unknown()).nullish(),
});

/** Categories, states and qualities are Meta's words; new ones come without notice. */
const Word = z.string().regex(/^[A-Z_]{1,40}$/);

const Template = z.object({
  name: z.string().regex(/^[\w-]{1,512}$/),
  language: z.string().regex(/^[a-zA-Z_]{2,10}$/),
  status: Word,
  category: Word.catch("UNKNOWN"),
  quality_score: z.object({ score: Word }).nullish().catch(null),
  rejected_reason: Words.nullish().catch(null),
  parameter_format: z.string().nullish(),
  components: z.array(Component).max(20),
});

const Button = z.object({
  type: z.string(),
  text: Words.nullish(),
  url: z.string().max(2_000).nullish(),
});

const NO_REASON = new Set(["", "NONE"]);

/** The templates that Meta lists; those that are not as it documents them are left out. */
export function readTemplates(items: readonly unknown[]): ListedTemplate[] {
  return items.flatMap((item) => {
    const parsed = Template.safeParse(item);
    return parsed.success ? [toListed(parsed.data)] : [];
  });
}

function toListed(item: z.infer<typeof Template>): ListedTemplate {
  const { name, language, category, status, quality_score: quality, rejected_reason } = item;
  const reason = rejected_reason ?? "";
  return {
    name,
    language,
    category,
    status,
    quality: quality?.score ?? null,
    reason: NO_REASON.has(reason) ? null : reason,
    ...readContent(item),
  };
}

/** Only words, and buttons that need at most an address' ending, can be sent from here. */
function readContent(
  item: z.infer<typeof Template>,
): { content: TemplateContent; unusable: null } | { content: null; unusable: TemplateUnusable } {
  const refuse = (unusable: TemplateUnusable) => ({ content: null, unusable });
  const find = (type: string) =>
    item.components.find((component) => component.type.toUpperCase() === type);
  const [header, body, footer, buttons] = ["HEADER", "BODY", "FOOTER", "BUTTONS"].map(find);
  const others = item.components.length - [header, body, footer, buttons].filter(Boolean).length;
  if (header && (header.format?.toUpperCase() !== "TEXT" || !header.text)) {
    return refuse("media_header");
  }
  if (others > 0 || !body?.text) return refuse("form");
  const listed = buttons?.buttons ?? [];
  const readable = listed.flatMap(readButton);
  if (listed.length > MAX_BUTTONS || readable.length < listed.length) return refuse("button");
  return {
    content: {
      header: header?.text ?? null,
      body: body.text,
      footer: footer?.text ?? null,
      named: item.parameter_format?.toUpperCase() === "NAMED",
      ...(readable.length > 0 && { buttons: readable }),
    },
    unusable: null,
  };
}

const KINDS: Readonly<Record<string, TemplateButton["kind"]>> = {
  QUICK_REPLY: "quick_reply",
  PHONE_NUMBER: "phone",
  URL: "url",
};

/** An address takes one value, at its end. */
const ADDRESS = /^[^{}]+(?:\{\{\s*\w{1,60}\s*\}\})?$/;

function readButton(item: unknown): TemplateButton[] {
  const parsed = Button.safeParse(item);
  const type = parsed.success ? parsed.data.type.toUpperCase() : "";
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!parsed.success || !kind || !parsed.data.text) return [];
  const { text, url } = parsed.data;
  if (kind !== "url") return [{ kind, text, url: null }];
  return url && ADDRESS.test(url) ? [{ kind, text, url }] : [];
}

/** The `template` of a message. */
export function toTemplateBody(template: WhatsappTemplate, values: TemplateValues) {
  const variables = listVariables(template);
  const read = (key: string) => normalizeValue(values[key] ?? "");
  const words = (["header", "body"] as const).flatMap((type) => {
    const parameters = variables
      .filter(({ part }) => part === type)
      .map(({ key, name }) => ({
        type: "text",
        text: read(key),
        ...(template.named && { parameter_name: name }),
      }));
    return parameters.length > 0 ? [{ type, parameters }] : [];
  });
  const addresses = variables
    .filter(({ part }) => part === "button")
    .map(({ key }) => ({
      type: "button",
      sub_type: "url",
      index: key.slice("button_".length),
      // The value becomes the end of an address.
      parameters: [{ type: "text", text: encodeURIComponent(read(key)) }],
    }));
  const components = [...words, ...addresses];
  return { name: template.name, language: { code: template.language }, components };
}
