import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from '../testing/cart-calls.ts';
import { operator } from '../testing/operator.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

// Tests the limit for money that one person refunds alone by returns (WORK-19).

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
});
afterAll(async () => {
  await open.sendRefunds();
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const delivered = async (): Promise<string> => {
  const number = await open.place({ lines: [{ productId: open.tv, quantity: 1 }] });
  await open.send(number);
  const action = { kind: 'deliver', cash: { amount: null, difference: null } } as const;
  await moveShipment(
    open.shop.db,
    { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
    new Date(),
  );
  return number;
};

const openReturn = async (person: TestDesk, sku = 'TV-55', orderNumber?: string): Promise<string> => {
  const body = {
    orderNumber: orderNumber ?? (await delivered()),
    sku,
    quantity: 1,
    reason: 'Producto dañado',
  } as const;
  return done(await person.call('createReturn', { body })).data.number;
};

const receive = async (person: TestDesk, number: string): Promise<string> => {
  const { version } = done(await person.call('getDeskReturn', { params: { number } })).data;
  done(await person.call('receiveReturn', { params: { number }, body: { version } }));
  return number;
};

const decide = async (person: TestDesk, number: string, refundTo: 'origin' | 'giftCard' = 'origin') => {
  const { version } = done(await person.call('getDeskReturn', { params: { number } })).data;
  const body = { version, units: [{ quantity: 1, fate: 'scrap' as const }], refundTo };
  const answer = await person.call('decideReturnUnits', { params: { number }, body });
  return answer.ok ? answer.value.data.refunded : answer.error.code;
};

test('[WORK-19] a person who opened or approved a return refunds at most Q1,000.00 alone', async () => {
  const [one, other] = [await openDesk(open.shop, 'manager'), await openDesk(open.shop, 'manager')];
  for (const to of ['origin', 'giftCard'] as const) {
    const number = await receive(other, await openReturn(one));
    expect(await decide(one, number, to)).toBe('APPROVAL_REQUIRED');
    expect(await decide(other, number, to)).toBe(1_500);
  }
});

test('[WORK-19] a person who receives an unapproved return counts as its approver', async () => {
  const [one, other] = [await openDesk(open.shop, 'manager'), await openDesk(open.shop, 'manager')];
  const number = await openReturn(one);
  await open.shop.db.pool.query(
    `update returns set answered_by = null, asked_by = null, approved_at = null where number = $1`,
    [Number(number.slice(2))],
  );
  await receive(one, number);
  expect(await decide(one, number)).toBe('APPROVAL_REQUIRED');
  expect(await decide(other, number)).toBe(1_500);
});

test('[WORK-19] small returns of one day count together, also with refunds without approval', async () => {
  const one = await openDesk(open.shop, 'manager');
  await open.shop.setPolicy('refundApprovalAbove', '50');
  const orders = [1, 2, 3].map(async () => {
    const number = await open.place({ lines: [{ productId: open.radio, quantity: 1 }] });
    await open.send(number);
    const action = { kind: 'deliver', cash: { amount: null, difference: null } } as const;
    await moveShipment(
      open.shop.db,
      { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
      new Date(),
    );
    return number;
  });
  const [first = '', second = '', third = ''] = await Promise.all(orders);
  expect(await decide(one, await receive(one, await openReturn(one, 'RADIO', first)))).toBe(33.33);
  expect(await decide(one, await receive(one, await openReturn(one, 'RADIO', second)))).toBe('APPROVAL_REQUIRED');
  const { version } = await open.see(third);
  const body = { orderNumber: third, version, reason: 'Cortesía', goodwill: 16.68 };
  const { data } = (await one.send('POST', '/v1/admin/refunds', { body })).json();
  expect(data.state).toBe('awaiting_approval');
  await open.shop.setPolicy('refundApprovalAbove', '1000');
});
