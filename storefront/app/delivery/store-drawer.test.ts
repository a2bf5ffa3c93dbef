import { expect, test } from 'vitest';
import { filterStores } from './store-drawer.tsx';

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
