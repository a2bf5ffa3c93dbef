import { randomUUID } from 'node:crypto';
import { centavos } from '@ceiba/domain/money/money';
import { describe, expect, test } from 'vitest';
import { payer, type TestAcquirer, testAcquirers } from '../testing/test-acquirers.ts';

const good = { number: '4111111111111111', expiry: '12/39', holder: 'ANA CHOC' };

const charge = (bank: TestAcquirer, token: string, cvv = '123') =>
  bank.gateway().charge({
    key: randomUUID(),
    askedAt: bank.now(),
    amount: centavos(150_00),
    plan: 1,
    description: 'Ceiba',
    card: { token, cvv },
    payer,
    fingerprintSessionId: null,
  });

const save = async (bank: TestAcquirer, card = good): Promise<string> => {
  const saved = await bank.vault().save(randomUUID(), card);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  return saved.token;
};

describe.each(testAcquirers)('%s', (_, open) => {
  test('a saved card can be charged with its token and the typed CVV', async () => {
    const bank = await open();
    const token = await save(bank);
    expect(token).not.toContain(good.number);
    expect(await charge(bank, token)).toMatchObject({ kind: 'approved' });
    expect(await charge(bank, token, '12')).toEqual({ kind: 'refused', code: 'PAY_INVALID_CVV' });
  });

  test('charging a saved card gives the same result as charging its number and expiry', async () => {
    const bank = await open();
    const poor = await save(bank, { ...good, number: '4000000000009995' });
    expect(await charge(bank, poor)).toEqual({ kind: 'refused', code: 'PAY_INSUFFICIENT_FUNDS' });
    const past = await save(bank, { ...good, expiry: '01/20' });
    expect(await charge(bank, past)).toEqual({ kind: 'refused', code: 'PAY_EXPIRED_CARD' });
  });

  test('[DEC-126] a removed card is not charged, can be removed again, and an equal card stays', async () => {
    const bank = await open();
    const [token, another] = [await save(bank), await save(bank)];
    expect(another).not.toBe(token);
    for (const _time of [1, 2]) expect(await bank.vault().remove(token)).toBe('removed');
    expect(await charge(bank, token)).toEqual({ kind: 'refused', code: 'PAY_TOKEN_INVALID' });
    expect(await charge(bank, another)).toMatchObject({ kind: 'approved' });
  });

  test('an invalid card number is not saved', async () => {
    const bank = await open();
    const outcome = await bank.vault().save(randomUUID(), { ...good, number: '41111' });
    expect(outcome).toEqual({ kind: 'refused', code: 'PAY_INVALID_CARD' });
  });

  test('an unreachable vault leads to the result unknown', async () => {
    const bank = await open();
    await bank.close();
    expect(await bank.vault().save(randomUUID(), good)).toMatchObject({ kind: 'unknown' });
    expect(await bank.vault().remove('a-token')).toBe('unknown');
  });
});
