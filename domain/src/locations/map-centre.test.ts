import { describe, expect, test } from 'vitest';
import { defaultMapPoint, distanceKm } from './location.ts';
import { mapViewOf } from './map-centre.ts';

describe('the first view of the map of a place', () => {
  test.each([
    ['nothing chosen', null, defaultMapPoint],
    ['the capital without a zone', { region: 485, city: 'Guatemala' }, defaultMapPoint],
    ['a zone nobody knows', { region: 485, city: 'Guatemala', zone: 'Zona 99' }, defaultMapPoint],
    ['a department nobody knows', { region: 1, city: 'Guatemala', zone: 'Zona 10' }, defaultMapPoint],
  ])('for %s, the map opens at the default point', (_, place, expected) => {
    expect(mapViewOf(place)).toEqual(expected);
  });

  // Places where the shop has stores.
  test.each([
    ['a zone', { region: 485, city: 'Guatemala', zone: 'Zona 18' }, { latitude: 14.656, longitude: -90.464 }, 15],
    [
      'a neighbour of the capital',
      { region: 485, city: 'Mixco', zone: 'Zona 8' },
      { latitude: 14.611, longitude: -90.596 },
      14,
    ],
    ['a head town', { region: 493, city: 'Quetzaltenango' }, { latitude: 14.8436, longitude: -91.5209 }, 14],
    ['a village of a department', { region: 493, city: 'Zunil' }, { latitude: 14.8436, longitude: -91.5209 }, 11],
  ])('%s is in view', (_, place, near, zoom) => {
    const view = mapViewOf(place);
    expect(distanceKm(view, near)).toBeLessThan(3);
    expect(view.zoom).toBe(zoom);
  });
});
