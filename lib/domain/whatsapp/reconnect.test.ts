import { describe, expect, test } from "vitest";
import { decideReconnect, getCloseProblem, NEW_CONNECTION, STABLE_MS } from "./reconnect";

describe("codes that a person has to mend", () => {
  test.each([
    [401, "logged_out", true],
    [419, "logged_out", true],
    [403, "banned", true],
    [402, "banned", false],
    [405, "outdated", false],
  ])("%s stops at once: %s", (code, problem, endsPairing) => {
    expect(decideReconnect(code, NEW_CONNECTION, STABLE_MS, 1)).toEqual({
      next: "stop",
      problem,
      endsPairing,
    });
    expect(getCloseProblem(code)).toBe(problem);
  });
});

describe("codes that a pause may cure", () => {
  test.each([408, 411, 428, 500, 503, 599, null])(
    "%s doubles the pause up to 5 minutes",
    (code) => {
      let history = NEW_CONNECTION;
      const delays = Array.from({ length: 10 }, () => {
        const decision = decideReconnect(code, history, 0, 1);
        if (decision.next !== "reconnect") throw new Error("stopped");
        history = decision.history;
        return decision.delayMs / 1000;
      });
      expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
      expect(getCloseProblem(code)).toBeNull();
    },
  );

  test("the pause is spread over its whole length", () => {
    const history = { ...NEW_CONNECTION, failures: 3 };
    const delayAt = (random: number) => decideReconnect(428, history, 0, random);
    expect(delayAt(0)).toMatchObject({ delayMs: 0 });
    expect(delayAt(0.5)).toMatchObject({ delayMs: 8_000 });
  });

  test("only a stable connection starts again without a history", () => {
    const history = { ...NEW_CONNECTION, failures: 6 };
    expect(decideReconnect(428, history, STABLE_MS - 1, 1)).toMatchObject({ delayMs: 128_000 });
    expect(decideReconnect(428, history, STABLE_MS, 1)).toMatchObject({ delayMs: 2_000 });
  });
});

describe("515, a restart asked for", () => {
  test("is immediate once, then a failure like another", () => {
    const first = decideReconnect(515, NEW_CONNECTION, 0, 1);
    if (first.next !== "reconnect") throw new Error("stopped");
    expect(first.delayMs).toBe(0);
    const second = decideReconnect(515, first.history, 0, 1);
    expect(second).toMatchObject({ next: "reconnect", delayMs: 2_000 });
  });
});

describe("440, replaced by another program", () => {
  test("stops at the third in a row", () => {
    let history = NEW_CONNECTION;
    for (const pauseMs of [2_000, 4_000]) {
      const decision = decideReconnect(440, history, 1_000, 1);
      if (decision.next !== "reconnect") throw new Error("stopped");
      expect(decision.delayMs).toBe(pauseMs);
      history = decision.history;
    }
    expect(decideReconnect(440, history, 1_000, 1)).toEqual({
      next: "stop",
      problem: "replaced",
      endsPairing: false,
    });
    expect(decideReconnect(428, history, 1_000, 1)).toMatchObject({ history: { replaced: 0 } });
    expect(decideReconnect(440, history, STABLE_MS, 1)).toMatchObject({ next: "reconnect" });
  });
});
