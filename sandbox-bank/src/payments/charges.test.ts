import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cardRefusalCodes, specialCards } from '../cards.ts';
import { expectedSilenceMs } from '../testing/expected-silence.ts';
import { cardOf, chargeOf, openTestBank } from '../testing/test-bank.ts';

describe('charging', () => {
  // One card of each brand and local BIN (DEC-105), and two Amex.
  test.each([
    ['Visa Banco Industrial', '4111111111111111'],
    ['Visa BAM-MAX', '4242424242424242'],
    ['Visa G&T Continental', '4012888888881881'],
    ['Mastercard Banrural', '5555555555554444'],
    ['Mastercard Banco Promerica', '2223003122003222'],
    ['Mastercard BAC Credomatic', '5105105105105100'],
    ['Amex', '378282246310005'],
    ['another Amex', '371449635398431'],
  ])('[DEC-107] %s is approved', async (_, number) => {
    const bank = await openTestBank();
    const isAmex = number.length === 15;
    const charge = chargeOf(number, { card: { ...cardOf(number), cvv: isAmex ? '1234' : '123' } });
    const { status, body } = await bank.post('/charges', charge);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: charge.key,
      status: 'approved',
      amountCentavos: 15_000,
      plan: 1,
      authorization: expect.stringMatching(/^\d{6}$/),
      brand: isAmex ? 'amex' : number.startsWith('4') ? 'visa' : 'mastercard',
      masked: `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`,
    });
  });

  test.each(specialCards.filter(({ outcome }) => cardRefusalCodes.some((code) => code === outcome)))(
    '[DEC-107] $number is refused with $outcome, and the refusal is on record',
    async ({ number, outcome }) => {
      const bank = await openTestBank();
      const charge = chargeOf(number);
      const refused = await bank.post('/charges', charge);
      expect(refused).toMatchObject({ status: 402, body: { status: 'refused', code: outcome } });
      expect(await bank.post('/charges', charge)).toEqual(refused);
      const found = await bank.get(`/charges/by-key/${charge.key}`);
      expect(found).toMatchObject({ status: 200, body: { status: 'refused', code: outcome, capturedCentavos: 0 } });
    },
  );

  test('[DEC-107] 4000000000000119 answers 502 and charges nothing', async () => {
    const bank = await openTestBank();
    const charge = chargeOf('4000000000000119');
    expect(await bank.post('/charges', charge)).toMatchObject({ status: 502, body: { code: 'PAY_PROCESSOR_ERROR' } });
    expect((await bank.get(`/charges/by-key/${charge.key}`)).status).toBe(404);
  });

  test.each([
    ['a number that fails Luhn', { ...cardOf('4111111111111112') }, 'PAY_INVALID_CARD'],
    ['an unsupported brand', { ...cardOf('6011111111111117') }, 'PAY_INVALID_CARD'],
    ['letters instead of a number', { ...cardOf('no es una tarjeta') }, 'PAY_INVALID_CARD'],
    ['the previous month', { ...cardOf('4111111111111111'), expiry: '10/26' }, 'PAY_EXPIRED_CARD'],
    ['month 13', { ...cardOf('4111111111111111'), expiry: '13/30' }, 'PAY_EXPIRED_CARD'],
    ['four digits of CVV on a Visa', { ...cardOf('4111111111111111'), cvv: '1234' }, 'PAY_INVALID_CVV'],
    ['three digits of CVV on an Amex', { ...cardOf('378282246310005') }, 'PAY_INVALID_CVV'],
    ['letters instead of a CVV', { ...cardOf('4111111111111111'), cvv: 'abc' }, 'PAY_INVALID_CVV'],
  ])('%s is refused with its own code', async (_case, card, code) => {
    const bank = await openTestBank({ now: () => new Date('2026-11-30T23:00:00-06:00') });
    expect(await bank.post('/charges', chargeOf('', { card }))).toMatchObject({ status: 402, body: { code } });
  });

  test('a card is valid until the last moment of its month in Guatemala', async () => {
    let now = new Date('2026-11-30T23:59:59-06:00');
    const bank = await openTestBank({ now: () => now });
    const lastMonth = { card: { ...cardOf('4111111111111111'), expiry: '11/26' } };
    expect((await bank.post('/charges', chargeOf('', lastMonth))).status).toBe(201);
    now = new Date('2026-12-01T00:00:00-06:00');
    expect((await bank.post('/charges', chargeOf('', lastMonth))).body.code).toBe('PAY_EXPIRED_CARD');
  });

  test.each([
    ['4111111111111111', '123', 18],
    ['5105105105105100', '123', 6],
    ['378282246310005', '1234', 1],
  ])('%s is charged with any plan, because the shop decides which plans a card accepts', async (number, cvv, plan) => {
    const bank = await openTestBank();
    const answer = await bank.post('/charges', chargeOf(number, { plan, card: { ...cardOf(number), cvv } }));
    expect(answer).toMatchObject({ status: 201, body: { plan } });
  });

  test.each([
    ['an unknown field', { tip: 5 }],
    ['an amount of 0', { amountCentavos: 0 }],
    ['a fraction of a centavo', { amountCentavos: 10.5 }],
    ['another currency', { currency: 'USD' }],
    ['a plan of 0 payments', { plan: 0 }],
    ['a plan of 1.5 payments', { plan: 1.5 }],
    ['a key that is no UUID', { key: '1' }],
    ['a card and a token', { token: 'tok_x' }],
  ])('%s is a malformed request', async (_case, changes) => {
    const bank = await openTestBank();
    const answer = await bank.post('/charges', chargeOf(undefined, changes));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST', message: expect.any(String) } });
  });

  test('every call except health needs the merchant key', async () => {
    const bank = await openTestBank();
    const statuses = ['/charges', '/registry/taxpayers?type=nit&identifier=12345679', '/nowhere', '/health'].map(
      async (path) => (await fetch(`${bank.url}${path}`, { headers: { authorization: 'Bearer otro' } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200]);
  });
});

