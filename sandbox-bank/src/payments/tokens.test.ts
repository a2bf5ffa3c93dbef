import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cardOf, chargeOf, openTestBank } from '../testing/test-bank.ts';

const savingOf = (number: string, expiry = '12/39') => ({
  key: randomUUID(),
  card: { number, expiry, holder: 'ANA CHOC' },
});

const tokenCharge = (token: string | undefined, cvv: string, plan = 1) => {
  const { card: _card, ...terms } = chargeOf();
  return { ...terms, plan, token, cvv };
};

test('an approved charge saves a card, and its token can be charged again', async () => {
  const bank = await openTestBank();
  const charge = chargeOf('4242424242424242', { saveCard: true });
  const approved = await bank.post('/charges', charge);
  const { token } = approved.body;
  expect(token).toMatch(/^tok_/);
  expect(await bank.post('/charges', charge)).toEqual(approved);
  expect((await bank.get(`/charges/by-key/${charge.key}`)).body.token).toBe(token);
  expect((await bank.get(`/tokens/${token}`)).body).toEqual({
    token,
    brand: 'visa',
    masked: '424242******4242',
    expiry: '12/39',
  });
  const again = await bank.post('/charges', tokenCharge(token, '123', 12));
  expect(again).toMatchObject({ status: 201, body: { brand: 'visa', masked: '424242******4242', plan: 12 } });
});

test('a refused charge saves nothing', async () => {
  const bank = await openTestBank();
  const refused = await bank.post('/charges', chargeOf('4000000000000002', { saveCard: true }));
  expect(refused.body.token).toBeUndefined();
});

test('a saved card needs the right CVV', async () => {
  const bank = await openTestBank();
  const { token } = (await bank.post('/tokens', savingOf('378282246310005'))).body;
  expect((await bank.post('/charges', tokenCharge(token, '123'))).body.code).toBe('PAY_INVALID_CVV');
  expect((await bank.post('/charges', tokenCharge(token, '1234'))).status).toBe(201);
});

test('an expired card can be saved, and is refused when charged', async () => {
  const bank = await openTestBank();
  const saved = await bank.post('/tokens', savingOf('4111111111111111', '01/24'));
  expect(saved).toMatchObject({ status: 201, body: { masked: '411111******1111', expiry: '01/24' } });
  const { token } = saved.body;
  expect((await bank.post('/charges', tokenCharge(token, '123'))).body.code).toBe('PAY_EXPIRED_CARD');
});

test('a test card has the same outcome as a token', async () => {
  const bank = await openTestBank();
  const { token } = (await bank.post('/tokens', savingOf('4000000000009995'))).body;
  expect((await bank.post('/charges', tokenCharge(token, '123'))).body.code).toBe('PAY_INSUFFICIENT_FUNDS');
});

test('a deleted or unknown token is refused', async () => {
  const bank = await openTestBank();
  const { token } = (await bank.post('/tokens', savingOf('4111111111111111'))).body;
  expect((await bank.remove(`/tokens/${token}`)).status).toBe(204);
  expect((await bank.remove(`/tokens/${token}`)).status).toBe(204);
  expect((await bank.get(`/tokens/${token}`)).status).toBe(404);
  for (const unusable of [token, 'tok_never']) {
    const refused = await bank.post('/charges', tokenCharge(unusable, '123'));
    expect(refused).toMatchObject({ status: 402, body: { code: 'PAY_TOKEN_INVALID' } });
  }
  expect((await bank.remove('/tokens/tok_never')).status).toBe(404);
});

test('a card is saved once per key', async () => {
  const bank = await openTestBank();
  const saving = savingOf('4111111111111111');
  const [first, second] = await Promise.all([bank.post('/tokens', saving), bank.post('/tokens', saving)]);
  expect(first).toEqual(second);
  const other = await bank.post('/tokens', { ...saving, card: { ...saving.card, expiry: '11/39' } });
  expect(other).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
});

test.each([
  ['a wrong number', '4111111111111112', '12/39'],
  ['a malformed expiry', '4111111111111111', '13/39'],
])('%s is not saved', async (_case, number, expiry) => {
  const bank = await openTestBank();
  const refused = await bank.post('/tokens', savingOf(number, expiry));
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_CARD' } });
});

test('a request to save a card with a CVV is refused', async () => {
  const bank = await openTestBank();
  const saving = { key: randomUUID(), card: cardOf('4111111111111111') };
  expect((await bank.post('/tokens', saving)).body.code).toBe('INVALID_REQUEST');
});

test('the demo customer has two valid cards and an expired card, and a deleted card stays deleted', async () => {
  const bank = await openTestBank();
  const charge = async (token: string, cvv: string) => (await bank.post('/charges', tokenCharge(token, cvv))).body;
  expect(await charge('tok_demo_visa', '123')).toMatchObject({ brand: 'visa', masked: '411111******1111' });
  expect(await charge('tok_demo_amex', '1234')).toMatchObject({ brand: 'amex', masked: '378282*****0005' });
  expect(await charge('tok_demo_expired', '123')).toMatchObject({ code: 'PAY_EXPIRED_CARD' });
  expect((await bank.remove('/tokens/tok_demo_visa')).status).toBe(204);
  expect((await bank.get('/tokens/tok_demo_visa')).status).toBe(404);
});
