import { describe, expect, it } from 'vitest';
import {
  countFilters,
  isChosen,
  priceRangeOf,
  readSearch,
  searchHref,
  toggleFacet,
  withOtherQuery,
  withoutFilters,
} from './search-state.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

describe('[DEC-180] the address of a listing', () => {
  it.each([
    ['', '/search'],
    ['q=tele&page=1&sort=relevance', '/search?q=tele'],
    ['page=3&q=tele', '/search?q=tele&page=3'],
    ['brand=Onda,Kairo&minPrice=100&maxPrice=2500.5', '/search?brand=Onda%2CKairo&minPrice=100&maxPrice=2500.5'],
    [
      'attr.color=Jade,Arena&category=1301&seller=optica',
      '/search?category=1301&seller=optica&attr.color=Jade%2CArena',
    ],
  ])('%s is written %s', (query, expected) => {
    expect(searchHref('/search', read(query))).toBe(expected);
  });

  it('drops what exceeds the API’s limits: 30 values, 12 filters with brand and category', () => {
    const values = Array.from({ length: 31 }, (_, index) => `V${index}`).join(',');
    const attributes = Array.from({ length: 12 }, (_, index) => `attr.a${index}=x`).join('&');
    const state = read(`brand=${values}&attr.color=${values}`);
    expect([state.brands.length, state.attributes.color?.length]).toEqual([30, 30]);
    expect(Object.keys(read(attributes).attributes)).toHaveLength(10);
  });

  it.each([
    ['page=0', '/search'],
    ['page=abc', '/search'],
    ['page=418', '/search?page=418'],
    ['page=1e9', '/search?page=100000'],
    ['page=417', '/search?page=417'],
    ['sort=name', '/search'],
    ['minPrice=-1', '/search'],
    ['minPrice=', '/search'],
    ['maxPrice=10000000.01', '/search'],
    ['maxPrice=Q1,500.00', '/search?maxPrice=1500'],
    ['attr.COLOR=x&utm_source=y&brand=,', '/search'],
  ])('leaves out what is malformed or unknown: %s', (query, expected) => {
    expect(searchHref('/search', read(query))).toBe(expected);
  });

  it('adds and removes a value, from the first page', () => {
    const chosen = toggleFacet(read('q=a&page=4&brand=Onda'), 'brand', 'Kairo');
    expect(searchHref('/search', chosen)).toBe('/search?q=a&brand=Onda%2CKairo');
    expect(searchHref('/search', toggleFacet(chosen, 'brand', 'onda'))).toBe('/search?q=a&brand=Kairo');
  });

  it('recognises a brand in any case', () => {
    expect(isChosen(read('brand=ONDA'), 'brand', 'Onda')).toBe(true);
    expect(isChosen(read('brand=Onda'), 'brand', 'Ond')).toBe(false);
  });

  it.each([
    ['brand=Onda,Kairo', 'brand', 'kairo', true],
    ['category=1301', 'category', '1301', true],
    ['category=1301', 'category', '13', false],
    ['', 'category', '1301', false],
    ['minPrice=500&maxPrice=1000', 'price', '500-1000', true],
    ['minPrice=500&maxPrice=1000', 'price', '500-', false],
    ['minPrice=500&maxPrice=1000', 'price', '-1000', false],
    ['minPrice=500&maxPrice=1000', 'price', '400-1000', false],
    ['minPrice=500&maxPrice=1000', 'price', '500-2000', false],
    ['minPrice=500', 'price', '500-', true],
    ['', 'price', 'any', false],
    ['attr.color=Jade,Arena', 'color', 'Arena', true],
    ['attr.color=Jade', 'color', 'Arena', false],
    ['', 'color', 'Arena', false],
  ])('in %s the facet %s has the value %s chosen: %s', (query, code, value, expected) => {
    expect(isChosen(read(query), code, value)).toBe(expected);
  });

  it('toggles attributes and drops the last value with its parameter', () => {
    const one = toggleFacet(read(''), 'color', 'Jade');
    expect(searchHref('/audio', one)).toBe('/audio?attr.color=Jade');
    expect(searchHref('/audio', toggleFacet(one, 'color', 'Jade'))).toBe('/audio');
  });

  it('toggles a price range', () => {
    const range = toggleFacet(read('page=2'), 'price', '500-1000');
    expect(searchHref('/search', range)).toBe('/search?minPrice=500&maxPrice=1000');
    expect(isChosen(range, 'price', '500-1000')).toBe(true);
    expect(searchHref('/search', toggleFacet(range, 'price', '500-1000'))).toBe('/search');
  });

  it('leaves words, seller and sort order when filters are cleared', () => {
    const cleared = withoutFilters(read('q=a&brand=Onda&minPrice=1&attr.color=Jade&sort=price_asc&seller=s&page=3'));
    expect(searchHref('/search', cleared)).toBe('/search?q=a&seller=s&sort=price_asc');
  });

  it.each([
    ['q=a&seller=s&sort=discount', 0],
    ['brand=Onda,Kairo&minPrice=1&maxPrice=5&attr.color=Jade&category=1', 5],
  ])('counts filters of %s', (query, expected) => {
    expect(countFilters(read(query))).toBe(expected);
  });

  it.each([
    ['500-1000', { minPrice: 500, maxPrice: 1000 }],
    ['500-', { minPrice: 500, maxPrice: null }],
    ['-500', { minPrice: null, maxPrice: 500 }],
    ['-', null],
    ['500', null],
    ['a-b', null],
  ])('reads the price range %s', (value, expected) => {
    expect(priceRangeOf(value)).toEqual(expected);
  });
});

describe('a redirecting address', () => {
  it.each([
    ['/compare?products=a,b', 'skus=TV-1,TV-2', ['skus'], '/compare?products=a,b'],
    ['/compare?products=a,b', 'skus=TV-1,TV-2&at=rosa', ['skus'], '/compare?products=a,b&at=rosa'],
    ['/search', 'q=lg&utm_source=correo', ['q'], '/search?utm_source=correo'],
  ])('%s retains from %s the parameters that its page did not read', (address, query, names, expected) => {
    expect(withOtherQuery(address, new URL(`https://tienda.gt/x?${query}`), names)).toBe(expected);
  });
});
