import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { centavos } from '@ceiba/domain/money/money';
import { defaultMerchantKey } from '@ceiba/sandbox-bank/start';
import { openTestBank } from '@ceiba/sandbox-bank/testing/test-bank';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpGateway } from './http-gateway.ts';

const requestFor = (number: string, key = randomUUID()) => ({
  key,
  amount: centavos(150_00),
  plan: 1,
  description: 'Ceiba',
  card: { number, expiry: '12/39', cvv: '123', holder: 'ANA CHOC' },
});

const gatewayOf = (url: string, timeoutMs = 2_000, merchantKey = defaultMerchantKey) =>
  createHttpGateway({ url, merchantKey, timeoutMs });

const kinds = async (number: string) => {
  const bank = await openTestBank();
  const gateway = gatewayOf(bank.url);
  const request = requestFor(number);
  const outcome = await gateway.charge(request);
  return { outcome, found: await gateway.findByKey(request.key), gateway, key: request.key };
};

test('[DEC-107] an approved charge, found again by its key and refunded in parts', async () => {
  const { outcome, found, gateway } = await kinds('4111111111111111');
  expect(outcome).toMatchObject({ kind: 'approved', gatewayId: expect.any(String), authorization: expect.any(String) });
  expect(found).toEqual(outcome);
  if (outcome.kind !== 'approved') throw new Error('approved');
  const refund = { key: randomUUID(), amount: centavos(100_00) };
  const first = await gateway.refund(outcome.gatewayId, refund);
  expect(first).toMatchObject({ kind: 'refunded' });
  expect(await gateway.refund(outcome.gatewayId, refund)).toEqual(first);
  expect(await gateway.refund(outcome.gatewayId, { key: randomUUID(), amount: centavos(50_01) })).toEqual({
    kind: 'refused',
    code: 'REFUND_EXCEEDS_CAPTURED',
  });
});

test('[DEC-118] a refusal carries its code and stays one', async () => {
  const { outcome, found, gateway, key } = await kinds('4000000000009995');
  expect(outcome).toEqual({ kind: 'refused', code: 'PAY_INSUFFICIENT_FUNDS' });
  expect(found).toEqual(outcome);
  expect(await gateway.voidByKey(key)).toEqual(outcome);
});

test('[DEC-107, DEC-132] the processor’s own failure is no charge', async () => {
  const { outcome, found } = await kinds('4000000000000119');
  expect(outcome).toEqual({ kind: 'refused', code: 'PAY_PROCESSOR_ERROR' });
  expect(found).toEqual({ kind: 'none' });
});

for (const [number, what, found] of [
  ['4000000000000416', 'silence', 'none'],
  ['4000000000000424', 'a lost answer', 'approved'],
  ['4000000000000713', 'a bare 502', 'approved'],
] as const) {
  test(`[DEC-131] ${what} is unknown, and only the key tells: ${found}`, async () => {
    const result = await kinds(number);
    expect(result.outcome).toMatchObject({ kind: 'unknown' });
    expect(result.found.kind).toBe(found);
  });
}

test('a barred key is never charged; an approved one that is voided is reversed', async () => {
  const bank = await openTestBank();
  const gateway = gatewayOf(bank.url);
  const request = requestFor('4111111111111111');
  expect(await gateway.voidByKey(request.key)).toEqual({ kind: 'void' });
  expect(await gateway.charge(request)).toEqual({ kind: 'refused', code: 'PAY_PROCESSOR_ERROR' });
  const other = requestFor('4111111111111111');
  await gateway.charge(other);
  expect(await gateway.voidByKey(other.key)).toEqual({ kind: 'void' });
  expect(await gateway.findByKey(other.key)).toEqual({ kind: 'void' });
});

test('a wrong merchant key and an address nobody listens on: not charged, and nothing is known', async () => {
  const bank = await openTestBank();
  const request = requestFor('4111111111111111');
  expect(await gatewayOf(bank.url, 2_000, 'wrong').charge(request)).toEqual({
    kind: 'refused',
    code: 'PAY_PROCESSOR_ERROR',
  });
  await bank.close();
  expect(await gatewayOf(bank.url).charge(request)).toEqual({ kind: 'refused', code: 'PAY_PROCESSOR_ERROR' });
  expect(await gatewayOf(bank.url).findByKey(request.key)).toMatchObject({ kind: 'unknown' });
});

test('after eight answers that did not come nobody is kept waiting; look-ups still ask', async () => {
  let calls = 0;
  const server = createServer((_request, answer) => {
    calls += 1;
    answer.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const gateway = gatewayOf(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  for (let call = 0; call < 8; call += 1) {
    expect(await gateway.charge(requestFor('4111111111111111'))).toMatchObject({ kind: 'unknown' });
  }
  expect(await gateway.charge(requestFor('4111111111111111'))).toEqual({
    kind: 'refused',
    code: 'PAY_PROCESSOR_ERROR',
  });
  expect(calls).toBe(8);
  await gateway.findByKey(randomUUID());
  expect(calls).toBe(9);
});
