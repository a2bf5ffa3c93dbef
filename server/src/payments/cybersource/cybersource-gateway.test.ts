import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { centavos } from '@ceiba/domain/money/money';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { expect, onTestFinished, test } from 'vitest';
import { cyberSourceCards } from '../../testing/cybersource/card-fates.ts';
import { cyberSourceKeys, openTestCyberSource } from '../../testing/cybersource/open-cybersource.ts';
import { openFaultyLine } from '../../testing/faulty-line.ts';
import { payer } from '../../testing/test-acquirers.ts';
import type { ChargeRequest } from '../gateway.ts';
import { type CyberSourceOptions, createCyberSourceGateway } from './cybersource-gateway.ts';
import { keyOf, referenceOf, transactionIdOf } from './payment-body.ts';

const minute = 60_000;

const openBank = async (options: Partial<CyberSourceOptions> = {}) => {
  const bank = await openTestCyberSource();
  onTestFinished(() => bank.close());
  const line = await openFaultyLine(bank.url);
  onTestFinished(() => line.close());
  const access = { ...cyberSourceKeys, url: line.url, now: bank.now };
  const gateway = createCyberSourceGateway({ ...access, timeoutMs: 60_000, ...options });
  /** Sends a charge that gets no answer. */
  const chargeInVain = async (request: ChargeRequest): Promise<void> => {
    const hasty = createCyberSourceGateway({ ...access, timeoutMs: expectedSilenceMs });
    expect(await hasty.charge(request)).toEqual({ kind: 'unknown', reason: 'timeout' });
  };
  const requestFor = (number: string, changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
    key: randomUUID(),
    askedAt: bank.now(),
    amount: centavos(150_00),
    plan: 1,
    description: 'Ceiba',
    card: { number, expiry: '12/39', cvv: '123', holder: 'ANA CHOC' },
    payer,
    fingerprintSessionId: null,
    ...changes,
  });
  const outstanding = (key: string) => bank.books.outstanding(referenceOf(key));
  return { bank, line, gateway, chargeInVain, requestFor, outstanding };
};

const good = '4111111111111111';
const lost = '4000000000000424';
const silent = '4000000000000416';
const late = '4000000000000432';

test('reference and transaction ID of a key fit into their fields, and the key can be read back', () => {
  const key = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  expect(referenceOf(key)).toBe('ffffffffffff4fffbfffffffffffffff');
  expect(keyOf(referenceOf(key))).toBe(key);
  expect(transactionIdOf(key)).toMatch(/^[0-9a-z]{25}$/);
  expect(keyOf('100000001')).toBeUndefined();
});

test('[DEC-104] a charge contains installments, device and payer', async () => {
  const { bank, gateway, requestFor } = await openBank();
  const request = requestFor(good, {
    plan: 6,
    fingerprintSessionId: '0d6b3f5e-3f0a-4f3e-8a43-0d6b3f5e0001',
    payer: { ...payer, street: 'x'.repeat(100), city: 'Mixco' },
  });
  await gateway.charge(request);
  expect(bank.asked).toEqual([
    {
      clientReferenceInformation: { code: referenceOf(request.key), transactionId: transactionIdOf(request.key) },
      processingInformation: {
        capture: true,
        commerceIndicator: 'internet',
        authorizationOptions: { partialAuthIndicator: false },
      },
      paymentInformation: {
        card: { number: good, expirationMonth: '12', expirationYear: '2039', securityCode: '123', type: '001' },
      },
      orderInformation: {
        amountDetails: { totalAmount: '150.00', currency: 'GTQ' },
        billTo: {
          firstName: 'Lucía',
          lastName: 'Paz',
          email: 'lucia@correo.gt',
          address1: 'x'.repeat(60),
          locality: 'Mixco',
          administrativeArea: 'Guatemala',
          country: 'GT',
        },
      },
      installmentInformation: { totalCount: 6 },
      deviceInformation: { fingerprintSessionId: '0d6b3f5e-3f0a-4f3e-8a43-0d6b3f5e0001' },
    },
  ]);
});

