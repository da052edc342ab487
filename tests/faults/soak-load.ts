import { setTimeout as pause } from "node:timers/promises";
import { credits } from "@/lib/contracts/accounts/credits";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { searches } from "@/lib/contracts/discovery/searches";
import { type ImportFile, imports } from "@/lib/contracts/leads/imports";
import { leads } from "@/lib/contracts/leads/leads";
import { chat } from "@/lib/contracts/messaging/chat";
import type { TestSandbox } from "@/sandbox/testing";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import type { TestUser } from "../factories/users";
import { callApi, request } from "../support/api";

export const CAMPAIGN_LEADS = 20;
export const IMPORT_ROWS = 300;
/** Answers that are expected under load: too many requests, or the same work is already running. */
const USUAL_REFUSALS = [409, 429];

export interface Seller {
  user: TestUser;
  instance: string;
}

export interface People {
  sellers: Seller[];
  searchers: TestUser[];
  importers: TestUser[];
  clerks: TestUser[];
}

/** The outcomes of what people did. */
export interface Failure {
  what: string;
  from: number;
  to: number;
}

export interface Tally {
  done: Map<string, number>;
  refused: number;
  failures: Failure[];
  /** Texts of the chat that the product accepted, by the instance that sends them. */
  answers: { instance: string; text: string }[];
}

export const createTally = (): Tally => ({
  done: new Map(),
  refused: 0,
  failures: [],
  answers: [],
});

interface Place {
  url: string;
  sandbox: TestSandbox;
  people: People;
  tally: Tally;
}

/** Lets everybody work at once. The returned function ends it, once every begun request is answered. */
export function startLoad({ url, sandbox, people, tally }: Place): () => Promise<void> {
  const api = { url };
  let over = false;
  let serial = Date.now();
  const loops: Promise<void>[] = [];

  /** Does something again and again; returns its status, or nothing where there is none. */
  const repeat = (what: string, everyMs: number, act: () => Promise<number | undefined>) => {
    const work = async () => {
      // Spread over time.
      await pause(Math.random() * everyMs);
      while (!over) {
        const from = Date.now();
        const outcome = await act().catch((error: Error) => error.message);
        if (outcome === undefined || (typeof outcome === "number" && outcome < 400)) {
          tally.done.set(what, (tally.done.get(what) ?? 0) + 1);
        } else if (USUAL_REFUSALS.includes(Number(outcome))) tally.refused += 1;
        else tally.failures.push({ what: `${what}: ${outcome}`, from, to: Date.now() });
        for (let left = everyMs; left > 0 && !over; left -= 100) await pause(Math.min(left, 100));
      }
    };
    loops.push(work());
  };

  for (const { user, instance } of people.sellers) {
    const written: string[] = [];
    repeat("campaign", 10_000, async () => {
      const running = await callApi(api, activities.list, { query: {} }, user.headers);
      if (running.status !== 200) return running.status;
      if (running.body.activities.some(({ status }) => status !== "completed")) return undefined;
      for (let nth = 0; nth < CAMPAIGN_LEADS; nth += 1) {
        const { whatsapp } = await buildLead(user.id);
        // The sandbox has no phones for numbers with this ending.
        if (whatsapp && !whatsapp.endsWith("0000")) written.push(whatsapp);
      }
      const body = { num_leads: CAMPAIGN_LEADS, messages: ["Oi {{empresa}}"] };
      return (await callApi(api, campaigns.start, { body }, user.headers)).status;
    });
    repeat("message in and its answer", 1_500, async () => {
      const number = written[Math.floor(Math.random() * written.length)];
      if (!number) return undefined;
      serial += 1;
      await sandbox.control("POST", `/phones/${number}/reply`, {
        instance,
        text: `Pergunta ${serial}`,
      });
      const text = `Resposta ${serial}`;
      const body = { to: number, content: text };
      const { status } = await callApi(api, chat.send, { body }, user.headers);
      if (status < 300) tally.answers.push({ instance, text });
      return status;
    });
    repeat("chats", 2_000, async () => {
      return (await callApi(api, chat.list, { query: {} }, user.headers)).status;
    });
  }
  for (const user of people.searchers) {
    repeat("search of pages", 15_000, async () => {
      const city = CITIES[Math.floor(Math.random() * CITIES.length)] ?? "";
      const query = TRADES[Math.floor(Math.random() * TRADES.length)] ?? "";
      const body = { query, state: "SP", city, startPage: 1, endPage: 2 };
      return (await callApi(api, searches.startPages, { body }, user.headers)).status;
    });
    repeat("search of the map", 20_000, async () => {
      const query = TRADES[Math.floor(Math.random() * TRADES.length)] ?? "";
      const body = { query, raio: 10, latitude: -22.90556, longitude: -47.06083 };
      return (await callApi(api, searches.startMaps, { body }, user.headers)).status;
    });
    repeat("credits", 2_000, async () => {
      return (await callApi(api, credits.status, {}, user.headers)).status;
    });
  }
  for (const user of people.importers) {
    repeat("import", 8_000, async () => {
      serial += 1;
      const lines = ["nome;whatsapp"];
      for (let row = 0; row < IMPORT_ROWS; row += 1) lines.push(`Importada ${serial}-${row};`);
      const uploaded = await request<{ import: { id: number }; file: ImportFile }>(
        api,
        "POST",
        `/api/imports?file_name=leads-${serial}.csv`,
        lines.join("\n"),
        user.headers,
      );
      if (uploaded.status >= 400) return uploaded.status;
      const { id } = uploaded.body.import;
      const body = { mapping: uploaded.body.file.mapping, mode: "skip" as const };
      return (await callApi(api, imports.start, { params: { id }, body }, user.headers)).status;
    });
  }
  for (const user of people.clerks) {
    let lead = 0;
    repeat("lead written", 800, async () => {
      serial += 1;
      const number = `1196${String(serial % 10_000_000).padStart(7, "0")}`;
      const body = { name: `Cliente ${serial}`, whatsapp: number };
      const { status, body: made } = await callApi(api, leads.create, { body }, user.headers);
      if (status < 300) lead = made.lead.id;
      return status;
    });
    repeat("lead changed", 1_000, async () => {
      if (!lead) return undefined;
      const change = { params: { id: lead }, body: { city: "Campinas" } };
      return (await callApi(api, leads.update, change, user.headers)).status;
    });
    repeat("leads read", 600, async () => {
      return (await callApi(api, leads.list, { query: {} }, user.headers)).status;
    });
    for (const format of ["csv", "xlsx"]) {
      repeat(`export as ${format}`, 5_000, () => get(`/api/leads/export?format=${format}`, user));
    }
    repeat("page", 1_000, () => get("/entrar", user));
  }
  repeat("limits lifted", 1_000, async () => {
    await execute(sql`DELETE FROM rate_limits`);
    return undefined;
  });

  async function get(path: string, { headers }: TestUser): Promise<number> {
    const answer = await fetch(`${url}${path}`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  }

  return async () => {
    over = true;
    await Promise.all(loops);
  };
}

const CITIES = ["Campinas", "Santos", "Sorocaba", "São Paulo", "Ribeirão Preto"];
const TRADES = ["padaria", "dentista", "oficina mecânica", "pet shop", "academia"];
