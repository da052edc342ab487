import { distanceM, type Point } from "./geo-distance";

/** The corners of an area in order; the last is joined to the first. */
export type Area = readonly Point[];

/**
 * Whether a point lies inside an area, by the even-odd rule: where an area crosses itself, the part that is enclosed
 * twice is outside. Sides are straight in degrees, which within a hundred kilometres is as straight as a map draws them.
 * Areas across the 180th meridian are not supported.
 */
export function isInsideArea(area: Area, { latitude, longitude }: Point): boolean {
  let inside = false;
  let from = area.at(-1);
  for (const to of area) {
    if (from && from.latitude > latitude !== to.latitude > latitude) {
      const share = (latitude - from.latitude) / (to.latitude - from.latitude);
      if (longitude < from.longitude + share * (to.longitude - from.longitude)) inside = !inside;
    }
    from = to;
  }
  return inside;
}

/** A circle around an area: its middle is the middle of the area's extent. */
export function getEnclosingCircle(area: Area): { centre: Point; radiusM: number } {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const centre = {
    latitude: middle(area.map(({ latitude }) => latitude)),
    longitude: middle(area.map(({ longitude }) => longitude)),
  };
  return { centre, radiusM: Math.max(0, ...area.map((corner) => distanceM(centre, corner))) };
}
