import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Area, getEnclosingCircle, isInsideArea } from "./area";
import { distanceM, type Point } from "./geo-distance";

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude });

/** How often an area runs around a point, by the angles under which its sides are seen from there. */
function windingNumber(area: Area, point: Point): number {
  let turned = 0;
  for (const [index, from] of area.entries()) {
    const to = area[(index + 1) % area.length] ?? from;
    const [x1, y1] = [from.longitude - point.longitude, from.latitude - point.latitude];
    const [x2, y2] = [to.longitude - point.longitude, to.latitude - point.latitude];
    turned += Math.atan2(x1 * y2 - y1 * x2, x1 * x2 + y1 * y2);
  }
  return Math.round(turned / (2 * Math.PI));
}

/** In degrees. */
function distanceToSides(area: Area, point: Point): number {
  return Math.min(
    ...area.map((from, index) => {
      const to = area[(index + 1) % area.length] ?? from;
      const [x, y] = [to.longitude - from.longitude, to.latitude - from.latitude];
      const [px, py] = [point.longitude - from.longitude, point.latitude - from.latitude];
      const length = x * x + y * y;
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / length));
      return Math.hypot(px - share * x, py - share * y);
    }),
  );
}

const nearCampinas = fc.record({
  latitude: fc.double({ min: -23.2, max: -22.6, noNaN: true }),
  longitude: fc.double({ min: -47.4, max: -46.8, noNaN: true }),
});
const areas = fc.array(nearCampinas, { minLength: 3, maxLength: 50 });

describe("inside an area", () => {
  test("is what it runs around an odd number of times, however it is drawn", () => {
    fc.assert(
      fc.property(areas, nearCampinas, (area, point) => {
        // On a side, either answer will do.
        fc.pre(distanceToSides(area, point) > 1e-9);
        expect(isInsideArea(area, point)).toBe(windingNumber(area, point) % 2 !== 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("does not depend on where it was begun, nor in which direction it was drawn", () => {
    fc.assert(
      fc.property(areas, nearCampinas, fc.nat(49), (area, point, start) => {
        fc.pre(distanceToSides(area, point) > 1e-9);
        const first = start % area.length;
        const turned = [...area.slice(first), ...area.slice(0, first)];
        const expected = isInsideArea(area, point);
        expect(isInsideArea(turned, point)).toBe(expected);
        expect(isInsideArea(turned.toReversed(), point)).toBe(expected);
      }),
    );
  });

  test.each([
    ["a bay of it", at(-22.9, -47.0), false],
    ["an arm of it", at(-22.9, -47.09), true],
    ["beyond it", at(-22.7, -47.0), false],
  ])("%s", (_, point, inside) => {
    const horseshoe = [
      at(-23, -47.1),
      at(-23, -46.9),
      at(-22.8, -46.9),
      at(-22.8, -46.95),
      at(-22.95, -46.95),
      at(-22.95, -47.05),
      at(-22.8, -47.05),
      at(-22.8, -47.1),
    ];
    expect(isInsideArea(horseshoe, point)).toBe(inside);
  });
});

test("the circle around an area holds all of its corners, and reaches one", () => {
  fc.assert(
    fc.property(areas, (area) => {
      const { centre, radiusM } = getEnclosingCircle(area);
      const distances = area.map((corner) => distanceM(centre, corner));
      expect(Math.max(...distances)).toBe(radiusM);
    }),
  );
});
