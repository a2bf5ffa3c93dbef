import { expect, test } from 'vitest';
import { readConfig, readDatabaseConfig } from './config.ts';

const database = { DATABASE_URL: 'postgresql://db.example/ceiba' };
const bank = { BANK_URL: 'https://bank.example/', BANK_KEY: 'a secret of ours' };

test('[DEC-163] demo mode is on with the embedded database, off with DATABASE_URL, and as DEMO says', () => {
  expect(readConfig({}).isDemo).toBe(true);
  expect(readConfig({ DATABASE_URL: '' }).isDemo).toBe(true);
  expect(readConfig({ ...database, ...bank }).isDemo).toBe(false);
  expect(readConfig({ ...database, DEMO: 'true' }).isDemo).toBe(true);
  expect(readConfig({ ...bank, DEMO: 'false' }).isDemo).toBe(false);
});

test('in demo mode the sandbox bank is asked for, with its key, unless another bank is named', () => {
  expect(readConfig({ BANK_PORT: '5000' })).toMatchObject({
    bank: { url: 'http://127.0.0.1:5000', merchantKey: 'sandbox-merchant' },
    sandboxBankPort: 5000,
  });
  expect(readConfig({ ...bank })).toMatchObject({
    bank: { url: 'https://bank.example', merchantKey: 'a secret of ours' },
    sandboxBankPort: undefined,
  });
});

test('outside demo mode the bank is the one that is set', () => {
  expect(readConfig({ ...database, ...bank })).toMatchObject({
    bank: { url: 'https://bank.example', merchantKey: 'a secret of ours' },
    sandboxBankPort: undefined,
  });
});

test.each([
  ['no BANK_URL', { BANK_URL: undefined }, /BANK_URL is not set/],
  ['an empty BANK_URL', { BANK_URL: '' }, /BANK_URL is not set/],
  ['no BANK_KEY', { BANK_KEY: undefined }, /BANK_KEY is not set/],
  ['an empty BANK_KEY', { BANK_KEY: '' }, /BANK_KEY is not set/],
  ["the sandbox's BANK_KEY", { BANK_KEY: 'sandbox-merchant' }, /BANK_KEY is the sandbox bank's own/],
])('outside demo mode a shop does not open with %s', (_, wrong, message) => {
  expect(() => readConfig({ ...database, ...bank, ...wrong })).toThrow(message);
  expect(() => readConfig({ ...bank, ...wrong, DEMO: 'false' })).toThrow(message);
  expect(readConfig({ ...database, ...bank, ...wrong, DEMO: 'true' }).isDemo).toBe(true);
});

test('every setting that is missing is named at once, and so is every wrong one', () => {
  expect(() => readConfig(database)).toThrow(/BANK_URL is not set[\s\S]*BANK_KEY is not set/);
  expect(() => readConfig({ PORT: 'tres mil', BANK_KEY: 'short' })).toThrow(/PORT[\s\S]*BANK_KEY/);
});

test('a command that only touches the database needs no bank', () => {
  expect(readDatabaseConfig({ ...database, DATA_DIR: '/srv/ceiba' })).toMatchObject({
    databaseUrl: database.DATABASE_URL,
    dataDir: '/srv/ceiba',
    mediaDir: '/srv/ceiba/media',
  });
});
