import { randomUUID } from 'node:crypto';
import type { SavedInstrument } from '@ceiba/contract/payments';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { type PlaceOrderDeps, placeOrder } from '../orders/placing/place-order.ts';
import type { Tx } from '../platform/db/database.ts';
import { done } from '../testing/cart-calls.ts';
import { card, installments, merchantKey, openShopWithBank, outcomeOf, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../testing/order-facts.ts';
import { placingDeps } from '../testing/placing-deps.ts';
import { emptyPrograms } from '../testing/points-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { StubBank } from '../testing/stub-bank.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import type { CardVault } from './gateway.ts';
import { createHttpCardVault, createHttpGateway } from './http-gateway.ts';
import { createCardSaver } from './save-card.ts';
import { removeSavedCard } from './saved-cards.store.ts';
import { removeCards } from './saved-cards.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let vault: CardVault;
let speaker: number;
let ana: SignedInCustomer;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  vault = createHttpCardVault({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
beforeEach(async () => {
  shop.setNow(undefined);
  ana = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

/** Books without entries. The bank and the programs of this file have no books to compare with. */
const noBooks = { bank: new StubBank({ charge: 'dropped' }), programs: emptyPrograms };

const log = { info: () => {}, warn: () => {}, error: () => {} };

type Payment = ReturnType<typeof card>;

/** Orders one speaker (Q130) or six speakers (Q630), as a customer or a guest. */
const order = async (payment: Payment, who: SignedInCustomer | null = ana, quantity = 1, at = shop) => {
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity }] });
  const headers = { 'idempotency-key': cartId, ...who?.headers };
  return at.inject({ method: 'POST', url: '/v1/orders', payload: { cartId, payments: [payment] }, headers });
};

const listOf = async ({ headers }: SignedInCustomer): Promise<SavedInstrument[]> =>
  done(await shop.call('listSavedCards', {}, { headers }));

const saving = { savePaymentInstrument: true };

/** Pays with a new card and saves the card. Returns the card's entry in the list. */
const saveCard = async (
  number = '4111111111111111',
  more: Partial<Payment> = {},
  who = ana,
): Promise<SavedInstrument> => {
  const known = (await listOf(who)).length;
  expect(outcomeOf(await order(card(130, number, { ...saving, ...more }), who))).toMatch(/^200/);
  await until(async () => (await listOf(who)).length > known);
  const [newest] = await listOf(who);
  if (newest === undefined) throw new Error('no card was saved');
  return newest;
};

const withSaved = (token: string, more: Partial<Payment> = {}): Payment => ({
  paymentType: 'Card',
  paymentPlan: 1,
  paymentAmount: 130,
  token,
  tokenType: 'InstrumentToken',
  ccCVV: '123',
  ...more,
});

const remove = ({ instrumentIdentifier }: SavedInstrument, { headers }: SignedInCustomer = ana) =>
  shop.call('deleteSavedCard', { params: { instrumentIdentifier } }, { headers });

const rowsOf = async (who: SignedInCustomer) =>
  (await shop.db.pool.query('select removed_at from saved_cards where customer_id = $1', [who.id])).rows;

test('[API-03, PAY-32, PAY-39, DEC-108, PROF-22] a card that paid is saved on request, once per mask and expiry', async () => {
  const visa = await saveCard();
  expect(visa).toEqual({
    instrumentIdentifier: expect.any(String),
    maskedInstrument: '411111******1111',
    expirationMonth: 12,
    expirationYear: 2039,
    instrumentToken: expect.any(String),
    isExpired: false,
    isAmex: false,
  });
  const amex = await saveCard('378282246310005', { ccCVV: '1234' });
  expect([amex.maskedInstrument, amex.isAmex]).toEqual(['378282*****0005', true]);
  // Saves the same card again, then with another expiry. Only the second card is new.
  expect(outcomeOf(await order(card(130, '4111111111111111', saving)))).toMatch(/^200/);
  const renewed = await saveCard('4111111111111111', { ccDate: '01/40' });
  expect((await listOf(ana)).map(({ instrumentIdentifier }) => instrumentIdentifier)).toEqual(
    [renewed, amex, visa].map(({ instrumentIdentifier }) => instrumentIdentifier),
  );
});

test('[PAY-34, DEC-108] a card is not saved for a guest, without a request, or after a decline', async () => {
  const count = async () => Number((await shop.db.pool.query('select count(*) from saved_cards')).rows[0]?.count);
  const before = await count();
  // A separate shop process, which ends only after its saves.
  const node = await openShopOn(shop.url, { BANK_URL: open.bank.url, BANK_KEY: merchantKey });
  const orderThere = async (payment: Payment, who?: SignedInCustomer | null) =>
    outcomeOf(await order(payment, who, 1, node));
  expect(await orderThere(card(130, '4111111111111111', saving), null)).toMatch(/^200/);
  expect(await orderThere(card(130))).toMatch(/^200/);
  expect(await orderThere(card(130, '4000000000000002', saving))).toBe('400 PAY_DECLINED');
  const eva = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
  expect(await orderThere(card(130, '5555555555554444', saving), eva)).toMatch(/^200/);
  await node.close();
  expect([await listOf(ana), (await listOf(eva)).length, await count()]).toEqual([[], 1, before + 1]);
});

test('two concurrent orders with the same new card save it once, and the second token is removed', async () => {
  const removed: string[] = [];
  let release: () => void = () => {};
  const bothSaved = new Promise<void>((resolve) => {
    release = resolve;
  });
  let saved = 0;
  const paused: CardVault = {
    account: vault.account,
    save: async (...input) => {
      const outcome = await vault.save(...input);
      saved += 1;
      if (saved === 2) release();
      await bothSaved;
      return outcome;
    },
    remove: async (token) => {
      removed.push(token);
      return vault.remove(token);
    },
  };
  const saver = createCardSaver({ db: shop.db, vault: paused, log });
  const one = { number: '4111111111111111', expiry: '12/39', holder: 'ANA' };
  for (const _time of [1, 2])
    saver.save({ customerId: ana.id, card: one, masked: '411111******1111', cardKey: null }, new Date());
  await saver.settled();
  expect(await listOf(ana)).toHaveLength(1);
  await removeCards({ db: shop.db, vault: paused }, log);
  expect(removed).toHaveLength(1);
  const [kept] = await listOf(ana);
  expect(outcomeOf(await order(withSaved(kept?.instrumentToken ?? '')))).toMatch(/^200/);
});

test('[DEC-108] if the vault is silent or refuses, the order succeeds and no card is saved', async () => {
  const logged: object[] = [];
  const teller = {
    warn: (fields: object) => void logged.push(fields),
    error: (fields: object) => void logged.push(fields),
  };
  const broken: CardVault = {
    account: vault.account,
    save: async () => ({ kind: 'unknown', reason: 'silence' }),
    remove: async () => 'unknown',
  };
  const number = '4111111111111111';
  for (const save of [broken.save, () => Promise.reject(new Error(number))]) {
    const saver = createCardSaver({ db: shop.db, vault: { ...broken, save }, log: teller });
    const one = { number, expiry: '12/39', holder: 'ANA' };
    saver.save({ customerId: ana.id, card: one, masked: '411111******1111', cardKey: null }, new Date());
    await saver.settled();
  }
  expect(await listOf(ana)).toEqual([]);
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain(number);
});

test('if a card’s row cannot be written, its token is removed at the acquirer', async () => {
  const removed: string[] = [];
  const watched: CardVault = {
    account: vault.account,
    save: vault.save,
    remove: async (token) => {
      removed.push(token);
      return vault.remove(token);
    },
  };
  const saver = createCardSaver({ db: shop.db, vault: watched, log });
  const one = { number: '4111111111111111', expiry: '12/39', holder: 'ANA' };
  saver.save({ customerId: ana.id, card: one, masked: 'no mask', cardKey: null }, new Date());
  await saver.settled();
  expect(removed).toHaveLength(1);
});

test.each([
  ['after', 1],
  ['before', 0],
] as const)(
  'if the database connection is lost %s a card was written, row and token exist both or not at all',
  async (when, kept) => {
    const removed: string[] = [];
    const watched: CardVault = {
      account: vault.account,
      save: vault.save,
      remove: async (token) => {
        removed.push(token);
        return vault.remove(token);
      },
    };
    let isLost = false;
    const { write: sound } = shop.db;
    const write: Tx = {
      run: async <Row extends object>(statement: Parameters<Tx['run']>[0]): Promise<Row[]> => {
        if (isLost || statement.name !== 'payments.insert-saved-card') return sound.run<Row>(statement);
        isLost = true;
        if (when === 'after') await sound.run(statement);
        throw new Error('Connection terminated unexpectedly');
      },
    };
    const saver = createCardSaver({ db: { write }, vault: watched, log });
    const one = { number: '4111111111111111', expiry: '12/39', holder: 'ANA' };
    saver.save({ customerId: ana.id, card: one, masked: '411111******1111', cardKey: null }, new Date());
    await saver.settled();
    expect(isLost).toBe(true);
    await removeCards({ db: shop.db, vault: watched }, log);
    expect(await listOf(ana)).toHaveLength(kept);
    expect(removed).toHaveLength(1 - kept);
    for (const { instrumentToken } of await listOf(ana))
      expect(outcomeOf(await order(withSaved(instrumentToken)))).toMatch(/^200/);
  },
);

test('[DEC-104, PAY-39, CONST-51] with its CVV, a saved card pays the whole amount or installments, as its own type', async () => {
  const { instrumentToken } = await saveCard();
  expect(outcomeOf(await order(withSaved(instrumentToken)))).toMatch(/^200/);
  const inCuotas = withSaved(instrumentToken, { paymentType: 'CardInstallments', paymentPlan: 12, paymentAmount: 630 });
  const answer = await order(inCuotas, ana, 6);
  expect(outcomeOf(answer)).toMatch(/^200/);
  const { rows } = await shop.db.pool.query(
    `select p.kind, p.plan, p.card_brand, p.card_masked, p.card_bin from payments p join orders o on o.id = p.order_id
     where o.number = $1`,
    [Number(outcomeOf(answer).slice(4))],
  );
  expect(rows).toEqual([
    { kind: 'CardInstallments', plan: 12, card_brand: 'visa', card_masked: '411111******1111', card_bin: '411111' },
  ]);
  expect((await open.bank.charges()).at(-1)).toMatchObject({ plan: 12, amountCentavos: 630_00 });
  const unknownPlan = { ...inCuotas, paymentPlan: 7 };
  expect(outcomeOf(await order(unknownPlan, ana, 6))).toBe('400 PAY_PLAN_NOT_ALLOWED');
});

test('[PAY-38, DEC-105] a saved Amex pays only in one payment, with a four-digit CVV', async () => {
  const { instrumentToken } = await saveCard('378282246310005', { ccCVV: '1234' });
  const pay = (more: Partial<Payment>) => order(withSaved(instrumentToken, { ccCVV: '1234', ...more }), ana, 6);
  expect(outcomeOf(await pay({ paymentAmount: 630 }))).toMatch(/^200/);
  const inCuotas = { paymentType: 'CardInstallments', paymentPlan: 6, paymentAmount: 630 };
  expect(outcomeOf(await pay(inCuotas))).toBe('400 PAY_PLAN_NOT_ALLOWED');
});

test('[DEC-173, PAY-36] a missing CVV or type is named in the refusal, and a malformed CVV is refused', async () => {
  const { instrumentToken } = await saveCard();
  const fieldsOf = async (more: object) => {
    const answer = await order({ ...withSaved(instrumentToken), ...more });
    return answer.json<{ error: { code: string; metadata: { fields?: object } } }>().error;
  };
  expect(await fieldsOf({ ccCVV: ' ' })).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { fields: { 'payments.0.ccCVV': 'CVV es obligatorio' } },
  });
  expect(await fieldsOf({ tokenType: undefined })).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { fields: { 'payments.0.tokenType': 'El tipo de la tarjeta guardada es obligatorio.' } },
  });
  for (const ccCVV of ['12', '12a', '1234']) expect((await fieldsOf({ ccCVV })).code).toBe('PAY_INVALID_CVV');
});

