import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../testing/vectors.ts';
import { sellerLink, sellerSlug } from './seller-slug.ts';

const vectors = readVectors<{ input: string; expected: string; note: string }>('seller-slug-vectors.json');

describe('slug', () => {
  test('the vector file has twenty-five vectors', () => {
    expect(vectors).toHaveLength(25);
  });

  test.each(vectors)('[SEL-04] [DEC-24] the slug of $input equals the reference: $note', ({ input, expected }) => {
    expect(sellerSlug(input)).toBe(expected);
  });

  test('[SEL-04] the documented name has the documented slug', () => {
    expect(sellerSlug('Óptica & Más S.A.')).toBe('optica-y-mas-sa');
    expect(sellerSlug('a\tb\nc')).toBe('a-b-c');
  });

  test('[DEC-24] the slug of a slug is the same slug', () => {
    expect(sellerSlug('optica--y--mas-sa')).toBe('optica-y-mas-sa');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const slug = sellerSlug(title);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(sellerSlug(slug)).toBe(slug);
        expect(sellerSlug(slug.replaceAll('-', '--'))).toBe(slug);
      }),
    );
  });

  test('[SEL-02] [SEL-03] the shop’s name links to a search, a seller’s name to the seller’s page', () => {
    expect(sellerLink({ id: 1, title: 'Ceiba & Co' })).toBe('/search?q=Ceiba%20%26%20Co');
    expect(sellerLink({ id: 2, title: 'Óptica & Más S.A.' })).toBe('/sellers/optica-y-mas-sa');
  });
});
