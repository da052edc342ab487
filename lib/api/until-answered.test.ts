import { expect, test } from "vitest";
import { AppError, type ErrorCode } from "@/lib/errors";
import { untilAnswered } from "./until-answered";

const lost = () => new AppError("unavailable", "", { unanswered: true });
const refused = (code: ErrorCode) => new AppError(code);

/** Each try ends as the next of `ends`, the last of them again and again. `sleeps`: seconds that a pause takes longer. */
async function run(ends: unknown[], { online = true, sleeps = 0, sessions = ["one"] } = {}) {
  let tries = 0;
  let seconds = 0;
  const result = await untilAnswered(
    async () => {
      const end = ends[Math.min(tries, ends.length - 1)];
      tries += 1;
      if (end instanceof Error) throw end;
      return end;
    },
    {
      now: () => seconds * 1000,
      wait: async (pause) => {
        seconds += pause + sleeps;
      },
      isOnline: () => online,
      session: () => (sessions.length > 1 ? sessions.shift() : sessions[0]),
    },
  ).catch((error: unknown) => (error instanceof AppError ? error.code : error));
  return { result, tries, seconds };
}

test("an answer is handed on, and so is a refusal, without another try", async () => {
  expect(await run(["sent"])).toEqual({ result: "sent", tries: 1, seconds: 0 });
  for (const code of [
    "unavailable",
    "rate_limited",
    "whatsapp_disconnected",
    "forbidden",
  ] as const) {
    expect(await run([refused(code)])).toEqual({ result: code, tries: 1, seconds: 0 });
  }
});

test("a lost answer is asked for again, after pauses that grow", async () => {
  expect(await run([lost(), lost(), lost(), "sent"])).toEqual({
    result: "sent",
    tries: 4,
    seconds: 2 + 4 + 8,
  });
});

test("so is one that cannot be read, and what is still being done", async () => {
  const broken = new TypeError("network error");
  const { result } = await run([broken, refused("request_in_progress"), "sent"]);
  expect(result).toBe("sent");
});

test("what is not known after a minute is in doubt", async () => {
  expect(await run([lost()])).toEqual({ result: "outcome_unknown", tries: 6, seconds: 60 });
  const running = await run([lost(), refused("request_in_progress")]);
  expect(running).toMatchObject({ result: "outcome_unknown", tries: 6 });
});

test("what the server does not know is in doubt at once", async () => {
  const unknown = { result: "outcome_unknown", seconds: 0 };
  expect(await run([refused("outcome_unknown")])).toMatchObject(unknown);
});

test("after an error of the server's its key says whether anything was done", async () => {
  expect(await run([refused("internal"), "sent"])).toMatchObject({ result: "sent", tries: 2 });
  const begun = await run([refused("internal"), refused("outcome_unknown")]);
  expect(begun).toMatchObject({ result: "outcome_unknown", tries: 2 });
});

test("after a lost answer a refusal of the request itself counts, and none that comes before it", async () => {
  expect((await run([lost(), refused("message_refused")])).result).toBe("message_refused");
  expect(
    await run([lost(), refused("rate_limited"), refused("unavailable"), "sent"]),
  ).toMatchObject({ result: "sent", tries: 4 });
  expect(await run([lost(), refused("rate_limited")])).toMatchObject({ result: "outcome_unknown" });
  for (const code of ["unauthenticated", "forbidden"] as const) {
    expect((await run([lost(), refused(code)])).result).toBe("outcome_unknown");
  }
});

test("without a connection nothing left: it fails at once", async () => {
  expect(await run([lost()], { online: false })).toEqual({
    result: "unavailable",
    tries: 1,
    seconds: 0,
  });
  // A browser that is wrong about it.
  expect((await run(["sent"], { online: false })).result).toBe("sent");
});

test("a computer that slept in a pause does not ask again", async () => {
  expect(await run([lost(), "sent"], { sleeps: 3600 })).toMatchObject({
    result: "outcome_unknown",
    tries: 1,
  });
});

test("nothing is asked for again with another session", async () => {
  expect(await run([lost(), "sent"], { sessions: ["one", "other"] })).toMatchObject({
    result: "outcome_unknown",
    tries: 1,
  });
});