test('[PAY-37, DIF-38] a card is valid to the end of its month, and later it is listed as expired and refused', async () => {
  const { instrumentToken } = await saveCard();
  const last = new Date('2026-10-31T23:59:59-06:00');
  const eva = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, last);
  const changes = 'customer_id = $2, expiry_year = 2026, expiry_month = 10';
  await shop.db.pool.query(`update saved_cards set ${changes} where id = $1`, [instrumentToken, eva.id]);
  shop.setNow(last);
  expect((await listOf(eva)).map(({ isExpired }) => isExpired)).toEqual([false]);
  expect(outcomeOf(await order(withSaved(instrumentToken), eva))).toMatch(/^200/);
  shop.setNow(new Date('2026-11-01T00:00:00-06:00'));
  expect((await listOf(eva)).map(({ isExpired }) => isExpired)).toEqual([true]);
  expect(outcomeOf(await order(withSaved(instrumentToken), eva))).toBe('400 PAY_EXPIRED_CARD');
});

test('[DEC-126, DEC-169, PAY-34] a token is refused if it belongs to another customer, type or nobody', async () => {
  const { instrumentToken } = await saveCard();
  const eva = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
  const charges = (await open.bank.charges()).length;
  for (const [payment, who] of [
    [withSaved(instrumentToken), eva],
    [withSaved(instrumentToken), null],
    [withSaved(randomUUID()), ana],
    [withSaved('tok_1'), ana],
    [withSaved(instrumentToken, { tokenType: 'Another' }), ana],
    // The number beside the token is not charged.
    [withSaved(instrumentToken, { ccNumber: '4111111111111111', ccDate: '12/39', ccOwner: 'EVA' }), eva],
  ] as const) {
    const answer = await order(payment, who);
    expect(outcomeOf(answer)).toBe('400 PAY_TOKEN_INVALID');
    expect(answer.json()).toMatchObject({ message: 'Selecciona otra tarjeta o ingresa una nueva.' });
  }
  expect((await open.bank.charges()).length).toBe(charges);
});