test.each([
  ['COMERCIAL LA AURORA, S. A.', 'COMERCIAL', 'LA AURORA, S. A.'],
  ['AURORA', 'AURORA', 'AURORA'],
])('a taxpayer’s full name, %s, is split into the two parts that the API requires', async (firstName, first, last) => {
  const { bank, gateway, requestFor } = await openBank();
  const request = requestFor(good, { payer: { ...payer, firstName, lastName: '' } });
  expect(await gateway.charge(request)).toMatchObject({ kind: 'approved' });
  expect(bank.asked).toMatchObject([{ orderInformation: { billTo: { firstName: first, lastName: last } } }]);
});

test('a device session that the field does not accept is left out, and the payment succeeds', async () => {
  const { bank, gateway, requestFor } = await openBank();
  const request = requestFor(good, { fingerprintSessionId: 'a session; with more' });
  expect(await gateway.charge(request)).toMatchObject({ kind: 'approved' });
  expect(JSON.stringify(bank.asked)).not.toContain('a session');
});

test('the payer’s authentication is sent with the charge, and a payer who is not recognized is not charged', async () => {
  const proof = {
    commerceIndicator: 'vbv',
    fields: { cavv: 'AAABAWFlmQAAAABjRWWZEEFgFz8=', paSpecificationVersion: '2.2.0' },
  };
  const proven = await openBank({ authenticatePayer: async () => ({ kind: 'proven', proof }) });
  expect(await proven.gateway.charge(proven.requestFor(good))).toMatchObject({ kind: 'approved' });
  expect(proven.bank.asked).toMatchObject([
    { processingInformation: { commerceIndicator: 'vbv' }, consumerAuthenticationInformation: proof.fields },
  ]);
  const unknown = await openBank({ authenticatePayer: async () => ({ kind: 'refused' }) });
  const refused = { kind: 'refused', code: 'PAY_FRAUD_REVIEW' };
  expect(await unknown.gateway.charge(unknown.requestFor(good))).toEqual(refused);
  expect(unknown.bank.asked).toEqual([]);
});

test.each([
  ['approved in part', cyberSourceCards.partlyApproved, 'PAY_INSUFFICIENT_FUNDS'],
  ['held for review', cyberSourceCards.heldForReview, 'PAY_FRAUD_REVIEW'],
  ['stolen', cyberSourceCards.stolen, 'PAY_DECLINED'],
])('a card %s is refused, and no money stays held', async (_, number, code) => {
  const { gateway, requestFor, outstanding } = await openBank();
  const request = requestFor(number);
  expect(await gateway.charge(request)).toEqual({ kind: 'refused', code });
  expect(outstanding(request.key)).toBe(0);
});

test.each([
  ['in part', cyberSourceCards.partlyApproved, 'PAY_INSUFFICIENT_FUNDS'],
  ['against the risk check', '4000000000000325', 'PAY_FRAUD_REVIEW'],
])(
  'if money held %s cannot be released at first, its key releases it later, and the charge is declined',
  async (_, number, code) => {
    const { line, gateway, requestFor, outstanding } = await openBank();
    line.fail(/voids|reversals/, ['never-arrives']);
    const request = requestFor(number);
    expect(await gateway.charge(request)).toMatchObject({ kind: 'unknown' });
    expect(outstanding(request.key)).toBeGreaterThan(0);
    expect(await gateway.findByKey(request)).toEqual({ kind: 'leftover' });
    for (const _time of [1, 2]) expect(await gateway.voidByKey(request)).toEqual({ kind: 'refused', code });
    expect(outstanding(request.key)).toBe(0);
  },
);

