import { randomUUID } from 'node:crypto';
import { demoFlags } from '@ceiba/domain/flags/flags';
import { passesLuhn } from '@ceiba/domain/payments/card-number';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mintProof } from '../testing/captcha-proofs.ts';
import { addProduct, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { openShopWithBank, outcomeOf } from '../testing/order-calls.ts';
import {
  applyPoints,
  biCard,
  freePoints,
  member,
  offeredCode,
  programsOf,
  redeem,
  requestPoints,
  settle,
} from '../testing/points-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { beginReservation, putCertificate } from './points.store.ts';
import { pointsTasks } from './points.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'SPEAKER', price: 450_00 });
  await createProduct(shop.db, { sku: 'CABLE', price: 20_00 });
  await createProduct(shop.db, { sku: 'TV', price: 9_000_00 });
  await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card', price: 500_00 });
  await createProduct(shop.db, { sku: 'LENS', price: 300_00, sellerId: 2, offerId: 'OF-1' });
});
beforeEach(async () => {
  shop.setNow(undefined);
  await shop.db.pool.query('delete from flags');
  await setFlags(demoFlags);
});
afterAll(() => open.close());

const cartWith = async (...skus: string[]): Promise<string> => {
  const cartId = await openCart(shop);
  for (const sku of skus) done(await addProduct(shop, cartId, sku, sku === 'LENS' ? { offerId: 'OF-1' } : {}));
  return cartId;
};

const setFlags = async (flags: Record<string, boolean>) => {
  for (const [name, enabled] of Object.entries(flags)) {
    await shop.db.pool.query(
      'insert into flags (name, enabled) values ($1, $2) on conflict (name) do update set enabled = excluded.enabled',
      [name, enabled],
    );
  }
};

const titlesFor = async (cartId: string) =>
  done(await shop.call('getPointsOptions', { query: { cartId } })).map(({ title }) => title);

describe('programs to choose from', () => {
  test('[PTS-08, DEC-69, DEC-112] each program has its title, icon, place and fields', async () => {
    await setFlags({ pointsPromerica: true });
    const options = done(await shop.call('getPointsOptions', { query: { cartId: await cartWith('SPEAKER') } }));
    const card = ['ccNumber', 'ccDate', 'ccCVV', 'ccOwner'];
    expect(
      options.map(({ name, title, index, inputs }) => [name, title, index, inputs.map((each) => each.name)]),
    ).toEqual([
      ['MaxpointsPoints', 'Puntos MAX', 0, ['dpi', 'birthDate']],
      ['BiPoints', 'Puntos BI', 1, card],
      ['BacPoints', 'Puntos BAC', 2, card],
      ['VisanetPoints', 'Visanet cash', 3, card],
      ['PromericaPoints', 'Puntos Promerica', 4, card],
    ]);
    expect(options[0]).toMatchObject({
      optionID: 'puntos-max',
      iconUrl: '/art/puntos-max.svg',
      inputs: [{ label: 'DPI', format: 'document', maxLength: 13, required: true }, { label: 'Fecha de nacimiento' }],
    });
  });

  test('[PTS-12, FLAG-02, DEC-158] a program whose flag is off is not offered, and its request is refused', async () => {
    const cartId = await cartWith('SPEAKER');
    expect(await titlesFor(cartId)).toEqual(['Puntos MAX', 'Puntos BI', 'Puntos BAC', 'Visanet cash']);
    const before = await offeredCode(shop, cartId, 25);
    await setFlags({ pointsMax: false, pointsBac: false });
    expect(await titlesFor(cartId)).toEqual(['Puntos BI', 'Visanet cash']);
    const refusal = { status: 403, code: 'POINTS_PROGRAM_NOT_ALLOWED' };
    expect(await requestPoints(shop, cartId)).toMatchObject({ error: refusal });
    expect(await applyPoints(shop, cartId, before)).toMatchObject({ error: refusal });
    await setFlags({ pointsBi: false, pointsCash: false });
    expect(await titlesFor(cartId)).toEqual([]);
  });

  test('[PTS-13, DEC-115] a third-party cart can only use Puntos MAX, and only with its flag', async () => {
    const cartId = await cartWith('LENS');
    expect(await titlesFor(cartId)).toEqual([]);
    expect(await requestPoints(shop, cartId)).toMatchObject({ error: { status: 403 } });
    await setFlags({ thirdPartyPoints: true });
    expect(await titlesFor(cartId)).toEqual(['Puntos MAX']);
    expect(codeOf(await requestPoints(shop, cartId))).toBe('ok');
    expect(await requestPoints(shop, cartId, biCard())).toMatchObject({ error: { status: 403 } });
  });

  test('[DIF-17] with a donation in the cart, no certificate is offered', async () => {
    const cartId = await cartWith('SPEAKER');
    done(await shop.call('setCartDonation', { params: { id: cartId }, body: { donation: 5 } }));
    expect(await requestPoints(shop, cartId)).toMatchObject({ error: { status: 403 } });
  });

  test('a cart that does not exist is refused', async () => {
    const cartId = '00000000-0000-4000-8000-000000000000';
    expect(await shop.call('getPointsOptions', { query: { cartId } })).toMatchObject({ error: { status: 404 } });
    expect(await requestPoints(shop, cartId)).toMatchObject({ error: { status: 404, code: 'CART_NOT_FOUND' } });
  });
});

