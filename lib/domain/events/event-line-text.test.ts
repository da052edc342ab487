import { expect, it } from "vitest";
import { describeLine } from "./event-line-text";

const LINE = {
  event_type: "message_sent",
  subject: "campaign 7",
  about: { name: "Padarias de Campinas" },
  entries: 37,
  count: 37,
  answers: 3,
  metadata: {},
  lead: null,
};
type Line = Parameters<typeof describeLine>[0];
const say = (line: Partial<Line>) => describeLine({ ...LINE, answers: 0, ...line });

it("tells what a campaign sent, and who answered", () => {
  expect(describeLine(LINE)).toEqual({
    what: "37 mensagens enviadas",
    link: "na campanha",
    gone: null,
    details: ["3 respostas"],
  });
});

it("tells machines' answers apart", () => {
  const machines = { event_type: "message_received", subject: "automatic", about: null };
  expect(say(machines)).toMatchObject({ what: "37 respostas automáticas", gone: null });
  expect(say({ ...machines, subject: "" })).toMatchObject({ what: "37 mensagens recebidas" });
});

it.each<[Partial<Line>, string, string | null, string[]]>([
  [{ about: null }, "na campanha", "campanha excluída", []],
  [{ event_type: "lead_created", subject: "search 4" }, "em", null, []],
  [
    { event_type: "lead_created", subject: "import 4", about: null },
    "pela importação",
    "importação excluída",
    [],
  ],
  [
    { event_type: "campaign_completed", entries: 1, count: 1, metadata: { status: "stopped" } },
    "·",
    null,
    ["parada"],
  ],
  [
    { event_type: "search_completed", entries: 1, count: 1, metadata: { status: "completed" } },
    "·",
    null,
    [],
  ],
  // The name that it had when it happened.
  [
    {
      event_type: "list_deleted",
      subject: "list 2",
      about: null,
      entries: 1,
      metadata: { name: "Antiga" },
    },
    "·",
    "Antiga",
    [],
  ],
  [
    {
      event_type: "lead_created",
      subject: "",
      about: null,
      entries: 1,
      metadata: { name: "Padaria", source: "manual" },
    },
    "·",
    "Padaria",
    ["Cadastrado à mão"],
  ],
  // The details of one event are not those of several.
  [{ event_type: "message_failed", metadata: { detail: "Sem WhatsApp" } }, "na campanha", null, []],
  [
    { event_type: "something_else", subject: "", about: null, metadata: { name: 4 } },
    "·",
    null,
    [],
  ],
])("%j", (line, link, gone, details) => {
  expect(say(line)).toMatchObject({ link, gone, details });
});
