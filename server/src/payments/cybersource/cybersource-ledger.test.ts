import { randomUUID } from 'node:crypto';
import { centavos } from '@ceiba/domain/money/money';
import { expect, onTestFinished, test } from 'vitest';
import { cyberSourceKeys, openTestCyberSource } from '../../testing/cybersource/open-cybersource.ts';
import { payer } from '../../testing/test-acquirers.ts';
import { createCyberSourceGateway } from './cybersource-gateway.ts';
import { createCyberSourceLedger } from './cybersource-ledger.ts';

const hour = 3_600_000;

const openBooks = async () => {
  const bank = await openTestCyberSource();
  onTestFinished(() => bank.close());
  const access = { ...cyberSourceKeys, url: bank.url, now: bank.now };
  const gateway = createCyberSourceGateway({ ...access, timeoutMs: 60_000 });
  const charge = async (number = '4111111111111111') => {
    const request = {
      key: randomUUID(),
      askedAt: bank.now(),
      amount: centavos(150_00),
      plan: 1,
      description: 'Ceiba',
      card: { number, expiry: '12/39', cvv: '123', holder: 'ANA CHOC' },
      payer,
      fingerprintSessionId: null,
    };
    return { request, outcome: await gateway.charge(request) };
  };
  return { bank, gateway, charge, ledger: createCyberSourceLedger(access) };
};

test('the list shows each captured amount and what is left of it after refunds and voids', async () => {
  const { bank, gateway, charge, ledger } = await openBooks();
  const since = bank.now();
  const kept = await charge();
  const given = await charge();
  const voided = await charge();
  await charge('4000000000000002');
  await charge('4000000000000325');
  bank.advance(30 * hour);
  if (given.outcome.kind !== 'approved') throw new Error('approved');
  const { gatewayId } = given.outcome;
  await gateway.refund({ key: given.request.key, gatewayId }, { key: randomUUID(), amount: centavos(40_00) });
  await gateway.voidByKey(voided.request);
  bank.books.add('of-another-program', [
    { name: 'ics_auth', reasonCode: '100' },
    { name: 'ics_bill', reasonCode: '100' },
  ]);
  const page = await ledger.listCharges(since, null);
  if (page === 'unknown') throw new Error('answered');
  expect(page.next).toBeNull();
  const listed = page.approved.map(({ key, amount, outstanding }) => [key, amount, outstanding]);
  expect(listed.toSorted()).toEqual(
    [
      [kept.request.key, 150_00, 150_00],
      [given.request.key, 150_00, 110_00],
    ].toSorted(),
  );
});

test('the list leaves out charges from before the requested moment', async () => {
  const { bank, charge, ledger } = await openBooks();
  await charge();
  bank.advance(hour);
  const since = bank.now();
  expect(await ledger.listCharges(since, null)).toEqual({ approved: [], next: null });
});

test('if the list cannot be read, the result is unknown and not empty', async () => {
  const { bank } = await openBooks();
  const wrong = { ...cyberSourceKeys, keyId: randomUUID(), url: bank.url, now: bank.now };
  expect(await createCyberSourceLedger(wrong).listCharges(bank.now(), null)).toBe('unknown');
});
