import { type Area, getEnclosingCircle } from "@/lib/domain/geo/area";
import { distanceM, type Point } from "@/lib/domain/geo/geo-distance";
import { AREA_MAX_POINTS } from "./advanced-search";
import { COORDINATE_DECIMALS, MAPS_RADIUS_MAX_KM, MAPS_RADIUS_MIN_KM } from "./maps-search";

const round = (degrees: number) => Number(degrees.toFixed(COORDINATE_DECIMALS));

/** The corners with the decimals that a search keeps; a point that repeats the previous one is no corner. */
export function toCorners(points: Area): Point[] {
  const corners = points.map(({ latitude, longitude }) => ({
    latitude: round(latitude),
    longitude: round(longitude),
  }));
  return corners.filter((corner, index) => !isSame(corner, corners[index - 1]));
}

function isSame(one: Point, other: Point | undefined): boolean {
  return one.latitude === other?.latitude && one.longitude === other.longitude;
}

/** The circle of a search for an area, its radius in kilometres; null when it would be larger than a search's. */
export function fitCircle(corners: Area): (Point & { raio: number }) | null {
  const { centre } = getEnclosingCircle(corners);
  const middle = { latitude: round(centre.latitude), longitude: round(centre.longitude) };
  const farthest = Math.max(...corners.map((corner) => distanceM(middle, corner)));
  const raio = Math.max(MAPS_RADIUS_MIN_KM, Math.ceil(farthest / 100) / 10);
  return raio <= MAPS_RADIUS_MAX_KM ? { ...middle, raio } : null;
}

/**
 * Reads points from text, one a line: "-22,95; -47,11" or "-22.95, -47.11". Two points are the corners of a rectangle.
 * Returns null when a line is not a point, or there are too many.
 */
export function readPoints(text: string): Point[] | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > AREA_MAX_POINTS) return null;
  const points = lines.flatMap((line) => readPoint(line) ?? []);
  if (points.length < lines.length) return null;
  const [one, other] = points;
  if (points.length !== 2 || !one || !other) return points;
  return [
    one,
    { latitude: one.latitude, longitude: other.longitude },
    other,
    { latitude: other.latitude, longitude: one.longitude },
  ];
}

function readPoint(line: string): Point | null {
  const parts = [";", " ", ","].map((separator) =>
    line.split(separator).filter((part) => part.trim()),
  );
  const numbers = parts
    .find(({ length }) => length === 2)
    ?.map((part) => Number(part.trim().replace(/,$/, "").replace(",", ".")));
  const [latitude = Number.NaN, longitude = Number.NaN] = numbers ?? [];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** The points as `readPoints` reads them. */
export function writePoints(points: Area): string {
  return points
    .map((point) =>
      [point.latitude, point.longitude].map((n) => `${n}`.replace(".", ",")).join("; "),
    )
    .join("\n");
}
