import { expect, test } from 'vitest';
import { filterStores, sortStoresFrom } from './store-drawer.tsx';

const stores = [
  { name: 'Ceiba Miraflores', street: '21 avenida 4-32', zone: 'Zona 11', city: 'Guatemala' },
  { name: 'Ceiba Xela', street: 'Avenida Las Américas 7-12', zone: 'Zona 3', city: 'Quetzaltenango' },
];

test.each([
  ['', ['Ceiba Miraflores', 'Ceiba Xela']],
  ['zona 11', ['Ceiba Miraflores']],
  ['americas', ['Ceiba Xela']],
  ['XELA quetzal', ['Ceiba Xela']],
  ['petén', []],
])('[DEL-25] "%s" finds %j', (words, names) => {
  expect(filterStores(stores, words).map((store) => store.name)).toEqual(names);
});

test('[DEC-100] stores have the server’s order until a point is known, then the nearest comes first', () => {
  const xela = { name: 'Xela', latitude: 14.84, longitude: -91.52 };
  const capital = { name: 'Miraflores', latitude: 14.62, longitude: -90.55 };
  expect(sortStoresFrom(null, [capital, xela])).toEqual([capital, xela]);
  expect(sortStoresFrom({ latitude: 14.85, longitude: -91.5 }, [capital, xela])).toEqual([xela, capital]);
});