test('[DEC-70, DEC-126, PROF-22] a deleted card is refused, not listed, and deleted at the bank', async () => {
  const visa = await saveCard();
  const eva = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
  const notFound = { ok: false, error: { status: 404, code: 'SAVED_CARD_NOT_FOUND' } };
  expect(await remove(visa, eva)).toMatchObject(notFound);
  expect(done(await remove(visa))).toEqual({ status: 200, data: { result: true } });
  expect(await remove(visa)).toMatchObject(notFound);
  expect(await listOf(ana)).toEqual([]);
  expect(outcomeOf(await order(withSaved(visa.instrumentToken)))).toBe('400 PAY_TOKEN_INVALID');
  const jobs = await shop.db.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'remove-saved-cards'",
  );
  expect(jobs.rowCount).toBe(1);
  expect(await rowsOf(ana)).toHaveLength(1);
  await removeCards({ db: shop.db, vault }, log);
  expect(await rowsOf(ana)).toEqual([]);
  // Saved again, the card is a new card with a new token.
  expect((await saveCard()).instrumentToken).not.toBe(visa.instrumentToken);
});

test('a deletion without an answer is retried by a later run, and delays no other card', async () => {
  const [visa, master] = [await saveCard(), await saveCard('5555555555554444')];
  const { rows } = await shop.db.pool.query<{ vault_token: string }>(
    'select vault_token from saved_cards where id = $1',
    [visa.instrumentIdentifier],
  );
  const deaf = rows[0]?.vault_token;
  const halfDeaf = {
    account: vault.account,
    remove: async (token: string) => (token === deaf ? ('unknown' as const) : vault.remove(token)),
  };
  for (const one of [visa, master]) done(await remove(one));
  await removeCards({ db: shop.db, vault: halfDeaf }, log);
  expect(await rowsOf(ana)).toHaveLength(1);
  // The lease has not expired, so no run asks about this card.
  expect(await removeCards({ db: shop.db, vault }, log)).toBe(0);
  await shop.db.pool.query("update saved_cards set remove_after = now() - interval '1 second' where customer_id = $1", [
    ana.id,
  ]);
  expect(await removeCards({ db: shop.db, vault }, log)).toBe(1);
  expect(await rowsOf(ana)).toEqual([]);
});

