import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { centavos } from '@ceiba/domain/money/money';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFaultyLine } from '../testing/faulty-line.ts';
import { payer, type TestAcquirer, testAcquirers } from '../testing/test-acquirers.ts';
import type { PaymentGateway } from './gateway.ts';

const requestFor = (
  bank: TestAcquirer,
  number: string,
  changes: { key?: string; cvv?: string; plan?: number } = {},
) => {
  const { key = randomUUID(), cvv = '123', plan = 1 } = changes;
  return {
    key,
    askedAt: bank.now(),
    amount: centavos(150_00),
    plan,
    description: 'Ceiba',
    card: { number, expiry: '12/39', cvv, holder: 'ANA CHOC' },
    payer,
    fingerprintSessionId: null,
  };
};

const good = '4111111111111111';

/** Sends a charge whose answer is lost. */
async function chargeUnheard(bank: TestAcquirer, gateway: PaymentGateway, number: string) {
  const request = requestFor(bank, number);
  expect(await gateway.charge(request)).toMatchObject({ kind: 'unknown' });
  return request;
}

describe.each(testAcquirers)('%s', (_, open) => {
  test('[DEC-107] an approved charge can be found by its key and refunded in parts', async () => {
    const bank = await open();
    const gateway = bank.gateway();
    const request = requestFor(bank, good);
    const outcome = await gateway.charge(request);
    expect(outcome).toMatchObject({
      kind: 'approved',
      gatewayId: expect.any(String),
      authorization: expect.any(String),
    });
    expect(await gateway.findByKey(request)).toEqual(outcome);
    if (outcome.kind !== 'approved') throw new Error('approved');
    const charge = { key: request.key, gatewayId: outcome.gatewayId };
    const refund = { key: randomUUID(), amount: centavos(100_00) };
    const first = await gateway.refund(charge, refund);
    expect(first).toMatchObject({ kind: 'refunded' });
    expect(await gateway.refund(charge, refund)).toEqual(first);
    expect(await bank.outstanding(request.key)).toBe(50_00);
    const tooMuch = await gateway.refund(charge, { key: randomUUID(), amount: centavos(50_01) });
    expect(tooMuch).toEqual({ kind: 'refused', code: expect.any(String) });
    expect(await bank.outstanding(request.key)).toBe(50_00);
  });

  test('[DEC-107] the refund of an unknown charge has an unknown outcome', async () => {
    const gateway = (await open()).gateway();
    const refund = { key: randomUUID(), amount: centavos(100_00) };
    expect(await gateway.refund({ key: randomUUID(), gatewayId: randomUUID() }, refund)).toEqual({
      kind: 'unknown',
      reason: 'status 404',
    });
  });

  test('the number of installments is sent with the charge', async () => {
    const bank = await open();
    const request = requestFor(bank, good, { plan: 12 });
    expect(await bank.gateway().charge(request)).toMatchObject({ kind: 'approved' });
    expect(await bank.planOf(request.key)).toBe(12);
  });

  test.each([
    ['[DEC-117] a declined card', '4000000000000002', '123', 'PAY_DECLINED'],
    ['[DEC-118] too little money', '4000000000009995', '123', 'PAY_INSUFFICIENT_FUNDS'],
    ['[DEC-119] an expired card', '4000000000000069', '123', 'PAY_EXPIRED_CARD'],
    ['[DEC-121] a wrong CVV', '4000000000000127', '123', 'PAY_INVALID_CVV'],
    ['[DEC-121] a CVV of three digits on an Amex', '378282246310005', '123', 'PAY_INVALID_CVV'],
    ['[DEC-122] above the limit', '4000000000000317', '123', 'PAY_LIMIT_EXCEEDED'],
    ['[DEC-123] stopped by the risk check', '4000000000000325', '123', 'PAY_FRAUD_REVIEW'],
    ['[DEC-132] the processor’s own failure', '4000000000000119', '123', 'PAY_PROCESSOR_ERROR'],
  ])('%s is refused, and no money is held, then or later', async (_title, number, cvv, code) => {
    const bank = await open();
    const gateway = bank.gateway();
    const request = requestFor(bank, number, { cvv });
    expect(await gateway.charge(request)).toEqual({ kind: 'refused', code });
    expect(await bank.outstanding(request.key)).toBe(0);
    expect((await gateway.findByKey(request)).kind).not.toBe('approved');
    bank.wait();
    expect((await gateway.voidByKey(request)).kind).toMatch(/^(?:void|refused)$/);
    expect(await bank.outstanding(request.key)).toBe(0);
  });

  test('[DEC-131] a charge that never arrived is reported as void once it can no longer arrive', async () => {
    const bank = await open();
    const request = await chargeUnheard(bank, bank.gateway({ timeoutMs: expectedSilenceMs }), '4000000000000416');
    const gateway = bank.gateway();
    expect((await gateway.findByKey(request)).kind).not.toBe('approved');
    bank.wait();
    expect(await gateway.findByKey(request)).toEqual({ kind: 'none' });
    expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  });

  test.each([
    ['a lost answer', '4000000000000424'],
    ['a bare 502', '4000000000000713'],
  ])('[DEC-131] after %s the outcome is unknown, and a look-up by key shows the charge', async (_title, number) => {
    const bank = await open();
    const gateway = bank.gateway();
    const request = await chargeUnheard(bank, gateway, number);
    expect(await gateway.findByKey(request)).toMatchObject({ kind: 'approved', gatewayId: expect.any(String) });
    expect(await bank.outstanding(request.key)).toBe(150_00);
  });

  test('[DEC-107] if an approval arrives after its key was voided, no money stays charged', async () => {
    const bank = await open();
    const request = requestFor(bank, '4000000000000432');
    const gateway = bank.gateway();
    // Nobody waits for the answer to this charge. The bank may not even have received it.
    const asked = gateway.charge(request);
    await bank.isComing();
    await gateway.voidByKey(request);
    await bank.arrive();
    bank.wait();
    expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
    expect(await bank.outstanding(request.key)).toBe(0);
    expect(await gateway.findByKey(request)).toEqual({ kind: 'void' });
    await bank.close();
    expect((await asked).kind).toMatch(/^(?:unknown|refused)$/);
  });

  test('an approved charge is voided once, and look-ups then show it as void', async () => {
    const bank = await open();
    const gateway = bank.gateway();
    const request = requestFor(bank, good);
    await gateway.charge(request);
    for (const _time of [1, 2]) expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
    expect(await gateway.findByKey(request)).toEqual({ kind: 'void' });
    expect(await bank.outstanding(request.key)).toBe(0);
  });

  test('[DEC-107] a charge with another amount than the order’s pays nothing, and is refunded', async () => {
    const bank = await open();
    const gateway = bank.gateway();
    const request = requestFor(bank, good);
    expect(await gateway.charge(request)).toMatchObject({ kind: 'approved' });
    const asked = { ...request, amount: centavos(150_01) };
    expect((await gateway.findByKey(asked)).kind).not.toBe('approved');
    expect(await gateway.voidByKey(asked)).toEqual({ kind: 'void' });
    expect(await bank.outstanding(request.key)).toBe(0);
  });

  test('[DEC-107] a void is retried until it succeeds: first it does not arrive, then its answer is lost', async () => {
    const bank = await open();
    const line = await openFaultyLine(bank.url);
    onTestFinished(() => line.close());
    const gateway = bank.gateway({ url: line.url });
    const request = requestFor(bank, good);
    expect(await gateway.charge(request)).toMatchObject({ kind: 'approved' });
    line.fail(/void/, ['never-arrives', 'never-arrives', 'answer-lost']);
    for (const outstanding of [150_00, 150_00, 0]) {
      expect(await gateway.voidByKey(request)).toMatchObject({ kind: 'unknown' });
      expect(await bank.outstanding(request.key)).toBe(outstanding);
    }
    expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  });

  test('with a wrong secret or a dead address nothing is charged, and look-ups return unknown', async () => {
    const bank = await open();
    const request = requestFor(bank, good);
    const refused = { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };
    const stranger = bank.gateway({ hasWrongSecret: true });
    expect(await stranger.charge(request)).toEqual(refused);
    expect(await stranger.findByKey(request)).toMatchObject({ kind: 'unknown' });
    expect(await bank.outstanding(request.key)).toBe(0);
    const gone = await open();
    await gone.close();
    expect(await gone.gateway().charge(request)).toEqual(refused);
    expect(await gone.gateway().findByKey(request)).toMatchObject({ kind: 'unknown' });
    expect(await gone.gateway().voidByKey(request)).toMatchObject({ kind: 'unknown' });
  });

  test('after eight missing answers charges are refused without a call, and look-ups still call the bank', async () => {
    const bank = await open();
    let calls = 0;
    const server = createServer((_request, answer) => {
      calls += 1;
      answer.destroy();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const gateway = bank.gateway({ url });
    for (let call = 0; call < 8; call += 1) await chargeUnheard(bank, gateway, good);
    const request = requestFor(bank, good);
    expect(await gateway.charge(request)).toEqual({ kind: 'refused', code: 'PAY_PROCESSOR_ERROR' });
    expect(calls).toBe(8);
    await gateway.findByKey(request);
    expect(calls).toBe(9);
  });
});
