import { expect, test } from 'vitest';
import { toMatches } from './match-records.ts';
import { RecordPool } from './record-pool.ts';

const record = (productId: number, sold: number, values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(19 + values.length * 4);
  bytes.writeUInt8(1, 0);
  bytes.writeInt32BE(productId, 1);
  bytes.writeInt32BE(sold, 5);
  bytes.writeUInt16BE(values.length, 17);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, 19 + index * 4);
  return bytes;
};

const hash = (version: number): Buffer => Buffer.from([0, 0, 0, 1, 0, 0, 0, version]);

const key = (productId: number, version: number): Buffer => {
  const id = Buffer.alloc(4);
  id.writeInt32BE(productId);
  return Buffer.concat([id, hash(version)]);
};

test('a record is found only under its own hash', () => {
  const pool = new RecordPool();
  expect(pool.find(key(7, 1), 0)).toBe(-1);
  pool.add(Buffer.concat([hash(1), record(7, 10, [3]), hash(1), record(8, 20, [3, 4])]));
  expect(pool.find(key(7, 1), 0)).toBe(0);
  expect(pool.find(Buffer.concat([key(7, 1), key(8, 1)]), 12)).toBe(9);
  expect(pool.find(key(7, 2), 0)).toBe(-1);
  pool.add(Buffer.concat([hash(2), record(7, 11, [5, 6])]));
  expect([pool.find(key(7, 1), 0), pool.find(key(7, 2), 0)]).toEqual([-1, pool.placeOf(7)]);
});

test('matches are in the order in which they were found, and removed products are omitted', () => {
  const pool = new RecordPool();
  pool.add(Buffer.concat([hash(1), record(7, 10, [3]), hash(1), record(8, 20, [3, 4])]));
  const place = Int32Array.from([8, 9, 7].map((id) => pool.placeOf(id)));
  const matches = toMatches({ tier: Uint8Array.of(1, 2, 2), place }, pool.words, new Map());
  expect(matches.count).toBe(2);
  expect([...matches.productId]).toEqual([8, 7]);
  expect([...matches.tier]).toEqual([1, 2]);
  expect([...matches.sold]).toEqual([20, 10]);
  const valuesOf = (row: number) => [...matches.values.slice(matches.firstValue[row], matches.endValue[row])];
  expect([valuesOf(0), valuesOf(1)]).toEqual([[3, 4], [3]]);
});

test('each of thousands of records is found at its last position, for any product number', () => {
  const pool = new RecordPool();
  const ids = Array.from({ length: 3_000 }, (_, n) => (n * 7_919 + (n % 3) * 2 ** 20) % 2_147_483_647);
  for (const version of [1, 2]) pool.add(Buffer.concat(ids.flatMap((id) => [hash(version), record(id, version, [])])));
  expect(new Set(ids).size).toBe(ids.length);
  const soldOf = (id: number) => pool.words[pool.placeOf(id) + 3];
  expect(ids.filter((id) => pool.find(key(id, 2), 0) < 0 || soldOf(id) !== 2)).toEqual([]);
  expect(ids.filter((id) => pool.find(key(id, 1), 0) >= 0)).toEqual([]);
});

test('the pool grows with its contents', () => {
  const pool = new RecordPool();
  const count = 5_000;
  pool.add(Buffer.concat(Array.from({ length: count }, (_, id) => [hash(1), record(id, id, [id])]).flat()));
  expect(pool.size).toBe(count * 9 * 4);
  expect([0, 1, count - 1].map((id) => pool.find(key(id, 1), 0))).toEqual([0, 9, 9 * (count - 1)]);
  expect(pool.placeOf(count)).toBe(-1);
});
