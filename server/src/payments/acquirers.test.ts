import { expect, test } from 'vitest';
import { readConfig } from '../platform/operations/config.ts';
import { type Acquirer, findAcquirer } from './acquirers.ts';

const database = { DATABASE_URL: 'postgresql://db.example/ceiba' };
const bank = { BANK_URL: 'https://bank.example/', BANK_KEY: 'a secret of ours' };

const acquirerOf = (env: Record<string, string | undefined>): Acquirer => findAcquirer(readConfig(env));

const cyberSource = {
  PAYMENT_GATEWAY: 'cybersource',
  CYBERSOURCE_URL: 'https://api.cybersource.example/',
  CYBERSOURCE_MERCHANT_ID: 'a_shop',
  CYBERSOURCE_KEY_ID: '5f0c9b0e-5c8e-4c57-9a55-1f3b1a1c0001',
  CYBERSOURCE_SECRET: Buffer.from('a secret of this shop').toString('base64'),
};

test('CyberSource charges the cards if it is configured, and otherwise the bank does', () => {
  expect(acquirerOf({ ...database, ...bank, ...cyberSource })).toMatchObject({
    address: { variable: 'CYBERSOURCE_URL', url: 'https://api.cybersource.example' },
    secret: cyberSource.CYBERSOURCE_SECRET,
  });
  expect(acquirerOf({ ...database, ...bank, ...cyberSource, PAYMENT_GATEWAY: '' }).address).toEqual({
    variable: 'BANK_URL',
    url: 'https://bank.example',
  });
  for (const name of ['stripe', 'constructor', 'CyberSource'])
    expect(() => acquirerOf({ ...database, ...bank, PAYMENT_GATEWAY: name })).toThrow(/PAYMENT_GATEWAY/);
});

test.each(['URL', 'MERCHANT_ID', 'KEY_ID', 'SECRET'])(
  'a shop does not start with CyberSource without CYBERSOURCE_%s',
  (name) => {
    const without = { ...cyberSource, [`CYBERSOURCE_${name}`]: '' };
    const message = new RegExp(`CYBERSOURCE_${name} is not set`);
    expect(() => acquirerOf({ ...database, ...bank, ...without })).toThrow(message);
    expect(() => acquirerOf({ ...without, DEMO: 'true' })).toThrow(message);
  },
);

test.each([
  ['an address in the clear', { CYBERSOURCE_URL: 'http://api.cybersource.example' }, /CYBERSOURCE_URL is not https/],
  [
    "the documentation's merchant",
    { CYBERSOURCE_MERCHANT_ID: 'testrest' },
    /CYBERSOURCE_MERCHANT_ID .* everybody knows/,
  ],
  [
    "the documentation's key",
    { CYBERSOURCE_KEY_ID: '08c94330-f618-42a3-b09d-e1e43be5efda' },
    /CYBERSOURCE_KEY_ID .* everybody knows/,
  ],
  ['a test host', { CYBERSOURCE_URL: 'https://apitest.cybersource.com' }, /CYBERSOURCE_URL is a test host/],
  ['the other test host', { CYBERSOURCE_URL: 'https://api-matest.cybersource.com' }, /CYBERSOURCE_URL is a test host/],
])('a real shop does not start with CyberSource and %s, and a demo does', (_, wrong, message) => {
  expect(() => acquirerOf({ ...database, ...bank, ...cyberSource, ...wrong })).toThrow(message);
  expect(acquirerOf({ ...cyberSource, ...wrong, DEMO: 'true' }).address.variable).toBe('CYBERSOURCE_URL');
});

test('a shop can use CyberSource’s test host, and each start warns that no card is charged', () => {
  const real = { ...database, ...bank, ...cyberSource };
  const trying = { ...real, CYBERSOURCE_URL: 'https://apitest.cybersource.com', CYBERSOURCE_TEST: 'true' };
  expect(acquirerOf(trying).warnings).toEqual([expect.stringMatching(/apitest\.cybersource\.com.*no card is charged/)]);
  expect(() => acquirerOf({ ...trying, CYBERSOURCE_TEST: 'false' })).toThrow(/CYBERSOURCE_TEST=true/);
  expect(acquirerOf(real).warnings).toEqual([]);
});

test('an error about an invalid setting names the setting, and reveals no secret', () => {
  const wrong = { ...cyberSource, CYBERSOURCE_SECRET: 'canary, not base64' };
  const message = expect.objectContaining({ message: expect.not.stringContaining('canary') });
  expect(() => acquirerOf({ ...database, ...bank, ...wrong })).toThrow(/CYBERSOURCE_SECRET/);
  expect(() => acquirerOf({ ...database, ...bank, ...wrong })).toThrow(message);
});