test.each([
  ['a number of twelve digits', { number: '411111111111', expiry: '12/39', cvv: '123' }, 'PAY_INVALID_CARD'],
  ['a month 13', { number: good, expiry: '13/39', cvv: '123' }, 'PAY_EXPIRED_CARD'],
  ['a CVV of two digits', { number: good, expiry: '12/39', cvv: '12' }, 'PAY_INVALID_CVV'],
  ['nobody’s mail address', { number: good, expiry: '12/39', cvv: '123' }, 'PAY_PROCESSOR_ERROR'],
])('an INVALID_REQUEST for %s leads to the shopper’s error for that part', async (_, card, code) => {
  const { gateway, requestFor } = await openBank();
  const email = code === 'PAY_PROCESSOR_ERROR' ? '' : payer.email;
  const request = requestFor(good, { card: { ...card, holder: 'ANA CHOC' }, payer: { ...payer, email } });
  expect(await gateway.charge(request)).toEqual({ kind: 'refused', code });
});

test('[DEC-131] after the documented 502 of a time-out the outcome is unknown, because the charge may exist', async () => {
  const { gateway, requestFor } = await openBank();
  const request = requestFor(cyberSourceCards.serverTimeout);
  expect(await gateway.charge(request)).toEqual({ kind: 'unknown', reason: 'status 502' });
  expect(await gateway.findByKey(request)).toMatchObject({ kind: 'approved' });
});

test('a repeated key does not count as refused, because the first call may have charged', async () => {
  const { gateway, requestFor, outstanding } = await openBank();
  const request = requestFor(good);
  expect(await gateway.charge(request)).toMatchObject({ kind: 'approved' });
  expect(await gateway.charge(request)).toEqual({ kind: 'unknown', reason: 'repeated' });
  expect(outstanding(request.key)).toBe(150_00);
  expect(await gateway.findByKey(request)).toMatchObject({ kind: 'approved' });
});

test('[DEC-131] a charge that the search does not show yet never counts as missing', async () => {
  const { bank, gateway, requestFor } = await openBank();
  bank.books.hide();
  const request = requestFor(lost);
  await gateway.charge(request);
  const notShown = { kind: 'unknown', reason: 'not shown yet' };
  expect(await gateway.findByKey(request)).toEqual(notShown);
  bank.advance(10 * minute);
  expect(await gateway.findByKey(request)).toEqual(notShown);
  bank.books.show();
  expect(await gateway.findByKey(request)).toMatchObject({ kind: 'approved' });
});

test('a key without a charge is void ten minutes after the request, not before', async () => {
  const { bank, gateway, chargeInVain, requestFor } = await openBank();
  const request = requestFor(silent);
  await chargeInVain(request);
  bank.advance(10 * minute);
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'unknown', reason: 'not shown yet' });
  bank.advance(1);
  expect(await gateway.findByKey(request)).toEqual({ kind: 'none' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
});

test('a charge that the search omits is voided by its transaction ID, a minute after the request', async () => {
  const { bank, gateway, requestFor, outstanding } = await openBank();
  bank.books.hide();
  const request = requestFor(lost);
  await gateway.charge(request);
  bank.advance(minute - 1);
  expect(await gateway.voidByKey(request)).toMatchObject({ kind: 'unknown' });
  expect(outstanding(request.key)).toBe(150_00);
  bank.advance(1);
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  expect(outstanding(request.key)).toBe(0);
});

test('a charge that arrives while its key is voided is found and voided, too', async () => {
  const { bank, gateway, chargeInVain, requestFor, outstanding } = await openBank();
  const request = requestFor(late);
  await chargeInVain(request);
  bank.advance(minute);
  expect(await gateway.voidByKey(request)).toMatchObject({ kind: 'unknown' });
  await bank.arrive();
  expect(outstanding(request.key)).toBe(150_00);
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  expect(outstanding(request.key)).toBe(0);
});

test('a settled charge is refunded completely, and only once in several tries', async () => {
  const { bank, line, gateway, requestFor, outstanding } = await openBank();
  const request = requestFor(good);
  await gateway.charge(request);
  bank.books.settle();
  line.fail(/refunds/, ['answer-lost']);
  bank.books.hide();
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'unknown', reason: 'not cleared' });
  expect(outstanding(request.key)).toBe(0);
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'unknown', reason: 'not cleared' });
  bank.books.show();
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  expect(bank.books.all.filter(({ applications }) => applications[0]?.name === 'ics_credit')).toHaveLength(1);
});

