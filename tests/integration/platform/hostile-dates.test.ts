import { beforeAll, expect, test } from "vitest";
import { buildLeads } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** Every field that takes a date, with the years at which texts, JavaScript and PostgreSQL part ways. */

const api = runApi({ withoutLimits: true });
let user: TestUser;
beforeAll(async () => {
  user = await buildUser({ plan: "pro" });
  // A campaign to nobody has no end.
  await buildLeads(user.id, 10);
});

const DAYS = ["0000-01-01", "0001-01-01", "1899-12-31", "1900-01-01", "2099-12-31", "9999-12-31"];
const INSTANTS = DAYS.flatMap((day) => [`${day}T00:00:00Z`, `${day}T23:59:59.999Z`]);
const campaign = { messages: ["Oi"], num_leads: 10, scheduled: true };

const FIELDS: [string, string, (value: string) => [path: string, body?: object], string[]][] = [
  [
    "starts_at",
    "POST",
    (starts_at) => ["/api/prospecting/audience", { num_leads: 210, starts_at }],
    INSTANTS,
  ],
  [
    "scheduled_datetime",
    "POST",
    (scheduled_datetime) => [
      "/api/prospecting/start-prospecting",
      { ...campaign, scheduled_datetime, recurrence_type: "daily" },
    ],
    [
      ...INSTANTS,
      ...DAYS.flatMap((day) => [`${day}T00:00`, `${day}T23:59`, `${day}T00:00:00+14:00`]),
    ],
  ],
  ...(["start_date", "end_date"] as const).flatMap((field) =>
    ["/api/events/summary", "/api/events/aggregate", "/api/events/list"].map(
      (path): (typeof FIELDS)[number] => [field, "GET", (day) => [`${path}?${field}=${day}`], DAYS],
    ),
  ),
  ...["created_from", "created_to"].map((field): (typeof FIELDS)[number] => [
    field,
    "GET",
    (day) => [`/api/leads?${field}=${day}`],
    DAYS,
  ]),
  ...["aberta_de", "aberta_ate"].map((field): (typeof FIELDS)[number] => [
    field,
    "GET",
    (day) => [`/api/dados-receita?nome_fantasia=padaria&${field}=${day}`],
    DAYS,
  ]),
];

test.each(FIELDS)(
  "%s of %s is taken or refused by name, in any year",
  async (field, method, ask, values) => {
    const answers = await Promise.all(
      values.map(async (value) => {
        const [path, body] = ask(value);
        const { status, body: answer } = await request<{
          error?: string;
          fields?: Record<string, string>;
        }>(api, method, path, body, user.headers);
        // A period that is too long, or ends before it starts, is reported for both its days.
        const sentence = answer?.fields?.[field] ?? answer?.error ?? null;
        return { value, status, sentence };
      }),
    );
    const wrong = answers.filter(
      ({ status, sentence }) => ![200, 201, 202].includes(status) && (status !== 400 || !sentence),
    );
    expect(wrong).toEqual([]);
    const endOfYears = answers.filter(({ value }) => value.startsWith("9999"));
    expect(endOfYears.map(({ status }) => status)).toEqual(endOfYears.map(() => 400));
  },
);