describe('balance and certificates', () => {
  test('[API-63, PTS-09, PTS-10, DEC-165] the answer has points, their worth and the possible certificates', async () => {
    const answer = done(await requestPoints(shop, await cartWith('SPEAKER')));
    expect(answer).toMatchObject({
      status: 200,
      optionID: 'puntos-max',
      availablePoints: 40_000,
      availableBalance: 4_000,
      message: '',
    });
    expect(answer.coupons.map(({ discountAmount }) => discountAmount)).toEqual([25, 50, 100, 200, 300]);
    expect(answer.coupons[0]).toEqual({
      couponCode: expect.any(String),
      uid: answer.uid,
      optionID: 'puntos-max',
      formValues: { dpi: '*********0101' },
      ruleId: 'puntos-max-25',
      discountAmount: 25,
    });
  });

  test.each([
    ['Puntos BI', biCard(), 25_000],
    ['Puntos BAC', { ...biCard('5105105105105100'), name: 'BacPoints' as const }, 12_000],
    ['Visanet cash', { ...biCard('4012888888881881'), name: 'VisanetPoints' as const }, 8_000],
    ['Puntos Promerica', { ...biCard('2223003122003222'), name: 'PromericaPoints' as const }, 5_000],
  ])('[DEC-165] %s offers certificates up to the shopper’s balance', async (_, form, points) => {
    await setFlags({ pointsPromerica: true });
    const answer = done(await requestPoints(shop, await cartWith('TV'), form));
    expect(answer.availablePoints).toBe(points);
    const least = [25, 50, 100, 200, 300, 500, 1_000, 2_000].filter((amount) => amount <= points / 10);
    expect(answer.coupons.map(({ discountAmount }) => discountAmount)).toEqual(least);
  });

  test('[DEC-113, PTS-17] if no certificate is possible, the server explains why', async () => {
    const empty = { ...member, dpi: '2345678901201', birthDate: '1985-01-01' };
    expect(done(await requestPoints(shop, await cartWith('SPEAKER'), empty))).toMatchObject({
      coupons: [],
      availablePoints: 0,
      message: 'Necesitas al menos 250 puntos para un certificado.',
    });
    expect(done(await requestPoints(shop, await cartWith('CABLE')))).toMatchObject({
      coupons: [],
      message: 'Tu compra no llega a Q25.00, el certificado más pequeño.',
    });
  });

  test('[DEC-83, DEC-113] points cannot pay for gift cards and shipping', async () => {
    const cartId = await cartWith('CABLE');
    shop.setNow(new Date('2026-11-21T12:00:00Z'));
    const itemAdditionalInfo = { giftcardEmail: 'a@b.gt', giftcardName: 'Ana', giftcardDeliveryDate: '2026-12-24' };
    done(await addProduct(shop, cartId, 'CARD', { itemAdditionalInfo }));
    shop.setNow(undefined);
    expect(done(await requestPoints(shop, cartId)).coupons).toEqual([]);
  });

  test.each([
    ['an unknown DPI', { ...member, dpi: '1234567890102' }],
    ['another birth date', { ...member, birthDate: '1990-05-16' }],
    ['a card of another program', biCard('5105105105105100')],
    ['a wrong CVV', { ...biCard(), ccCVV: '124' }],
  ])('[DEC-165] a request with %s gets 404 with a message', async (_, form) => {
    expect(await requestPoints(shop, await cartWith('SPEAKER'), form)).toMatchObject({
      error: {
        status: 404,
        code: 'POINTS_ACCOUNT_NOT_FOUND',
        message: 'No encontramos una cuenta de puntos con estos datos.',
      },
    });
  });

  test('[DEC-113] one answer lists all wrong fields', async () => {
    const cartId = await cartWith('SPEAKER');
    const person = { name: 'MaxpointsPoints', dpi: '123', birthDate: '2999-01-01' } as const;
    expect(await requestPoints(shop, cartId, person)).toMatchObject({
      error: {
        status: 400,
        code: 'VALIDATION_ERROR',
        metadata: {
          fields: {
            dpi: 'El DPI debe contener exactamente 13 dígitos.',
            birthDate: 'Ingresa una fecha de nacimiento válida.',
          },
        },
      },
    });
    const card = { ...biCard(), ccNumber: '4111111111111112', ccDate: '13/39', ccCVV: '1', ccOwner: ' ' };
    expect(await requestPoints(shop, cartId, card)).toMatchObject({
      error: {
        metadata: {
          fields: {
            ccNumber: 'El número de tarjeta no es válido',
            ccDate: 'Mes inválido',
            ccCVV: 'CVV debe tener al menos 3 digitos',
            ccOwner: 'Nombre del titular es obligatorio',
          },
        },
      },
    });
    expect(await requestPoints(shop, cartId, { name: 'BiPoints' })).toMatchObject({
      error: { metadata: { fields: { ccNumber: 'El número de tarjeta es obligatorio' } } },
    });
  });

  test('[DEC-11, DEC-171, PTS-15] without a captcha, or with a used one, every request gets 403', async () => {
    const cartId = await cartWith('SPEAKER');
    const token = await mintProof(shop);
    const send = async (payload: object | string, sent: Record<string, string>) => {
      const url = '/v1/catalogs/coupons/points/request';
      const headers = { 'content-type': 'application/json', ...sent };
      const { statusCode, body } = await shop.inject({ method: 'POST', url, headers, payload });
      return [statusCode, JSON.parse(body).error?.code];
    };
    const failed = [403, 'CAPTCHA_FAILED'];
    expect(await send({ ...member, cartId }, {})).toEqual(failed);
    expect(await send('{"name":', {})).toEqual(failed);
    const spentOnNothing = await mintProof(shop);
    expect(await send('{"name":', { 'x-recaptcha': spentOnNothing })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send({ ...member, cartId }, { 'x-recaptcha': spentOnNothing })).toEqual(failed);
    expect(await send({ name: 'nobody’s' }, {})).toEqual(failed);
    expect(await send({ ...member, cartId, dpi: '12' }, { 'x-recaptcha': token })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send({ ...member, cartId }, { 'x-recaptcha': token })).toEqual(failed);
    expect(await send({ ...member, cartId }, { 'x-recaptcha': await mintProof(shop) })).toEqual([200, undefined]);
  });

  test('[DEC-02] if the program does not answer, the request gets 502', async () => {
    const cartId = await cartWith('SPEAKER');
    expect(await requestPoints(shop, cartId, { ...member, dpi: '5025025090101' })).toMatchObject({
      error: { status: 502, code: 'UPSTREAM_UNAVAILABLE' },
    });
  });

  test('[DEC-10] the shopper’s identity is not stored', async () => {
    const cartId = await cartWith('TV');
    await redeem(shop, cartId, 25, biCard());
    await redeem(shop, await cartWith('SPEAKER'), 25);
    const { rows } = await shop.db.pool.query<{ kept: string }>(
      `select (select json_agg(c)::text from points_certificates c)
         || (select coalesce(json_agg(c)::text, '') from carts c)
         || (select coalesce(json_agg(j)::text, '') from graphile_worker._private_jobs j) as kept`,
    );
    const kept = rows[0]?.kept ?? '';
    expect(kept).toContain('BiPoints');
    for (const secret of ['4111111111111111', '41111111', member.dpi, member.birthDate, 'Lucía Paz']) {
      expect(kept).not.toContain(secret);
    }
  });
});

