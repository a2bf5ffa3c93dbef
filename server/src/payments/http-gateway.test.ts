import { randomUUID } from 'node:crypto';
import { centavos } from '@ceiba/domain/money/money';
import { defaultMerchantKey } from '@ceiba/sandbox-bank/start';
import { openTestBank } from '@ceiba/sandbox-bank/testing/test-bank';
import { expect, test } from 'vitest';
import { payer } from '../testing/test-acquirers.ts';
import { createHttpGateway } from './http-gateway.ts';

// gateway-contract.test.ts tests what both acquirers promise. Only the sandbox bank can bar a key before its charge arrives.
test('[DEC-107] a key that was barred before its charge arrived is never charged', async () => {
  const bank = await openTestBank();
  const gateway = createHttpGateway({ url: bank.url, merchantKey: defaultMerchantKey, timeoutMs: 60_000 });
  const request = {
    key: randomUUID(),
    askedAt: new Date(),
    amount: centavos(150_00),
    plan: 1,
    description: 'Ceiba',
    card: { number: '4111111111111111', expiry: '12/39', cvv: '123', holder: 'ANA CHOC' },
    payer,
    fingerprintSessionId: null,
  };
  expect(await gateway.findByKey(request)).toEqual({ kind: 'none' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  expect(await gateway.charge(request)).toEqual({ kind: 'refused', code: 'PAY_PROCESSOR_ERROR' });
  expect(await gateway.findByKey(request)).toEqual({ kind: 'void' });
});

test('[DEC-107] a refund whose key the bank rejects has an unknown outcome, and is not refused', async () => {
  const bank = await openTestBank();
  const gateway = createHttpGateway({ url: bank.url, merchantKey: 'a key that was revoked', timeoutMs: 60_000 });
  const charge = { key: randomUUID(), gatewayId: randomUUID() };
  const refund = { key: randomUUID(), amount: centavos(150_00) };
  expect(await gateway.refund(charge, refund)).toEqual({ kind: 'unknown', reason: 'status 401' });
});