test('a card of another acquirer is not listed, cannot be charged, and is deleted at that acquirer only', async () => {
  const visa = await saveCard();
  const { rows } = await shop.db.pool.query<{ vault_token: string }>(
    'select vault_token from saved_cards where id = $1',
    [visa.instrumentIdentifier],
  );
  const elsewhere = async (acquirer: string) => {
    await shop.db.pool.query('update saved_cards set acquirer = $2 where id = $1', [
      visa.instrumentIdentifier,
      acquirer,
    ]);
  };
  await elsewhere('bank/another');
  expect(await listOf(ana)).toEqual([]);
  const charges = (await open.bank.charges()).length;
  const answer = await order(withSaved(visa.instrumentToken));
  expect(outcomeOf(answer)).toBe('400 PAY_TOKEN_INVALID');
  expect(answer.json()).toMatchObject({ message: 'Selecciona otra tarjeta o ingresa una nueva.' });
  expect((await open.bank.charges()).length).toBe(charges);
  // Saved at this acquirer, the card is a new card.
  const anew = await saveCard();
  expect(await listOf(ana)).toEqual([anew]);
  for (const card of [visa, anew]) done(await remove(card));
  expect(await removeCards({ db: shop.db, vault }, log)).toBe(1);
  expect((await rowsOf(ana)).length).toBe(1);
  const removed: string[] = [];
  const remember = async (token: string) => {
    removed.push(token);
    return 'removed' as const;
  };
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  const found = async () =>
    (await checkInvariants(shop.db, noBooks, tomorrow)).filter(({ invariant }) => invariant === 'card-removed');
  expect(await found()).toMatchObject([{ samples: [visa.instrumentIdentifier] }]);
  expect(await removeCards({ db: shop.db, vault: { account: 'bank/another', remove: remember } }, log)).toBe(1);
  expect(removed).toEqual([rows[0]?.vault_token]);
  expect(await rowsOf(ana)).toEqual([]);
  expect(await found()).toEqual([]);
});