describe('a certificate', () => {
  test('[API-64, PTS-19, CART-04, DEC-114] a certificate lowers the total, and its points are blocked', async () => {
    const cartId = await cartWith('SPEAKER');
    const before = await freePoints(open.bank);
    const code = await offeredCode(shop, cartId, 200);
    expect(await freePoints(open.bank)).toBe(before);
    expect(done(await applyPoints(shop, cartId, code))).toEqual({
      status: 200,
      data: {
        appliedCoupon: { code, discountAmount: 200, label: 'Certificado de Q200.00' },
        grandTotal: { value: 250, currency: 'GTQ' },
      },
    });
    expect(await freePoints(open.bank)).toBe(Number(before) - 2_000);
    expect(await readCart(shop, cartId)).toMatchObject({
      appliedCoupons: [{ code }],
      certificate: { code, program: 'MaxpointsPoints', amount: 200 },
      prices: {
        grandTotal: { value: 250 },
        discounts: [{ id: 'DISCOUNT_POINTS', amount: 200, label: ['Puntos aplicados'] }],
      },
    });
  });

  test('[API-65, DEC-114, PTS-16] a certificate is removed by the same call as a coupon, and its points are free again', async () => {
    const cartId = await cartWith('SPEAKER');
    const before = await freePoints(open.bank);
    await redeem(shop, cartId, 100);
    expect(done(await shop.call('removeCoupon', { params: { id: cartId } }))).toEqual({
      status: 200,
      data: { grandTotal: { value: 450, currency: 'GTQ' } },
    });
    expect(await settle(shop, programsOf(open.bank))).toBe(1);
    expect(await freePoints(open.bank)).toBe(before);
    expect(await readCart(shop, cartId)).toMatchObject({ appliedCoupons: [], certificate: null });
  });

  test('[DEC-114] a certificate expires after 30 minutes', async () => {
    const cartId = await cartWith('SPEAKER');
    const issued = new Date('2026-11-21T12:00:00Z');
    const late = 30 * 60_000;
    shop.setNow(issued);
    const proof = await mintProof(shop, issued);
    const { coupons } = done(
      await shop.call('requestPoints', { body: { ...member, cartId } }, { headers: { 'x-recaptcha': proof } }),
    );
    shop.setNow(new Date(issued.getTime() + late));
    expect(await applyPoints(shop, cartId, coupons[0]?.couponCode ?? '')).toMatchObject({
      error: { status: 400, code: 'CERTIFICATE_EXPIRED' },
    });
    shop.setNow(new Date(issued.getTime() + late - 1));
    expect(codeOf(await applyPoints(shop, cartId, coupons[1]?.couponCode ?? ''))).toBe('ok');
  });

  test('[DEC-114, PTS-18] a certificate can only be used in its own cart, and invented codes are refused', async () => {
    const [mine, other] = [await cartWith('SPEAKER'), await cartWith('SPEAKER')];
    const code = await offeredCode(shop, mine, 25);
    const refusal = { error: { status: 400, code: 'CERTIFICATE_NOT_VALID' } };
    expect(await applyPoints(shop, other, code)).toMatchObject(refusal);
    expect(await applyPoints(shop, mine, 'Q2000')).toMatchObject(refusal);
    expect(await applyPoints(shop, mine, other)).toMatchObject(refusal);
    expect(codeOf(await applyPoints(shop, mine, code))).toBe('ok');
  });

  test('[DEC-113] a certificate larger than the total of a reduced cart is refused', async () => {
    const cartId = await cartWith('SPEAKER', 'CABLE');
    const code = await offeredCode(shop, cartId, 300);
    const line = (await readCart(shop, cartId)).items.find(({ sku }) => sku === 'SPEAKER')?.cartItemId ?? '';
    done(await shop.call('changeCartProduct', { params: { id: cartId }, body: { cartItemId: line, quantity: 0 } }));
    expect(await applyPoints(shop, cartId, code)).toMatchObject({
      error: { status: 400, code: 'CERTIFICATE_ABOVE_TOTAL' },
    });
  });

  test('[DIF-33] a certificate and a coupon exclude each other, in either order', async () => {
    await shop.db.pool.query("insert into coupons (code, label, amount) values ('DIEZ', 'Diez', 1000)");
    const taken = { error: { status: 409, message: 'A coupon is already applied to this cart' } };
    const cartId = await cartWith('SPEAKER');
    const code = await offeredCode(shop, cartId, 25);
    const coupon = (id: string) => shop.call('applyCoupon', { body: { cartId: id, couponCode: 'DIEZ' } });
    done(await coupon(cartId));
    expect(await applyPoints(shop, cartId, code)).toMatchObject(taken);
    const other = await cartWith('SPEAKER');
    await redeem(shop, other, 25);
    expect(await coupon(other)).toMatchObject(taken);
    const second = await offeredCode(shop, other, 50);
    expect(await applyPoints(shop, other, second)).toMatchObject(taken);
  });
});

