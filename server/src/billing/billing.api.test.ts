import { createServer } from 'node:http';
import { specialIdentifiers } from '@ceiba/sandbox-bank/billing/taxpayers';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCart } from '../testing/cart-calls.ts';
import { listenHere } from '../testing/listen-here.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop } from '../testing/test-shop.ts';
import { createHttpTaxRegistry } from './tax-registry.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
});
afterAll(() => open.close());

const lookUp = async (type: 'nit' | 'dpi', identifier: string) => {
  const answer = await open.shop.call('lookUpTaxpayer', { query: { type, identifier } });
  return answer.ok ? answer.value.data.name : `${answer.error.status} ${answer.error.code}`;
};

describe('[API-39, DEC-109] the taxpayer’s name', () => {
  for (const [type, identifier, name] of [
    ['nit', '576937K', 'Comercial La Aurora, S.A.'],
    ['nit', ' 576937-k ', 'Comercial La Aurora, S.A.'],
    ['nit', '12345679', 'Juan Pérez'],
    ['dpi', '1234567890101', 'María López'],
    ['dpi', '1234 56789 0101', 'María López'],
    // Wrong check digit, blocked, leading zero, too short.
    ['nit', '12345678', '400 TAXPAYER_INVALID'],
    ['nit', '123456789', '400 TAXPAYER_INVALID'],
    ['nit', '0576937K', '400 TAXPAYER_INVALID'],
    ['nit', '123456', '400 TAXPAYER_INVALID'],
    ['nit', 'CF', '400 TAXPAYER_INVALID'],
    ['dpi', '123456789010', '400 TAXPAYER_INVALID'],
    ['dpi', '12345678901011', '400 TAXPAYER_INVALID'],
    ['nit', '800000-K', '404 TAXPAYER_NOT_FOUND'],
    ['dpi', '9999999999999', '404 TAXPAYER_NOT_FOUND'],
  ] as const) {
    test(`${type} ${identifier}: ${name}`, async () => {
      expect(await lookUp(type, identifier)).toBe(name);
    });
  }

  test('[BILL-17, DEC-189] a valid identity is billed without its dash, and an invalid one gets an error at its field', async () => {
    const id = await openCart(open.shop);
    const bill = async (nit: string) => {
      const body = { firstname: 'Ana Paz', nit };
      const answer = await open.shop.call('setCartBillingAddress', { params: { id }, body });
      return answer.ok ? answer.value.data.billingAddress.nit : answer.error;
    };
    const valid = ['12345679', '576937-K', '800000-K', '1234560', '7654321-8', '1000071'];
    for (const nit of valid) expect(await bill(nit), nit).toBe(nit.replace('-', ''));
    for (const nit of ['12345678', '123456789', '0576937K', '123456', '5769371']) {
      const refused = {
        status: 400,
        code: 'VALIDATION_ERROR',
        metadata: { fields: { nit: 'Ingresa un NIT válido.' } },
      };
      expect(await bill(nit), nit).toMatchObject(refused);
    }
  });

  test('[BILL-15] an error message names the document', async () => {
    const answer = await open.shop.call('lookUpTaxpayer', { query: { type: 'dpi', identifier: '9999999999999' } });
    expect(answer).toMatchObject({ error: { message: 'No es posible facturar con el DPI ingresado.' } });
  });

  test('[DEC-189] a well-formed identity can be billed even if the registry fails', async () => {
    const { nit } = specialIdentifiers.unavailable;
    expect(await lookUp('nit', nit)).toBe('502 UPSTREAM_UNAVAILABLE');
    const id = await openCart(open.shop);
    const billed = await open.shop.call('setCartBillingAddress', {
      params: { id },
      body: { firstname: 'Ana Paz', nit },
    });
    expect(billed).toMatchObject({ ok: true, value: { status: 201, data: { billingAddress: { nit } } } });
  });

  test('[DEC-109] a lookup answers 502 if the registry fails', async () => {
    expect(await lookUp('nit', specialIdentifiers.unavailable.nit)).toBe('502 UPSTREAM_UNAVAILABLE');
  });
});

test('[DEC-109] calls to a silent registry time out, and after five timeouts calls no longer wait', async () => {
  const registry = createHttpTaxRegistry({
    url: open.bank.url,
    merchantKey: open.shop.config.bank.merchantKey,
    timeoutMs: expectedSilenceMs,
  });
  const { nit } = specialIdentifiers.silent;
  for (let call = 0; call < 5; call += 1) expect(await registry.lookUp('nit', nit)).toEqual({ kind: 'unavailable' });
  // The registry knows this NIT, so an answer would mean that a call was made.
  expect(await registry.lookUp('nit', '576937K')).toEqual({ kind: 'unavailable' });
});

test('a registry name that looks like a web address is changed to a form that the billing address accepts', async () => {
  const registry = createServer((_, answer) => answer.end(JSON.stringify({ name: 'TIENDAS.COM, S.A.' })));
  const port = await listenHere(registry);
  const shop = await openTestShop({ BANK_URL: `http://127.0.0.1:${port}`, BANK_KEY: 'llave del banco' });
  try {
    await createShopBasics(shop.db);
    const answer = await shop.call('lookUpTaxpayer', { query: { type: 'nit', identifier: '576937K' } });
    const name = answer.ok ? answer.value.data.name : answer.error.code;
    expect(name).toBe('TIENDAS. COM, S.A.');
    const id = await openCart(shop);
    const body = { firstname: name, nit: '576937K' };
    expect(await shop.call('setCartBillingAddress', { params: { id }, body })).toMatchObject({ ok: true });
  } finally {
    await shop.close();
    registry.close();
  }
});
