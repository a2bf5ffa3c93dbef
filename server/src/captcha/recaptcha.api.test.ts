import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mintProof } from '../testing/captcha-proofs.ts';
import { cash, openTestBank, outcomeOf, postOrder, prepareCart, type TestBank } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { createRecaptcha } from './recaptcha.ts';

/** The service's next answer. */
type Answer = (response: ServerResponse) => void;
const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
let answer: Answer = json({ success: true });
let asked: string[] = [];

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
};

const service = createServer((request, response) => {
  void readBody(request).then((body) => {
    asked.push(body);
    answer(response);
  });
});
let url = '';
let bank: TestBank;
let shop: TestShop;
let speaker: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}/siteverify`;
  bank = await openTestBank();
  shop = await openTestShop({
    RATE_LIMIT_FACTOR: '1',
    BANK_URL: bank.url,
    RECAPTCHA_SECRET: 'secreto',
    RECAPTCHA_URL: url,
    PUBLIC_URL: 'https://tienda.example',
  });
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  // One open cash order is half of two: all but the first order need the captcha.
  await shop.setPolicy('unconfirmedOrders', '2');
  await shop.setPolicy('ordersPerAddress', '1000');
});
afterAll(async () => {
  await shop.close();
  await bank.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});
beforeEach(() => {
  asked = [];
});

let phones = 40000000;
/** Places a second cash order for a buyer who has one open. */
const placeSecond = async (captcha: string | undefined) => {
  phones += 1;
  const newCart = () =>
    prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }], email: `dos${phones}@correo.gt` });
  // All tests share one network address, so each starts with counts of zero.
  await shop.db.pool.query(`update orders set client_key = null`);
  const first = await postOrder(shop, { cartId: await newCart(), payments: [cash(130)] });
  expect(outcomeOf(first)).toMatch(/^200/);
  return postOrder(shop, { cartId: await newCart(), payments: [cash(130)] }, undefined, captcha);
};

describe('with a reCAPTCHA secret, reCAPTCHA verifies the token', () => {
  test('an accepted token places the order, and the service gets only secret and token', async () => {
    answer = json({ success: true, score: 0.9 });
    expect(outcomeOf(await placeSecond('ficha-buena'))).toMatch(/^200/);
    expect(asked).toEqual(['secret=secreto&response=ficha-buena']);
  });

  test('the service is called only if a token is needed and given', async () => {
    expect(outcomeOf(await placeSecond(undefined))).toBe('403 CAPTCHA_FAILED');
    expect(asked).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['refused', json({ success: false, 'error-codes': ['invalid-input-response'] })],
    ['refused without a reason', json({ success: false })],
    ['a program by its score', json({ success: true, score: 0.1 })],
    ['made on another site', json({ success: true, hostname: 'evil.example' })],
    ['made for something else', json({ success: true, score: 0.9, hostname: 'tienda.example', action: 'login' })],
  ])('%s', async (_, answered) => {
    answer = answered;
    const refusal = await placeSecond('ficha-mala');
    expect(outcomeOf(refusal)).toBe('403 CAPTCHA_FAILED');
    expect(refusal.json().message).toContain('No pudimos verificar');
  });

  test('a token that was accepted before is refused, even if the service accepts it again', async () => {
    answer = json({ success: true });
    expect(outcomeOf(await placeSecond('ficha-doble'))).toMatch(/^200/);
    expect(outcomeOf(await placeSecond('ficha-doble'))).toBe('403 CAPTCHA_FAILED');
  });

  test('[DEC-196] the shop’s own challenge still works, because its checkout makes no other proof', async () => {
    answer = json({}, 500);
    expect((await shop.call('getCaptchaChallenge', {})).ok).toBe(true);
    expect(outcomeOf(await placeSecond(await mintProof(shop)))).toMatch(/^200/);
    expect(asked).toEqual([]);
    const wrong = Buffer.from(await mintProof(shop), 'base64')
      .toString('utf8')
      .replace(/"number":\d+/, '"number":0');
    expect(outcomeOf(await placeSecond(Buffer.from(wrong).toString('base64')))).toBe('403 CAPTCHA_FAILED');
    expect(asked).toEqual([]);
  });

  test('a token made on the shop’s pages for placing orders is accepted', async () => {
    answer = json({ success: true, score: 0.9, hostname: 'tienda.example', action: 'place_order' });
    expect(outcomeOf(await placeSecond('ficha-de-casa'))).toMatch(/^200/);
  });

  test('while the service does not answer, every token is refused with that reason', async () => {
    answer = json({ error: 'roto' }, 500);
    const refusal = await placeSecond('ficha-buena-2');
    expect(outcomeOf(refusal)).toBe('403 CAPTCHA_FAILED');
    expect(refusal.json().message).toContain('no responde');
    answer = json({ success: true });
  });
});

describe('a service that is down', () => {
  test.each<[string, Answer]>([
    ['an error', json({}, 500)],
    ['no JSON', (response) => void response.end('<html>')],
    ['another shape', json({ ok: true })],
    ['a secret it does not know', json({ success: false, 'error-codes': ['invalid-input-secret'] })],
    ['a broken connection', (response) => void response.destroy()],
    ['silence', () => {}],
  ])('a token with %s is not accepted', async (_, answered) => {
    answer = answered;
    expect(
      await createRecaptcha({ url, secret: 'secreto', hostnames: [], timeoutMs: expectedSilenceMs }).verify(
        'ficha',
        'a',
      ),
    ).toBe('unavailable');
  });

  test('after five failures in a row, calls no longer wait for the service', async () => {
    answer = json({}, 500);
    const verifier = createRecaptcha({ url, secret: 'secreto', hostnames: [] });
    for (let tried = 0; tried < 8; tried += 1) expect(await verifier.verify('ficha', 'a')).toBe('unavailable');
    expect(asked).toHaveLength(5);
  });
});

describe('a service that is slow', () => {
  /** Requests still without an answer. */
  let held: ServerResponse[] = [];
  beforeEach(() => {
    held = [];
    answer = (response) => void held.push(response);
  });
  const release = (): void => {
    answer = json({ success: true });
    for (const response of held) answer(response);
  };
  /** A time limit that no test reaches. */
  const patient = () => createRecaptcha({ url, secret: 'secreto', hostnames: [], timeoutMs: 60_000 });

  test('gets at most twenty tokens at the same time, while other tokens wait', async () => {
    const verifier = patient();
    const verdicts = Array.from({ length: 25 }, (_, client) => verifier.verify('ficha', `10.0.0.${client}`));
    await until(async () => held.length === 20);
    // A request outside the gate reaches the service, but the waiting requests do not.
    void createRecaptcha({ url, secret: 'aparte', hostnames: [] }).verify('ficha', 'a');
    await until(async () => asked.some((body) => body.includes('aparte')));
    expect(asked).toHaveLength(21);
    release();
    expect(await Promise.all(verdicts)).toEqual(verdicts.map(() => 'accepted'));
    expect(asked).toHaveLength(26);
  });

  test('checks two tokens of a client at the same time, delays no other client, and if full, counts as silent', async () => {
    const verifier = patient();
    const crowd = Array.from({ length: 43 }, () => verifier.verify('ficha', '10.0.0.1'));
    expect(await Promise.race(crowd)).toBe('unavailable');
    const other = verifier.verify('otra', '10.0.0.2');
    await until(async () => asked.some((body) => body.includes('otra')));
    expect(held).toHaveLength(3);
    release();
    expect(await other).toBe('accepted');
    const verdicts = await Promise.all(crowd);
    expect(verdicts.filter((verdict) => verdict === 'unavailable')).toHaveLength(1);
  });
});