test('[DEC-05, DEC-114] without a session, a cart hides the code of its certificate, and applying it twice counts once', async () => {
  const { headers } = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
  const { id } = done(await shop.call('createCart', { body: {} }, { headers }));
  const params = { id };
  done(await shop.call('addCartProduct', { params, body: { sku: 'SPEAKER', quantity: 1 } }, { headers }));
  const code = await offeredCode(shop, id, 25);
  const applied = done(await applyPoints(shop, id, code));
  expect(done(await applyPoints(shop, id, code))).toEqual(applied);
  const certificate = { program: 'MaxpointsPoints', amount: 25 };
  const cart = await readCart(shop, id);
  expect(cart.certificate).toEqual(certificate);
  expect(JSON.stringify(cart)).not.toContain(code);
  expect(done(await shop.call('getCart', { params }, { headers })).certificate).toEqual({ ...certificate, code });
});

describe('a coupon that no longer takes anything off', () => {
  test.each([
    ['has ended', "ends_at = now() - interval '1 day'"],
    ['wants a larger cart', 'minimum_subtotal = 99999999'],
  ])('[DIF-33, DEC-114] a coupon that %s is replaced by a certificate', async (_, change) => {
    const couponCode = `IDLE${randomUUID().slice(0, 8)}`.toUpperCase();
    await shop.db.pool.query("insert into coupons (code, label, amount) values ($1, 'Diez', 1000)", [couponCode]);
    const cartId = await cartWith('SPEAKER');
    done(await shop.call('applyCoupon', { body: { cartId, couponCode } }));
    await shop.db.pool.query(`update coupons set ${change} where code = $1`, [couponCode]);
    const code = await offeredCode(shop, cartId, 25);
    expect(codeOf(await applyPoints(shop, cartId, code))).toBe('ok');
    expect(await readCart(shop, cartId)).toMatchObject({ appliedCoupons: [{ code }], certificate: { code } });
    const { rows } = await shop.db.pool.query('select coupon_code from carts where id = $1', [cartId]);
    expect(rows).toEqual([{ coupon_code: null }]);
  });

  test('[DIF-33] a coupon that took the slot in between stays there, and the points are given back', async () => {
    await shop.db.pool.query("insert into coupons (code, label, amount) values ('LIVE', 'Diez', 1000)");
    const cartId = await cartWith('SPEAKER');
    const code = await offeredCode(shop, cartId, 25);
    expect(await beginReservation(shop.db.write, code, { now: new Date(), leaseMs: 60_000 })).toBe(true);
    done(await shop.call('applyCoupon', { body: { cartId, couponCode: 'LIVE' } }));
    expect(await putCertificate(shop.db.write, { code, idleCoupon: 'OTHER' }, new Date())).toBe(
      'COUPON_ALREADY_APPLIED',
    );
    await settle(shop, programsOf(open.bank));
    expect(await readCart(shop, cartId)).toMatchObject({ appliedCoupons: [{ code: 'LIVE' }], certificate: null });
  });
});

