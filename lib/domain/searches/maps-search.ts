export const MAPS_RADIUS_MIN_KM = 1;
export const MAPS_RADIUS_MAX_KM = 50;

/** Most places per search, the nearest first if the map supports it. */
export const MAPS_MAX_RESULTS = 500;

/** São Paulo, the map's initial position. */
export const MAPS_DEFAULT_CENTRE = { latitude: -23.55052, longitude: -46.633308 } as const;
export const MAPS_DEFAULT_ZOOM = 13;
export const MAPS_FOUND_ZOOM = 14;
export const COORDINATE_DECIMALS = 6;
/** Longest name of a search's middle. */
export const MAPS_PLACE_MAX = 200;

/** Credits reserved for a maps search, by its radius in km. */
export function mapsSearchCost(radiusKm: number): number {
  if (radiusKm <= 5) return 2;
  if (radiusKm <= 10) return 3;
  if (radiusKm <= 20) return 4;
  if (radiusKm <= 30) return 5;
  return 6;
}