test('yesterday’s sale is refunded if a void fails, even if the processor accepts its reversal', async () => {
  const { bank, gateway, requestFor, outstanding } = await openBank();
  bank.books.acceptsReversals = true;
  const request = requestFor(good);
  await gateway.charge(request);
  bank.advance(24 * 60 * minute);
  bank.books.settle();
  // An earlier try, which gave nothing back.
  bank.books.add(referenceOf(request.key), [{ name: 'ics_auth_reversal', reasonCode: '100' }]);
  expect(await gateway.findByKey(request)).toMatchObject({ kind: 'approved' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  expect(outstanding(request.key)).toBe(0);
  expect(await gateway.findByKey(request)).toEqual({ kind: 'void' });
});

test('after a manual partial refund, only the rest of the charge is given back, once', async () => {
  const { bank, gateway, requestFor, outstanding } = await openBank();
  const request = requestFor(good);
  await gateway.charge(request);
  bank.books.settle();
  const [payment] = bank.books.all;
  if (payment === undefined) throw new Error('charged');
  bank.books.add(referenceOf(request.key), [{ name: 'ics_credit', reasonCode: '100' }], { asked: 40_00 });
  payment.taken -= 40_00;
  payment.held = payment.taken;
  expect(await gateway.findByKey(request)).toMatchObject({ kind: 'approved', gatewayId: payment.id });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  expect(outstanding(request.key)).toBe(0);
  expect(await gateway.findByKey(request)).toEqual({ kind: 'void' });
});

test.each([true, false])(
  '[DEC-107] repeating a full refund whose answer was lost is not refused (amount first: %s)',
  async (checksAmountFirst) => {
    const { bank, line, gateway, requestFor } = await openBank();
    bank.books.checksAmountFirst = checksAmountFirst;
    const request = requestFor(good);
    const charged = await gateway.charge(request);
    const charge = { key: request.key, gatewayId: charged.kind === 'approved' ? charged.gatewayId : '' };
    const refund = { key: randomUUID(), amount: request.amount };
    line.fail(/refunds/, ['answer-lost']);
    expect(await gateway.refund(charge, refund)).toMatchObject({ kind: 'unknown' });
    line.fail(/searches/, ['never-arrives']);
    expect(await gateway.refund(charge, refund)).toMatchObject({ kind: 'unknown' });
    expect(await gateway.refund(charge, refund)).toEqual({ kind: 'refunded', refundId: bank.books.all.at(-1)?.id });
    const another = { key: randomUUID(), amount: request.amount };
    expect(await gateway.refund(charge, another)).toEqual({ kind: 'refused', code: 'EXCEEDS_CAPTURED_AMOUNT' });
  },
);

test('a charge 179 days old is refunded, and a charge beyond the search’s reach stays unknown', async () => {
  const { bank, line, gateway, requestFor, outstanding } = await openBank();
  const request = requestFor(good);
  await gateway.charge(request);
  bank.books.settle();
  bank.advance(179 * 24 * 60 * minute);
  // The answer is lost, and the search does not show the refund immediately.
  line.fail(/refunds/, ['answer-lost']);
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'unknown', reason: 'not cleared' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
  expect(outstanding(request.key)).toBe(0);
  const older = requestFor(good);
  await gateway.charge(older);
  bank.advance(181 * 24 * 60 * minute);
  bank.books.forget(bank.now());
  const outOfReach = { kind: 'unknown', reason: 'older than the search reaches' };
  expect(await gateway.findByKey(older)).toEqual(outOfReach);
  expect(await gateway.voidByKey(older)).toEqual(outOfReach);
  expect(outstanding(older.key)).toBe(150_00);
});

test('a charge that was decided more than a minute ago is not sent', async () => {
  const { bank, gateway, requestFor } = await openBank();
  const request = requestFor(good);
  bank.advance(minute + 1);
  expect(await gateway.charge(request)).toEqual({ kind: 'refused', code: 'PAY_PROCESSOR_ERROR' });
  expect(bank.asked).toEqual([]);
});

test('if the search does not answer, the state of a key is unknown', async () => {
  const { bank, line, gateway, requestFor } = await openBank();
  const request = requestFor(good);
  bank.advance(20 * minute);
  line.fail(/searches/, ['never-arrives', 'answer-lost']);
  expect(await gateway.findByKey(request)).toEqual({ kind: 'unknown', reason: 'no search' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'unknown', reason: 'no search' });
});

/** Opens a gateway whose search returns this result, and whose other calls are refused. */
const openAnswering = async (answerTo: (key: string) => object) => {
  const request = {
    key: randomUUID(),
    askedAt: new Date('2026-11-22T12:00:00Z'),
    amount: centavos(150_00),
  };
  const server = createServer((call, answer) => {
    const isSearch = call.url === '/tss/v2/searches';
    answer.writeHead(isSearch ? 201 : 400, { 'content-type': 'application/json' });
    answer.end(
      JSON.stringify(isSearch ? answerTo(request.key) : { status: 'INVALID_REQUEST', reason: 'INVALID_DATA' }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const now = (): Date => new Date(request.askedAt.getTime() + 20 * minute);
  return { gateway: createCyberSourceGateway({ ...cyberSourceKeys, url, now, timeoutMs: 60_000 }), request };
};

/** Returns a search result with one sale, authorized and captured. */
const showing = (code: string, totalAmount = '150.00', currency = 'GTQ') => ({
  totalCount: 1,
  _embedded: {
    transactionSummaries: [
      {
        id: '7000000000000000000001',
        submitTimeUtc: '2026-11-22T12:00:00Z',
        clientReferenceInformation: { code },
        applicationInformation: {
          applications: ['ics_auth', 'ics_bill'].map((name) => ({ name, reasonCode: '100' })),
        },
        orderInformation: { amountDetails: { totalAmount, currency } },
      },
    ],
  },
});

test('a sale in the search result with this key, amount and currency is approved', async () => {
  const { gateway, request } = await openAnswering((key) => showing(referenceOf(key)));
  expect(await gateway.findByKey(request)).toMatchObject({ kind: 'approved', gatewayId: '7000000000000000000001' });
});

test.each([
  ['an empty object', {}],
  ['an error that came as an answer', { status: 'SERVER_ERROR', message: 'try again' }],
  ['a count of one with nothing to see', { totalCount: 1 }],
])('if the search returns %s, the state of a key is unknown', async (_, answer) => {
  const { gateway, request } = await openAnswering(() => answer);
  expect(await gateway.findByKey(request)).toEqual({ kind: 'unknown', reason: 'no search' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'unknown', reason: 'no search' });
});

test('a sale of another key in the search result is ignored', async () => {
  const { gateway, request } = await openAnswering(() => showing(referenceOf(randomUUID())));
  expect(await gateway.findByKey(request)).toEqual({ kind: 'none' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'void' });
});

test.each([
  ['half the amount', '75.00', 'GTQ'],
  ['another currency', '150.00', 'USD'],
])('a sale of %s pays nothing, and its key is not void until the sale is refunded', async (_, amount, currency) => {
  const { gateway, request } = await openAnswering((key) => showing(referenceOf(key), amount, currency));
  expect(await gateway.findByKey(request)).toEqual({ kind: 'leftover' });
  expect(await gateway.voidByKey(request)).toEqual({ kind: 'unknown', reason: 'not cleared' });
});

test('a charge older than the search’s reach never counts as missing or void', async () => {
  const { bank, gateway, requestFor } = await openBank();
  const ofDays = (days: number): Date => new Date(bank.now().getTime() - days * 24 * 60 * minute);
  const old = requestFor(good, { askedAt: ofDays(200) });
  const outOfReach = { kind: 'unknown', reason: 'older than the search reaches' };
  expect(await gateway.findByKey(old)).toEqual(outOfReach);
  expect(await gateway.voidByKey(old)).toEqual(outOfReach);
  const seen = requestFor(good, { askedAt: ofDays(178) });
  expect(await gateway.findByKey(seen)).toEqual({ kind: 'none' });
  expect(await gateway.voidByKey(seen)).toEqual({ kind: 'void' });
});