describe('signing in while a cart has a certificate', () => {
  const signedIn = async () => {
    const { headers } = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
    const { id } = done(await shop.call('createCart', { body: {} }, { headers }));
    done(await shop.call('addCartProduct', { params: { id }, body: { sku: 'SPEAKER', quantity: 1 } }, { headers }));
    const sync = (guest: string) => shop.call('syncCart', { params: { id: guest }, body: {} }, { headers });
    return { own: id, sync };
  };
  const slotOf = async (cartId: string) =>
    (await shop.db.pool.query('select coupon_code, certificate_amount from carts where id = $1', [cartId])).rows[0];

  test('[DEC-114] the guest’s cart is closed, and the points of its certificate are free again', async () => {
    const before = await freePoints(open.bank);
    const { own, sync } = await signedIn();
    const guest = await cartWith('SPEAKER');
    await redeem(shop, guest, 100);
    expect(await freePoints(open.bank)).toBe(Number(before) - 1_000);
    expect(done(await sync(guest)).id).toBe(own);
    await settle(shop, programsOf(open.bank));
    expect(await freePoints(open.bank)).toBe(before);
    expect(await slotOf(guest)).toEqual({ coupon_code: null, certificate_amount: null });
  });

  test('[DIF-33] the customer’s certificate stays, and the guest’s coupon is removed', async () => {
    await shop.db.pool.query("insert into coupons (code, label, amount) values ('CINCO', 'Cinco', 500)");
    const { own, sync } = await signedIn();
    await redeem(shop, own, 25);
    const guest = await cartWith('CABLE');
    done(await shop.call('applyCoupon', { body: { cartId: guest, couponCode: 'CINCO' } }));
    expect(done(await sync(guest)).items).toHaveLength(2);
    expect(await slotOf(own)).toEqual({ coupon_code: null, certificate_amount: 25_00 });
    done(await shop.call('removeCoupon', { params: { id: own } }));
    await settle(shop, programsOf(open.bank));
  });
});

