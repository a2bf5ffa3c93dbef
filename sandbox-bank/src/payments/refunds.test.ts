import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { chargeOf, openTestBank } from '../testing/test-bank.ts';

const refundOf = (amountCentavos: number) => ({ key: randomUUID(), amountCentavos });

test('a refund is made once per key, and its response stays the same', async () => {
  const bank = await openTestBank();
  const { id } = (await bank.post('/charges', chargeOf())).body;
  const refund = refundOf(5_000);
  const first = await bank.post(`/charges/${id}/refunds`, refund);
  expect(first).toMatchObject({ status: 201, body: { kind: 'refund', chargeId: id, amountCentavos: 5_000 } });
  expect(await bank.post(`/charges/${id}/refunds`, refund)).toEqual(first);
  const other = await bank.post(`/charges/${id}/refunds`, { ...refund, amountCentavos: 5_001 });
  expect(other).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
  expect((await bank.get(`/charges/${id}`)).body).toMatchObject({
    paidBackCentavos: 5_000,
    outstandingCentavos: 10_000,
  });
});

test.each([
  [14_999, 201],
  [15_000, 201],
  [15_001, 409],
])('a refund of %i from a charge of 15000 gets %i', async (amount, status) => {
  const bank = await openTestBank();
  const { id } = (await bank.post('/charges', chargeOf())).body;
  const refund = await bank.post(`/charges/${id}/refunds`, refundOf(amount));
  expect(refund.status).toBe(status);
  if (status === 409) expect(refund.body.code).toBe('REFUND_EXCEEDS_CAPTURED');
});

test('20 simultaneous refunds never return more than was captured', async () => {
  const bank = await openTestBank();
  const { id } = (await bank.post('/charges', chargeOf())).body;
  const refunds = Array.from({ length: 20 }, () => bank.post(`/charges/${id}/refunds`, refundOf(2_000)));
  const statuses = (await Promise.all(refunds)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(7);
  expect((await bank.get(`/charges/${id}`)).body.outstandingCentavos).toBe(1_000);
});

test('only an approved charge can be refunded', async () => {
  const bank = await openTestBank();
  const refused = (await bank.post('/charges', chargeOf('4000000000000002'))).body;
  const reversed = (await bank.post('/charges', chargeOf())).body;
  await bank.post(`/charges/by-key/${reversed.key}/void`);
  for (const { id } of [refused, reversed]) {
    const refund = await bank.post(`/charges/${id}/refunds`, refundOf(1));
    expect(refund).toMatchObject({ status: 409, body: { code: 'CHARGE_NOT_REFUNDABLE' } });
  }
  const unknown = await bank.post(`/charges/${randomUUID()}/refunds`, refundOf(1));
  expect(unknown).toMatchObject({ status: 404, body: { code: 'CHARGE_NOT_FOUND' } });
});

test('the list pages by position and starts at an instant', async () => {
  let now = new Date('2026-11-20T12:00:00Z');
  const bank = await openTestBank({ now: () => now });
  const keys: string[] = [];
  for (const minute of [0, 1, 2, 3, 4]) {
    now = new Date(Date.UTC(2026, 10, 20, 12, minute));
    const charge = chargeOf(minute === 2 ? '4000000000000002' : undefined);
    keys.push(charge.key);
    await bank.post('/charges', charge);
  }
  const first = (await bank.get('/charges?limit=3')).body;
  const second = (await bank.get(`/charges?limit=3&after=${first.next}`)).body;
  expect([first.charges, second.charges].flat()).toMatchObject(keys.map((key) => ({ key })));
  expect(second.next).toBeNull();
  const later = (await bank.get('/charges?since=2026-11-20T12:03:00Z')).body;
  expect(later.charges).toMatchObject(keys.slice(3).map((key) => ({ key })));
});
