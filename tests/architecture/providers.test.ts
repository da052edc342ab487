import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UpgradeContext, useUpgrade } from "@/components/session/upgrade-context";

function Guarded() {
  return useUpgrade().guard() ? "allowed" : "denied";
}

test("the upgrade facility outside its provider throws", () => {
  expect(() => renderToStaticMarkup(createElement(Guarded))).toThrow(
    "useUpgrade must be used inside the UpgradeProvider",
  );
  const value = { openUpgrade: () => undefined, guard: () => false };
  expect(
    renderToStaticMarkup(createElement(UpgradeContext, { value }, createElement(Guarded))),
  ).toBe("denied");
});