describe('guesses at a points account', () => {
  /** Returns card numbers with the same first digits and valid check digits (Luhn). */
  const cardsOfBin = (count: number): string[] =>
    Array.from({ length: 10_000 }, (_, index) => `455673${String(index).padStart(10, '0')}`)
      .filter((number) => passesLuhn(number))
      .slice(0, count);

  const guess = async (form: Parameters<typeof requestPoints>[2], at = shop) =>
    codeOf(await requestPoints(at, await openCart(at), form));

  test.each([
    ['birth date', member, { ...member, birthDate: '1990-05-16' }],
    ['CVV', biCard(), { ...biCard(), ccCVV: '124' }],
  ])(
    'after five requests with a wrong %s, no request for the account is answered for 15 minutes',
    async (_, right, wrong) => {
      await shop.db.pool.query('delete from points_guesses');
      const later = (seconds: number) =>
        shop.db.pool.query(`update points_guesses set failed_at = failed_at - $1::integer * interval '1 second'`, [
          seconds,
        ]);
      shop.setNow(new Date());
      const answers = await Promise.all(Array.from({ length: 12 }, () => guess(wrong)));
      expect(answers.filter((answer) => answer === 'POINTS_ACCOUNT_NOT_FOUND')).toHaveLength(5);
      expect(answers.filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(7);
      expect(await guess(right)).toBe('RATE_LIMITED');
      await later(899);
      expect(await guess(right)).toBe('RATE_LIMITED');
      await later(1);
      expect(await guess(right)).toBe('ok');
      const { rows } = await shop.db.pool.query<{ row: string }>(
        'select points_guesses::text as row from points_guesses',
      );
      for (const typed of ['1234567890101', '4111111111111111'])
        expect(rows.some(({ row }) => row.includes(typed))).toBe(false);
    },
  );

  test('a client may guess wrong as often as its cards may be declined, for all accounts together', async () => {
    await shop.db.pool.query('delete from points_guesses');
    const limited = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
    try {
      await createShopBasics(limited.shop.db);
      await limited.shop.setPolicy('declinesPerAddress', '2');
      const tries = ['2987654320101', '2987654330101', '2987654340101'].map((dpi) => ({ ...member, dpi }));
      const answers: string[] = [];
      for (const form of tries) answers.push(await guess(form, limited.shop));
      expect(answers).toEqual(['POINTS_ACCOUNT_NOT_FOUND', 'POINTS_ACCOUNT_NOT_FOUND', 'RATE_LIMITED']);

      // The first six digits are limited, too, as at the payment. So points offer no second way to try out a bank's cards.
      const { setPolicy, db } = limited.shop;
      await db.pool.query('delete from points_guesses');
      await setPolicy('declinesPerAddress', '1000');
      await setPolicy('declinesPerBin', '2');
      const tryCard = async (ccNumber: string, remoteAddress: string): Promise<string> => {
        const payload = { cartId: await openCart(limited.shop), ...biCard(ccNumber) };
        const headers = { 'x-recaptcha': await mintProof(limited.shop) };
        const url = '/v1/catalogs/coupons/points/request';
        return outcomeOf(await limited.shop.inject({ method: 'POST', url, payload, headers, remoteAddress }));
      };
      const unknown = '404 POINTS_ACCOUNT_NOT_FOUND';
      const cardsOfOneBin = cardsOfBin(3);
      const reported: string[] = [];
      for (const number of cardsOfOneBin) reported.push(await tryCard(number, '190.0.0.7'));
      expect(reported).toEqual([unknown, unknown, '429 RATE_LIMITED']);
      expect(await tryCard('4111111111111111', '190.0.0.7')).toMatch(/^200/);
      expect(await tryCard(cardsOfOneBin[2] ?? '', '190.0.0.8')).toBe(unknown);
      // A client with a whole network of addresses has the budget of 16 clients.
      await db.pool.query('delete from points_guesses');
      await setPolicy('declinesPerBin', '1');
      const first = await Promise.all(cardsOfBin(16).map((number, host) => tryCard(number, `2001:db8:7:${host}::1`)));
      expect(new Set(first)).toEqual(new Set([unknown]));
      expect(await tryCard(cardsOfBin(17)[16] ?? '', '2001:db8:7:99::1')).toBe('429 RATE_LIMITED');
      expect(await tryCard(cardsOfBin(17)[16] ?? '', '2001:db8:8:99::1')).toBe(unknown);
    } finally {
      await limited.close();
    }
  });
});

test('[DEC-167] one address may request and apply points 30 times a minute', async () => {
  const limited = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  try {
    const cartId = '00000000-0000-4000-8000-000000000000';
    const send = (call: number) =>
      call % 2 === 0
        ? applyPoints(limited, cartId, cartId)
        : limited.call('requestPoints', { body: { ...member, cartId } });
    for (let call = 0; call < 30; call += 1)
      expect(codeOf(await send(call))).toBe(call % 2 === 0 ? 'CART_NOT_FOUND' : 'CAPTCHA_FAILED');
    for (const call of [0, 1]) expect(await send(call)).toMatchObject({ error: { status: 429, code: 'RATE_LIMITED' } });
  } finally {
    await limited.close();
  }
});

describe('the hourly job', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;
  const run = async (now: Date) => {
    const reported: unknown[] = [];
    const log = {
      info: (fields: object, text: string) => reported.push([text, fields]),
      warn: () => {},
      error: () => {},
    };
    const tasks = pointsTasks({ db: shop.db, programs: programsOf(open.bank), policy: shop.policy });
    await tasks.find(({ name }) => name === 'end-points-certificates')?.run({}, { now, log });
    return reported;
  };

  test('[DEC-114] the job removes certificates from carts after a day, and deletes expired certificates on time', async () => {
    const cartId = await cartWith('SPEAKER');
    const { data } = await redeem(shop, cartId, 25);
    const applied = data.appliedCoupon.code;
    // Clears rows of other tests.
    await shop.db.pool.query('update carts set certificate_code = null, certificate_amount = null where id <> $1', [
      cartId,
    ]);
    await shop.db.pool.query('delete from points_certificates where code <> $1', [applied]);
    await shop.db.pool.query('delete from points_guesses');
    const { rows } = await shop.db.pool.query<{ at: Date }>(
      'select applied_at as at from points_certificates where code = $1',
      [applied],
    );
    const now = new Date((rows[0]?.at.getTime() ?? Number.NaN) + day);
    const insertAged = (status: string, ageMs: number) =>
      shop.db.pool.query(
        `insert into points_certificates (code, offer_id, cart_id, program, account, amount, points, status, issued_at)
         values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'MaxpointsPoints', $2, 100, 10, $1, $3)`,
        [status, `${status} ${ageMs}`, new Date(now.getTime() - ageMs)],
      );
    const guessAged = (ageMs: number) =>
      shop.db.pool.query('insert into points_guesses values ($1, $2)', [ageMs, new Date(now.getTime() - ageMs)]);
    // Times after which rows are deleted: half an hour, a month, an hour for guesses. The clocks of nodes may differ by an hour more.
    const [offer, over, guess] = [90 * minute, 30 * day, 2 * hour];
    for (const age of [offer - minute, offer + minute]) await insertAged('issued', age);
    for (const age of [over - minute, over + minute]) await insertAged('given_back', age);
    for (const age of [guess - minute, guess + minute]) await guessAged(age);
    expect(await run(new Date(now.getTime()))).toEqual([
      ['points certificates ended', { reverted: 0, deleted: 2, guesses: 1 }],
    ]);
    const left = await shop.db.pool.query<{ account: string }>(
      'select account from points_certificates where code <> $1 order by account',
      [applied],
    );
    expect(left.rows.map(({ account }) => account)).toEqual([
      `given_back ${over - minute}`,
      `issued ${offer - minute}`,
    ]);
    const guesses = await shop.db.pool.query<{ subject: string }>('select subject from points_guesses');
    expect(guesses.rows).toEqual([{ subject: String(guess - minute) }]);
    expect(await readCart(shop, cartId)).toMatchObject({ certificate: { code: applied } });
    expect(await run(new Date(now.getTime() + 1))).toEqual([
      ['points certificates ended', { reverted: 1, deleted: 0, guesses: 0 }],
    ]);
    expect(await readCart(shop, cartId)).toMatchObject({ certificate: null });
  });
});
