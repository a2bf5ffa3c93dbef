import { expect, test } from 'vitest';
import { readSamples } from '../testing/alert-rules.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop } from '../testing/test-shop.ts';

test('[OPS-02] /metrics shows how many tills of each store are open', async () => {
  const shop = await openTestShop();
  try {
    await createShopBasics(shop.db);
    const manager = await openDesk(shop, 'manager');
    const tills = async () => {
      const samples = readSamples((await shop.inject({ url: '/metrics' })).payload);
      const open = samples.filter(({ name }) => name === 'ceiba_tills_open');
      return Object.fromEntries(open.map(({ labels, value }) => [labels['store'], value]));
    };
    // Each store has a general till for payments without a given till.
    expect(await tills()).toEqual({ MAX: 0, XELA: 0 });
    const made = await manager.call('createTill', { body: { storeCode: 'MAX', name: 'Caja 1' } });
    if (!made.ok) throw new Error(made.error.code);
    const { id, version } = made.value.data;
    await manager.call('openTill', { params: { id }, body: { version, float: 500 } });
    expect(await tills()).toEqual({ MAX: 1, XELA: 0 });
    await manager.call('closeTill', { params: { id }, body: { version: version + 1, counted: 500, cards: 0 } });
    expect(await tills()).toEqual({ MAX: 0, XELA: 0 });
  } finally {
    await shop.close();
  }
});
