import { expect, it } from "vitest";
import { describeEvent } from "./event-text";

it.each([
  ["message_sent", 1, {}, "Mensagem enviada"],
  [
    "lead_created",
    1,
    { name: "Padaria", source: "receita" },
    "Lead criado · Padaria · Receita Federal",
  ],
  ["lead_created", 1200, { source: "import" }, "1.200 leads criados · Importação"],
  ["campaign_completed", 1, { status: "stopped" }, "Campanha encerrada · parada"],
  [
    "message_failed",
    1,
    { detail: "Número não está no WhatsApp" },
    "Mensagem que falhou · Número não está no WhatsApp",
  ],
  // Of a version that knew other types, with a metadata of any shape.
  ["something_else", 3, { name: 4 }, "something_else"],
  ["list_created", 1, { name: 4, source: "elsewhere", status: null }, "Lista criada"],
])("%s × %i says what happened", (event_type, quantity, metadata, text) => {
  expect(describeEvent({ event_type, quantity, metadata })).toBe(text);
});
