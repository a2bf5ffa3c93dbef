import { afterAll, beforeAll, expect, test } from 'vitest';
import { typing } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { flagCommands } from './flag-command.ts';

const runFlagCommand = typing(flagCommands, 'flag');

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'MOTO', isMotorcycle: true });
});
afterAll(() => shop.close());

const flag = async (...args: string[]): Promise<{ isDone: boolean; said: string }> => {
  const lines: string[] = [];
  const isDone = await runFlagCommand({ db: shop.db, args, now: new Date(), say: (text) => lines.push(text) });
  return { isDone, said: lines.join('\n') };
};

const addMotorcycle = async (): Promise<string> => {
  const cart = await shop.call('createCart', { body: {} });
  if (!cart.ok) throw new Error(cart.error.code);
  const added = await shop.call('addCartProduct', {
    params: { id: cart.value.id },
    body: { sku: 'MOTO', quantity: 1 },
  });
  return added.ok ? 'added' : `${added.error.status} ${added.error.code}`;
};

const isOn = async (): Promise<boolean | undefined> => {
  const answer = await shop.call('getFlags', {});
  return answer.ok ? answer.value.flags.motorcycleAddToCart : undefined;
};

test('[FLAG-03, CAT-24, DEC-158] calls apply a flag immediately after an operator switches it', async () => {
  expect(await addMotorcycle()).toBe('403 FEATURE_DISABLED');
  expect(await flag('motorcycleAddToCart', 'on')).toEqual({
    isDone: true,
    said: 'motorcycleAddToCart is on now; every process applies it immediately.',
  });
  expect([await isOn(), await addMotorcycle()]).toEqual([true, 'added']);
  await flag('motorcycleAddToCart', 'off');
  expect([await isOn(), await addMotorcycle()]).toEqual([false, '403 FEATURE_DISABLED']);
});

test('a flag without a row has its default, and can be switched', async () => {
  await shop.db.pool.query("delete from flags where name = 'coupons'");
  expect((await flag('show')).said).toContain('coupons                     on');
  await flag('coupons', 'off');
  expect((await flag('show')).said).toContain('coupons                     off');
});

test.each([[['nothing', 'on']], [['coupons']], [['coupons', 'yes']], [['coupons', 'on', 'off']], [[]]])(
  'refuses %j and writes nothing',
  async (args) => {
    const rows = async () => (await shop.db.pool.query('select * from flags order by name')).rows;
    const before = await rows();
    expect((await flag(...args)).isDone).toBe(false);
    expect(await rows()).toEqual(before);
  },
);
