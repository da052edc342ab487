import fc from "fast-check";
import { expect, test } from "vitest";
import { boxSideM, distanceM, getBoundingBox, splitInFour, touchesCircle } from "./geo-distance";

const SAO_PAULO = { latitude: -23.55052, longitude: -46.633308 };
const CAMPINAS = { latitude: -22.90556, longitude: -47.06083 };

test("São Paulo to Campinas is some 84 km", () => {
  expect(distanceM(SAO_PAULO, CAMPINAS) / 1000).toBeCloseTo(83.9, 0);
  expect(distanceM(SAO_PAULO, SAO_PAULO)).toBe(0);
});

test("the box around a circle holds every point of it, and its quarters hold the box", () => {
  const points = fc.record({
    latitude: fc.double({ min: -33, max: 5, noNaN: true }),
    longitude: fc.double({ min: -73, max: -34, noNaN: true }),
    bearing: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    part: fc.double({ min: 0, max: 0.99, noNaN: true }),
    radiusM: fc.integer({ min: 1000, max: 50_000 }),
  });
  fc.assert(
    fc.property(points, ({ latitude, longitude, bearing, part, radiusM }) => {
      const centre = { latitude, longitude };
      const reach = (part * radiusM) / 111_195;
      const point = {
        latitude: latitude + reach * Math.cos(bearing),
        longitude: longitude + (reach * Math.sin(bearing)) / Math.cos((latitude * Math.PI) / 180),
      };
      fc.pre(distanceM(centre, point) <= radiusM);
      const holds = ({ south, west, north, east }: ReturnType<typeof getBoundingBox>) =>
        point.latitude >= south &&
        point.latitude <= north &&
        point.longitude >= west &&
        point.longitude <= east;
      const box = getBoundingBox(centre, radiusM);
      expect(holds(box)).toBe(true);
      expect(splitInFour(box).some(holds)).toBe(true);
      expect(splitInFour(box).every((cell) => touchesCircle(cell, centre, radiusM))).toBe(true);
    }),
  );
});

test("a cell in the corner of the square lies outside the circle", () => {
  const box = getBoundingBox(CAMPINAS, 10_000);
  expect(boxSideM(box)).toBeGreaterThan(19_900);
  const corner = { ...box, south: box.north - 0.01, west: box.east - 0.01 };
  expect(touchesCircle(corner, CAMPINAS, 10_000)).toBe(false);
});
