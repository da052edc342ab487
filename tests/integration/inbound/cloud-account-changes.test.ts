import { expect, test } from "vitest";
import { parseCloudWebhook } from "@/server/messaging/cloud/webhook.cloud";

const AT = 1_795_000_000;
const [OLD, NEW] = ["5511900000001", "5511900000002"];

const parse = (event: string, data: object) => parseCloudWebhook({ event, data });

test.each(["pt_BR", "pt-BR"])("a template's change is read with its language as %s", (written) => {
  const template = { message_template_name: "proposta", message_template_language: written };
  const told = { type: "template", name: "proposta", language: "pt_BR" };
  expect([
    parse("message_template_status_update", { ...template, event: "PAUSED", reason: "NONE" }),
    parse("message_template_quality_update", { ...template, new_quality_score: "RED" }),
    parse("template_category_update", { ...template, new_category: "MARKETING" }),
  ]).toMatchObject([
    { events: [{ ...told, status: "PAUSED", reason: null }], rejected: [] },
    { events: [{ ...told, quality: "RED" }], rejected: [] },
    { events: [{ ...told, category: "MARKETING" }], rejected: [] },
  ]);
});

test("a language without a region stays as it is, and a word that is none names no template", () => {
  const named = (language: string) =>
    parse("message_template_status_update", {
      ...{ message_template_name: "proposta", message_template_language: language },
      event: "APPROVED",
    });
  expect(named("fil").events).toMatchObject([{ language: "fil" }]);
  expect(named("pt BR; DROP").rejected).toHaveLength(1);
});

test("promotions are switched off by an id of whatever form, and by a number with its plus", () => {
  const stop = { category: "marketing_messages", value: "stop", timestamp: AT };
  const { events, rejected } = parse("user_preferences", {
    user_preferences: [
      { ...stop, user_id: "new-form_123" },
      { ...stop, wa_id: `+${OLD}` },
    ],
  });
  expect(rejected).toEqual([]);
  expect(events).toMatchObject([
    { type: "offers", from: { chatId: "new-form_123@bsuid", number: null }, allowed: false },
    { type: "offers", from: { number: OLD }, allowed: false },
  ]);
});

test.each(["LOCKED", "UNLOCKED"])(
  "%s is about editing: the template is sent as before",
  (event) => {
    const template = { message_template_name: "proposta", message_template_language: "pt-BR" };
    expect(parse("message_template_status_update", { ...template, event })).toMatchObject({
      events: [{ name: "proposta", status: null }],
      rejected: [],
    });
  },
);

const message = (fields: object) => ({
  ...{ id: "wamid.1", from: OLD, timestamp: String(AT), type: "text", text: { body: "SAIR" } },
  ...fields,
});

test("what is said in a group is no personal message, whichever side says it", () => {
  const contacts = [{ wa_id: OLD, profile: { name: "Ana" } }];
  const group = message({ group_id: "Y2FwaV9ncm91cDox" });
  const none = { events: [], rejected: [] };
  expect(parse("messages", { contacts, messages: [group] })).toEqual(none);
  expect(
    parse("smb_message_echoes", { message_echoes: [{ ...group, from: NEW, to: OLD }] }),
  ).toEqual(none);
  const status = { id: "wamid.2", status: "failed", recipient_type: "group", recipient_id: "1203" };
  expect(parse("messages", { statuses: [status] })).toEqual(none);
  expect(
    parse("messages", { contacts, messages: [message({ group_id: "" })] }).events,
  ).toHaveLength(1);
});

test("a customer that changed the number goes on under the new one", () => {
  const system = { type: "customer_changed_number", new_wa_id: NEW, customer: OLD, body: "…" };
  const moved = {
    type: "moved",
    from: { chatId: `${OLD}@s.whatsapp.net` },
    to: { chatId: `${NEW}@s.whatsapp.net` },
  };
  for (const from of [OLD, undefined]) {
    const messages = [message({ from, type: "system", system })];
    expect(parse("messages", { messages }).events).toMatchObject([moved]);
  }
  // A change to the same number does not count.
  const messages = [message({ type: "system", system: { ...system, new_wa_id: OLD } })];
  expect(parse("messages", { messages })).toEqual({ events: [], rejected: [] });
});
