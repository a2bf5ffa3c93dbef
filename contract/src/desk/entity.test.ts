import { expect, expectTypeOf, test } from 'vitest';
import { declareEntity, type FilterName, listOf, type SortName } from './entity.ts';

const sample = declareEntity({
  name: 'samples',
  slice: 'catalog',
  calls: ['Sample', 'Samples'],
  words: { one: 'muestra', many: 'muestras', isFeminine: true },
  permissions: { read: 'catalog.read', edit: 'catalog.edit' },
  key: 'text',
  title: 'text',
  fields: {
    text: { kind: 'text', label: 'Texto', max: 5 },
    note: { kind: 'text', label: 'Nota', max: 5, isOptional: true },
    whole: { kind: 'whole', label: 'Número', min: 0, max: 9 },
    limit: { kind: 'whole', label: 'Límite', min: 0, max: 9, isOptional: true },
    money: { kind: 'money', label: 'Monto' },
    cap: { kind: 'money', label: 'Tope', isOptional: true },
    percent: { kind: 'percent', label: 'Porcentaje' },
    day: { kind: 'day', label: 'Día', isOptional: true },
    moment: { kind: 'moment', label: 'Hasta', isOptional: true },
    flag: { kind: 'flag', label: 'Activa', words: ['Sí', 'No'] },
    choice: { kind: 'choice', label: 'Estado', values: { open: 'Abierta', shut: 'Cerrada' } },
  },
  list: {
    columns: ['text', 'choice'],
    filters: ['note', 'money', 'moment', 'flag', 'choice'],
    sorts: ['text', '-whole', 'money', 'day', 'flag'],
  },
});

type FieldName = keyof (typeof sample)['fields'];

test('a list can be filtered by fields that have a filter, according to their kind', () => {
  expectTypeOf<Exclude<FieldName, FilterName<typeof sample>>>().toEqualTypeOf<'whole' | 'limit' | 'percent' | 'day'>();
  expect(Object.entries(listOf(sample).filters).map(([name, { kind }]) => [name, kind])).toEqual([
    ['note', 'text'],
    ['money', 'amounts'],
    ['moment', 'dates'],
    ['flag', 'choice'],
    ['choice', 'choice'],
  ]);
});

test('a list can be sorted by fields whose value fits in a cursor', () => {
  expectTypeOf<Exclude<FieldName, SortName<typeof sample>>>().toEqualTypeOf<'limit' | 'cap' | 'percent'>();
  expect(listOf(sample).sorts).toEqual(['text', '-whole', 'money', 'day', 'flag']);
});
