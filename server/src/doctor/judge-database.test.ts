import { expect, test } from 'vitest';
import { readConfig } from '../platform/operations/config.ts';
import type { ServerFacts, ShopFacts } from './doctor.store.ts';
import { judgeServer, judgeShop } from './judge-database.ts';

const now = new Date('2026-11-22T10:00:00Z');

const server: ServerFacts = {
  version: 180_004,
  encoding: 'UTF8',
  maxConnections: 97,
  synchronousCommit: 'on',
  synchronousStandbys: '',
  fsync: 'on',
  isStandby: false,
  mayCreate: true,
  clockMs: now.getTime() + 40,
};

const config = readConfig({ DATABASE_URL: 'postgresql://db.example/ceiba', DEMO: 'true' });

test('a sound server is reported with its version, and has no findings', () => {
  const found = judgeServer(server, config, now);
  expect(found.map(({ verdict }) => verdict)).toEqual(['sound', 'sound', 'sound', 'sound']);
  expect(found[0]?.text).toBe('PostgreSQL 18.4');
});

test.each<[string, Partial<ServerFacts>, RegExp]>([
  ['older than what it is tried with', { version: 140_011 }, /14\.11 is too old/],
  ['of another encoding', { encoding: 'SQL_ASCII' }, /UTF8/],
  ['that forgets what it confirmed', { synchronousCommit: 'off' }, /confirmed orders can be lost/],
  ['that does not wait for its disk', { fsync: 'off' }, /can be lost/],
  ['that takes no orders', { isStandby: true }, /standby/],
  ['where migrations cannot be applied', { mayCreate: false }, /may not create/],
  ['with fewer connections than one process wants', { maxConnections: 23 }, /wants up to 24, the server gives 23/],
])('no shop can open on a server %s', (_, wrong, words) => {
  const faults = judgeServer({ ...server, ...wrong }, config, now).filter(({ verdict }) => verdict === 'broken');
  expect(faults.map(({ text }) => text)).toEqual([expect.stringMatching(words)]);
});

test('clocks that differ by more than two seconds are reported', () => {
  const apart = { ...server, clockMs: now.getTime() - 9_000 };
  expect(judgeServer(apart, config, now)).toContainEqual(
    expect.objectContaining({ verdict: 'look', about: 'clocks', text: expect.stringContaining('differ by 9 s') }),
  );
});

const shop: ShopFacts = { products: 363, stores: 14, missingPages: [], workers: 1, demoAccounts: 3, findings: 0 };
const real = { ...config, isDemo: false };
const faultsOf = (facts: ShopFacts, of = config) =>
  judgeShop(facts, of).flatMap(({ verdict, about }) => (verdict === 'sound' ? [] : [`${verdict} ${about}`]));

test('only a demo may have demo accounts, and a shop with findings of the guard cannot open', () => {
  expect(faultsOf(shop)).toEqual([]);
  expect(faultsOf(shop, real)).toEqual(['broken accounts']);
  expect(faultsOf({ ...shop, findings: 2 })).toEqual(['broken guard']);
});

test('for an empty shop, the doctor lists everything that is missing', () => {
  const nothing = { products: 0, stores: 0, missingPages: ['/a', '/b'], workers: 0, demoAccounts: 0, findings: 0 };
  expect(faultsOf(nothing, real)).toEqual(['look catalogue', 'look stores', 'look legal texts', 'look worker']);
});
