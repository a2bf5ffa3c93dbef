import type { MapPoint } from './location.ts';

/**
 * Corners of a line around Guatemala, latitude and longitude in degrees. The line is up to 15 km outside the border, so
 * that no place in the country is refused. The check detects swapped or mistyped numbers (PROD-28 of
 * docs/spec/desk.md).
 */
const outline: readonly (readonly [latitude: number, longitude: number])[] = [
  [14.4, -92.35],
  [15.1, -92.25],
  [15.3, -92.3],
  [16.15, -91.8],
  [16.15, -90.6],
  [16.45, -90.5],
  [16.9, -91.35],
  [17.3, -91.55],
  [17.35, -91.05],
  [17.75, -91.1],
  [17.9, -91.05],
  [17.9, -89.1],
  [15.95, -89.15],
  [16.05, -88.6],
  [15.75, -88.15],
  [15.4, -88.5],
  [15.05, -89.05],
  [14.75, -89.1],
  [14.35, -89.25],
  [14.2, -89.5],
  [13.9, -89.85],
  [13.65, -90.1],
  [13.8, -91.1],
];

/** Returns whether a point is in Guatemala, or up to 15 km outside. */
export function isInGuatemala({ latitude, longitude }: MapPoint): boolean {
  let isInside = false;
  let [lastLatitude, lastLongitude] = outline[outline.length - 1] ?? [0, 0];
  for (const [cornerLatitude, cornerLongitude] of outline) {
    const isCrossed = cornerLatitude > latitude !== lastLatitude > latitude;
    const crossing =
      ((lastLongitude - cornerLongitude) * (latitude - cornerLatitude)) / (lastLatitude - cornerLatitude) +
      cornerLongitude;
    if (isCrossed && longitude < crossing) isInside = !isInside;
    [lastLatitude, lastLongitude] = [cornerLatitude, cornerLongitude];
  }
  return isInside;
}