test('when an account is closed, its cards are deleted, also at the bank', async () => {
  await saveCard();
  await shop.db.pool.query('delete from customers where id = $1', [ana.id]);
  const { rows } = await shop.db.pool.query(
    'select removed_at is not null as is_removed from saved_cards where customer_id is null',
  );
  expect(rows).toEqual([{ is_removed: true }]);
  expect(await removeCards({ db: shop.db, vault }, log)).toBe(1);
});

test('[DEC-196] a saved card’s declines count for its bin, even if another number is sent beside its token', async () => {
  const { instrumentToken } = await saveCard('4012888888881881');
  await shop.setPolicy('declinesPerBin', '1');
  const limited = await openShopOn(shop.url, {
    BANK_URL: open.bank.url,
    BANK_KEY: merchantKey,
    RATE_LIMIT_FACTOR: '1',
  });
  const pay = async (payment: Payment) => {
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
    const payload = { cartId, payments: [payment] };
    const remoteAddress = '198.51.100.7';
    return limited.inject({ remoteAddress, method: 'POST', url: '/v1/orders', payload, headers: ana.headers });
  };
  const wrong = withSaved(instrumentToken, { ccNumber: '5555555555554444', ccCVV: '1234' });
  const [first, second, other] = [await pay(wrong), await pay(wrong), await pay(card(130, '5555555555554444'))];
  await limited.close();
  await shop.setPolicy('declinesPerBin', '10');
  expect(outcomeOf(first)).toBe('400 PAY_INVALID_CVV');
  expect(second.json()).toMatchObject({ error: { code: 'RATE_LIMITED', metadata: { budget: 'declinesPerBin' } } });
  expect(outcomeOf(other)).toMatch(/^200/);
});

test.each([
  ['placing.afterClaim', { ok: false, error: { code: 'PAY_TOKEN_INVALID' } }, 0],
  ['placing.afterCharge', { ok: true }, 130_00],
] as const)(
  '[DEC-126] if a card is deleted at %s, the bank’s answer decides; without payment all is given back',
  async (point, end, paid) => {
    const { instrumentToken: id } = await saveCard();
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
    const before = await stateOf(shop.db, cartId);
    const pausePoints: PlaceOrderDeps['pausePoints'] = {
      reach: async (name) => {
        if (name !== point) return;
        expect(await removeSavedCard(shop.db.write, { id, customerId: ana.id }, new Date())).toBe(true);
        await removeCards({ db: shop.db, vault }, log);
      },
    };
    const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
    const deps = placingDeps(shop, gateway, { pausePoints });
    const request = { cartId, payments: [{ ...withSaved(id), paymentPlan: 1 }] };
    const call = { request, idempotencyKey: undefined, now: new Date(), policy: shop.policy(), client: null };
    expect((await placeOrder(deps, { ...call, viewerId: ana.id, customerId: ana.id })).result).toMatchObject(end);
    if (!end.ok) expect(await stateOf(shop.db, cartId)).toEqual(before);
    const { rows } = await shop.db.pool.query<{ id: string }>(
      'select p.id from payments p join orders o on o.id = p.order_id where o.cart_id = $1',
      [cartId],
    );
    const charge = (await open.bank.charges()).find(({ key }) => key === rows[0]?.id);
    expect(charge?.outstandingCentavos ?? 0).toBe(paid);
  },
);

test('[PAY-39] a new card that paid in installments can be saved, too', async () => {
  const payment = { ...installments(630, 6), ...saving };
  expect(outcomeOf(await order(payment, ana, 6))).toMatch(/^200/);
  await until(async () => (await listOf(ana)).length === 1);
});
