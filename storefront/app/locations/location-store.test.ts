import { describe, expect, it } from 'vitest';
import { parseLocation, shownLocation } from './location-store.ts';

describe('[DEC-25] the location that a browser stored', () => {
  it.each([
    [null, null],
    ['', null],
    ['{', null],
    ['[]', null],
    ['null', null],
    ['{"userRegion":"485","userCity":"Guatemala"}', null],
    ['{"userRegion":485,"userCity":""}', null],
    ['{"userRegion":485,"userCity":"Mixco"}', { userRegion: 485, userCity: 'Mixco' }],
    ['{"userRegion":485,"userCity":"Mixco","zone":""}', { userRegion: 485, userCity: 'Mixco' }],
    [
      '{"userRegion":485,"userCity":"Guatemala","zone":"Zona 10"}',
      { userRegion: 485, userCity: 'Guatemala', zone: 'Zona 10' },
    ],
  ])('%s', (stored, expected) => {
    expect(parseLocation(stored)).toEqual(expected);
  });

  it('is shown with its zone', () => {
    expect(shownLocation({ userRegion: 485, userCity: 'Guatemala', zone: 'Zona 10' })).toBe('Guatemala, Zona 10');
    expect(shownLocation({ userRegion: 487, userCity: 'Jocotenango' })).toBe('Jocotenango');
  });
});
