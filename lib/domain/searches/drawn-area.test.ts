import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distanceM } from "@/lib/domain/geo/geo-distance";
import { fitCircle, readPoints, toCorners, writePoints } from "./drawn-area";

const point = (latitude: number, longitude: number) => ({ latitude, longitude });

describe("points as text", () => {
  test.each([
    ["-22,95; -47,11"],
    ["-22.95;-47.11"],
    ["-22.95, -47.11"],
    ["-22.95,-47.11"],
    ["-22,95 -47,11"],
    ["  -22.95   -47.11  "],
  ])("%j is a point", (line) => {
    const text = `${line}\n\n-22; -47\n-23; -46`;
    expect(readPoints(text)).toEqual([point(-22.95, -47.11), point(-22, -47), point(-23, -46)]);
  });

  test("two points are the corners of a rectangle", () => {
    expect(readPoints("-23; -47\n-22; -46")).toEqual([
      point(-23, -47),
      point(-23, -46),
      point(-22, -46),
      point(-22, -47),
    ]);
  });

  test.each([["-22"], ["norte; sul"], ["-22; -47; 1"], ["-91; 0"], ["0; 181"], ["-22,95,-47,11"]])(
    "%j is none",
    (line) => {
      expect(readPoints(`-22; -47\n${line}\n-23; -46`)).toBeNull();
    },
  );

  test("more points than an area has are refused, and nothing is no point", () => {
    expect(readPoints(Array.from({ length: 51 }, () => "1; 1").join("\n"))).toBeNull();
    expect(readPoints(" \n ")).toEqual([]);
  });

  test("what is written is read again", () => {
    const points = fc.array(
      fc.record({
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
      { minLength: 3, maxLength: 50 },
    );
    fc.assert(
      fc.property(points, (drawn) => {
        const corners = toCorners(drawn).map(({ latitude, longitude }) =>
          point(latitude + 0, longitude + 0),
        );
        fc.pre(corners.length > 2);
        expect(readPoints(writePoints(corners))).toEqual(corners);
      }),
    );
  });
});

test("a double click leaves one corner", () => {
  expect(toCorners([point(-22, -47), point(-22.1, -47), point(-22.10000001, -47)])).toEqual([
    point(-22, -47),
    point(-22.1, -47),
  ]);
});

describe("the circle of an area", () => {
  test("holds every corner and is no larger than a search may be", () => {
    const corner = fc.record({
      latitude: fc.double({ min: -23.2, max: -22.6, noNaN: true }),
      longitude: fc.double({ min: -47.4, max: -46.8, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 50 }), (drawn) => {
        const corners = toCorners(drawn);
        const circle = fitCircle(corners);
        fc.pre(circle !== null);
        if (circle === null) return;
        expect(circle.raio).toBeGreaterThanOrEqual(1);
        for (const each of corners) {
          expect(distanceM(circle, each)).toBeLessThanOrEqual(circle.raio * 1000 + 1e-6);
        }
      }),
    );
  });

  test("is none where the area is too large", () => {
    expect(fitCircle([point(-22, -47), point(-23, -47), point(-23, -46)])).toBeNull();
  });
});
