import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readStoredState, storeState } from "./use-stored-state";

/** Storage that takes so many characters. */
class SmallStorage {
  readonly #items = new Map<string, string>();
  room = 40;
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.#items.set(key, value);
  }
}

let storage: SmallStorage;
beforeEach(() => {
  storage = new SmallStorage();
  vi.stubGlobal("localStorage", storage);
});
afterEach(() => vi.unstubAllGlobals());

test("what a full storage does not take counts until it takes something again", () => {
  storeState("draft", "curto");
  expect(readStoredState("draft", "")).toBe("curto");
  const long = "um texto que não cabe mais no que o navegador guarda";
  storeState("draft", long);
  expect(readStoredState("draft", "")).toBe(long);
  expect(storage.getItem("draft")).toBe('"curto"');
  storage.room = 100;
  storeState("draft", `${long}!`);
  expect(readStoredState("draft", "")).toBe(`${long}!`);
  expect(storage.getItem("draft")).toContain("!");
});
