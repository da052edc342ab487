export interface Point {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_M = 6_371_008.8;
const METRES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_M;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Distance in metres along the surface (haversine, mean earth radius: within 0.5 % of the ellipsoid). */
export function distanceM(a: Point, b: Point): number {
  const latitude = radians(b.latitude - a.latitude) / 2;
  const longitude = radians(b.longitude - a.longitude) / 2;
  const chord =
    Math.sin(latitude) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** The bounding box of a circle. */
export function getBoundingBox({ latitude, longitude }: Point, radiusM: number): Box {
  const vertical = radiusM / METRES_PER_DEGREE;
  const horizontal = vertical / Math.max(0.01, Math.cos(radians(latitude)));
  return {
    south: Math.max(-90, latitude - vertical),
    north: Math.min(90, latitude + vertical),
    west: Math.max(-180, longitude - horizontal),
    east: Math.min(180, longitude + horizontal),
  };
}

export function splitInFour({ south, west, north, east }: Box): Box[] {
  const middle = (south + north) / 2;
  const centre = (west + east) / 2;
  return [
    { south, west, north: middle, east: centre },
    { south, west: centre, north: middle, east },
    { south: middle, west, north, east: centre },
    { south: middle, west: centre, north, east },
  ];
}

/** Whether any part of the box is within the circle. */
export function touchesCircle(box: Box, centre: Point, radiusM: number): boolean {
  const nearest = {
    latitude: Math.min(Math.max(centre.latitude, box.south), box.north),
    longitude: Math.min(Math.max(centre.longitude, box.west), box.east),
  };
  return distanceM(centre, nearest) <= radiusM;
}

/** The box's longer side, in metres. */
export function boxSideM({ south, west, north, east }: Box): number {
  const height = distanceM(
    { latitude: south, longitude: west },
    { latitude: north, longitude: west },
  );
  const width = distanceM(
    { latitude: south, longitude: west },
    { latitude: south, longitude: east },
  );
  return Math.max(height, width);
}