describe('one key, one charge', () => {
  test('the same body gets the same response, and another body is refused', async () => {
    const bank = await openTestBank();
    const charge = chargeOf();
    const first = await bank.post('/charges', charge);
    expect(await bank.post('/charges', charge)).toEqual(first);
    const other = await bank.post('/charges', { ...charge, amountCentavos: 15_001 });
    expect(other).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
    const otherCard = await bank.post('/charges', { ...charge, card: cardOf('4242424242424242') });
    expect(otherCard).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
  });

  test.each(['4111111111111111', '4000000000000432', '4000000000000523'])(
    '20 simultaneous charges on %s give one charge and one response',
    async (number) => {
      const bank = await openTestBank();
      const charge = chargeOf(number);
      const answers = await Promise.all(Array.from({ length: 20 }, () => bank.post('/charges', charge)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
      expect((await bank.get('/charges')).body.charges).toHaveLength(1);
    },
  );
});

describe('faults of the connection', () => {
  test('without a response the connection stays open, and nothing is charged', async () => {
    const bank = await openTestBank();
    const charge = chargeOf('4000000000000416');
    await expect(bank.post('/charges', charge, expectedSilenceMs)).rejects.toThrow(/timeout/i);
    expect((await bank.get(`/charges/by-key/${charge.key}`)).status).toBe(404);
  });

  test('after a lost response, the look-up and the same key return the charge', async () => {
    const bank = await openTestBank();
    const charge = chargeOf('4000000000000424');
    await expect(bank.post('/charges', charge)).rejects.toThrow('fetch failed');
    const found = await bank.get(`/charges/by-key/${charge.key}`);
    expect(found).toMatchObject({ status: 200, body: { status: 'approved', outstandingCentavos: 15_000 } });
    expect(await bank.post('/charges', charge)).toMatchObject({ status: 201, body: { id: found.body.id } });
  });

  test.each(['4000000000000515', '4000000000000523'])('slow %s: charged before the response', async (number) => {
    const slow = Promise.withResolvers<void>();
    const bank = await openTestBank({ delays: { slow: slow.promise, verySlow: slow.promise } });
    const charge = chargeOf(number);
    const order: string[] = [];
    const answer = bank.post('/charges', charge).finally(() => order.push('answered'));
    await expect.poll(async () => (await bank.get(`/charges/by-key/${charge.key}`)).body.status).toBe('approved');
    order.push('found');
    slow.resolve();
    expect((await answer).status).toBe(201);
    expect(order).toEqual(['found', 'answered']);
  });

  test('a slow charge that is voided before its answer is not reported as approved', async () => {
    const verySlow = Promise.withResolvers<void>();
    const bank = await openTestBank({ delays: { verySlow: verySlow.promise } });
    const charge = chargeOf('4000000000000523');
    const slow = bank.post('/charges', charge);
    await expect.poll(async () => (await bank.get(`/charges/by-key/${charge.key}`)).status).toBe(200);
    await bank.post(`/charges/by-key/${charge.key}/void`);
    verySlow.resolve();
    expect(await slow).toMatchObject({ status: 409, body: { code: 'CHARGE_VOIDED' } });
  });

  test('502 once: the second try with the same key is approved', async () => {
    const bank = await openTestBank();
    const charge = chargeOf('4000000000000614');
    expect((await bank.post('/charges', charge)).status).toBe(502);
    expect((await bank.get(`/charges/by-key/${charge.key}`)).status).toBe(404);
    expect((await bank.post('/charges', charge)).status).toBe(201);
    expect((await bank.post('/charges', charge)).status).toBe(201);
  });

  test('the bank may have charged the card despite a plain 502 page', async () => {
    const bank = await openTestBank();
    const charge = chargeOf('4000000000000713');
    const answer = await bank.post('/charges', charge);
    expect(answer.status).toBe(502);
    expect(answer.body.code).toBeUndefined();
    expect((await bank.get(`/charges/by-key/${charge.key}`)).body.status).toBe('approved');
  });
});

describe('voiding a key', () => {
  test('refuses a charge that arrives after a look-up without a result', async () => {
    const arrival = Promise.withResolvers<void>();
    const bank = await openTestBank({ delays: { late: arrival.promise } });
    const charge = chargeOf('4000000000000432');
    const late = bank.post('/charges', charge);
    expect((await bank.get(`/charges/by-key/${charge.key}`)).status).toBe(404);
    expect((await bank.post(`/charges/by-key/${charge.key}/void`)).body.status).toBe('voided');
    arrival.resolve();
    expect(await late).toMatchObject({ status: 409, body: { code: 'CHARGE_VOIDED' } });
    expect((await bank.get(`/charges/by-key/${charge.key}`)).body.status).toBe('voided');
    expect((await bank.get('/charges')).body.charges).toEqual([]);
    expect(await bank.post('/charges', charge)).toMatchObject({ status: 409, body: { code: 'CHARGE_VOIDED' } });
  });

  test('without a void that charge is made, although its caller has given up', async () => {
    const arrival = Promise.withResolvers<void>();
    const bank = await openTestBank({ delays: { late: arrival.promise } });
    const charge = chargeOf('4000000000000432');
    const caller = new AbortController();
    const charging = bank.post('/charges', charge, caller.signal);
    await expect.poll(() => bank.lines.join('\n'), { timeout: 60_000 }).toContain('charge arrives later');
    caller.abort();
    await expect(charging).rejects.toThrow(/abort/i);
    expect((await bank.get(`/charges/by-key/${charge.key}`)).status).toBe(404);
    arrival.resolve();
    const status = async () => (await bank.get(`/charges/by-key/${charge.key}`)).body.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('approved');
  });

  test('reverses what was not refunded yet, once', async () => {
    const bank = await openTestBank();
    const charge = chargeOf();
    const { id } = (await bank.post('/charges', charge)).body;
    await bank.post(`/charges/${id}/refunds`, { key: randomUUID(), amountCentavos: 4_000 });
    const voided = await bank.post(`/charges/by-key/${charge.key}/void`);
    expect(voided).toMatchObject({ status: 200, body: { status: 'reversed', outstandingCentavos: 0 } });
    expect(await bank.post(`/charges/by-key/${charge.key}/void`)).toEqual(voided);
    expect((await bank.get(`/charges/${id}`)).body.paybacks).toMatchObject([
      { kind: 'refund', amountCentavos: 4_000 },
      { kind: 'reversal', amountCentavos: 11_000 },
    ]);
    expect((await bank.post('/charges', charge)).body.code).toBe('CHARGE_VOIDED');
  });

  test('a charge and its void at the same time leave no money', async () => {
    const bank = await openTestBank();
    const charges = Array.from({ length: 20 }, () => chargeOf());
    await Promise.all(
      charges.flatMap((charge) => [
        bank.post('/charges', charge),
        bank.post(`/charges/by-key/${charge.key}/void`),
        bank.post(`/charges/by-key/${charge.key}/void`),
      ]),
    );
    const ends = await Promise.all(charges.map(({ key }) => bank.get(`/charges/by-key/${key}`)));
    for (const { body } of ends) expect(body.outstandingCentavos ?? 0).toBe(0);
  });

  test('does not change a refusal', async () => {
    const bank = await openTestBank();
    const charge = chargeOf('4000000000000002');
    await bank.post('/charges', charge);
    expect((await bank.post(`/charges/by-key/${charge.key}/void`)).body.status).toBe('refused');
  });
});
