import { z } from "zod";
import {
  listVariables,
  normalizeValue,
  type TemplateValues,
  type WhatsappTemplate,
} from "@/lib/domain/messages/whatsapp-template";

const Component = z.object({
  type: z.string(),
  format: z.string().nullish(),
  text: z.string().max(4_000).nullish(),
  buttons: z.array(z.unknown()).nullish(),
});

const Template = z.object({
  name: z.string().regex(/^[\w-]{1,512}$/),
  language: z.string().regex(/^[a-zA-Z_]{2,10}$/),
  status: z.literal("APPROVED"),
  parameter_format: z.string().nullish(),
  components: z.array(Component).max(20),
});

/**
 * The templates that consist of words alone. Left out are those with a file in the header, a button that takes a value,
 * and forms of Meta's that are not known here.
 */
export function readTemplates(items: unknown[]): {
  templates: WhatsappTemplate[];
  leftOut: number;
} {
  const templates = items.flatMap((item) => {
    const parsed = Template.safeParse(item);
    const template = parsed.success ? toTemplate(parsed.data) : null;
    return template ? [template] : [];
  });
  return { templates, leftOut: items.length - templates.length };
}

function toTemplate(item: z.infer<typeof Template>): WhatsappTemplate | null {
  const find = (type: string) =>
    item.components.find((component) => component.type.toUpperCase() === type);
  const [header, body, footer, buttons] = ["HEADER", "BODY", "FOOTER", "BUTTONS"].map(find);
  const others = item.components.length - [header, body, footer, buttons].filter(Boolean).length;
  if (others > 0 || !body?.text) return null;
  if (header && (header.format?.toUpperCase() !== "TEXT" || !header.text)) return null;
  if (buttons?.buttons?.some(takesValue)) return null;
  return {
    name: item.name,
    language: item.language,
    header: header?.text ?? null,
    body: body.text,
    footer: footer?.text ?? null,
    named: item.parameter_format?.toUpperCase() === "NAMED",
  };
}

const PLAIN_BUTTONS = new Set(["QUICK_REPLY", "PHONE_NUMBER", "URL"]);

function takesValue(button: unknown): boolean {
  const parsed = z.object({ type: z.string(), url: z.string().nullish() }).safeParse(button);
  if (!parsed.success || !PLAIN_BUTTONS.has(parsed.data.type.toUpperCase())) return true;
  return parsed.data.url?.includes("{{") === true;
}

/** The `template` of a message. */
export function toTemplateBody(template: WhatsappTemplate, values: TemplateValues) {
  const variables = listVariables(template);
  const components = (["header", "body"] as const).flatMap((type) => {
    const parameters = variables
      .filter(({ part }) => part === type)
      .map(({ key, name }) => ({
        type: "text",
        text: normalizeValue(values[key] ?? ""),
        ...(template.named && { parameter_name: name }),
      }));
    return parameters.length > 0 ? [{ type, parameters }] : [];
  });
  return { name: template.name, language: { code: template.language }, components };
}
