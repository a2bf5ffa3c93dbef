import { describe, expect, test } from 'vitest';
import { readStatements, type Sent } from './sql-wire.ts';

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.from(`${value}\0`);

const untyped = (...fields: Buffer[]): Buffer => {
  const body = Buffer.concat(fields);
  return Buffer.concat([int32(body.length + 4), body]);
};
const message = (type: string, ...fields: Buffer[]): Buffer => Buffer.concat([Buffer.from(type), untyped(...fields)]);

const startUp = untyped(int32(196_608), text('user'), text('ceiba'), Buffer.alloc(1));
const parse = (name: string, sql: string): Buffer => message('P', text(name), text(sql), int16(0));
const value = (of: string | null): Buffer =>
  of === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(of)), Buffer.from(of)]);
const bind = (name: string, values: (string | null)[], formats: number[] = []): Buffer =>
  message(
    'B',
    text(''),
    text(name),
    int16(formats.length),
    ...formats.map(int16),
    int16(values.length),
    ...values.map(value),
    int16(0),
  );
const query = (sql: string): Buffer => message('Q', text(sql));
const sync = message('S');

const readAll = (...pieces: Buffer[]): Sent[] => {
  const sent: Sent[] = [];
  const read = readStatements(3, (statement) => sent.push(statement));
  for (const piece of pieces) read(piece);
  return sent;
};

const journey = [
  startUp,
  query('BEGIN'),
  parse('find_cart', 'select * from carts where id = $1'),
  bind('find_cart', ['0198', null, 'Cobán', '']),
  sync,
  bind('find_cart', ['0199'], [0]),
  query('select 1'),
  query('commit'),
];
const recorded: Sent[] = [
  { kind: 'begin', connection: 3 },
  {
    kind: 'query',
    connection: 3,
    name: 'find_cart',
    text: 'select * from carts where id = $1',
    values: ['0198', null, 'Cobán', ''],
  },
  { kind: 'query', connection: 3, name: 'find_cart', text: 'select * from carts where id = $1', values: ['0199'] },
  { kind: 'query', connection: 3, name: '', text: 'select 1', values: [] },
  { kind: 'commit', connection: 3 },
];

describe('what a client sends is recorded with its values, in order', () => {
  test('message by message', () => expect(readAll(...journey)).toEqual(recorded));

  test('all at once', () => expect(readAll(Buffer.concat(journey))).toEqual(recorded));

  test('byte by byte', () => {
    const bytes = Buffer.concat(journey);
    expect(readAll(...Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)))).toEqual(recorded);
  });

  test('cut anywhere', () => {
    const bytes = Buffer.concat(journey);
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(readAll(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(recorded);
  });

  test('after it has asked for encryption first', () => {
    expect(readAll(untyped(int32(80_877_103)), untyped(int32(80_877_104)), ...journey)).toEqual(recorded);
  });
});

test('a statement prepared anew under the same name is the new one', () => {
  const sent = readAll(startUp, parse('', 'select 1'), bind('', []), parse('', 'select 2'), bind('', []));
  expect(sent.map((statement) => 'text' in statement && statement.text)).toEqual(['select 1', 'select 2']);
});

test.each([
  ['a statement that was never prepared', [bind('find_cart', ['1'])]],
  ['a binary value', [parse('find_cart', 'select $1'), bind('find_cart', ['1'], [1])]],
  ['a savepoint', [query('savepoint before_coupon')]],
  ['a transaction with an isolation level', [query('begin isolation level serializable')]],
  ['bytes of something else', [message('Q').fill(0, 1)]],
])('%s is refused: what is replayed would not be what was sent', (_, messages) => {
  expect(() => readAll(startUp, ...messages)).toThrow();
});
