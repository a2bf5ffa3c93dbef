import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
});
afterAll(() => open.close());

const see = async (id: string) => done(await open.desk.call('getDeskCustomer', { params: { id } })).data;
const write = (text: string, values: unknown[]) => open.shop.db.pool.query(text, values);

test('[WORK-03] a customer’s page costs at most six statements', async () => {
  const { shop, place, radio } = open;
  const email = 'completa@correo.gt';
  const { id } = await signInCustomer(shop.db, email, new Date());
  const number = await place({ email }, { points: 100 });
  await write('update orders set customer_id = $2 where number = $1', [number, id]);
  await write(
    `update customers set phone = '55124087', nit = '576937K', dpi = '2987654321001', date_of_birth = '1990-05-15', has_loyalty = true where id = $1`,
    [id],
  );
  await write(
    `insert into addresses (id, customer_id, alias, street, city, region_id, zone, is_default, first_name, last_name, phone, nit, created_at)
     values ($1, $2, 'Casa', '{12 calle 1-25}', 'Guatemala', 485, 'Zona 10', true, 'Ana', 'Ajú', '55124087', 'CF', now())`,
    [randomUUID(), id],
  );
  await write(
    `insert into saved_cards (id, customer_id, vault_token, masked, expiry_month, expiry_year, saved_at, card_key, acquirer)
     values ($1, $2, 'CANARIO-TOKEN', '411111******1111', 12, 2039, now(), 'CANARIO-LLAVE', 'sandbox')`,
    [randomUUID(), id],
  );
  const list = randomUUID();
  await write('insert into wishlists (id, customer_id, created_at) values ($1, $2, now())', [list, id]);
  await write(
    'insert into wishlist_items (id, wishlist_id, product_id, quantity, added_at) values ($1, $2, $3, 2, now())',
    [randomUUID(), list, radio],
  );
  const shown = await see(id);
  expect(shop.lastStatements().length).toBeLessThanOrEqual(6);
  expect(shown).toMatchObject({
    name: 'Ana Ajú',
    phone: '55124087',
    nit: '576937K',
    dpi: '…1001',
    dateOfBirth: '1990-05-15',
    hasLoyalty: true,
    addresses: [{ alias: 'Casa', street: ['12 calle 1-25'], department: 'Guatemala', isDefault: true }],
    cards: [{ masked: '411111******1111', expiryMonth: 12, expiryYear: 2039 }],
    points: [{ program: 'MaxpointsPoints', amount: 100, orderNumber: number }],
    wishlistProducts: 1,
    sessions: [{ createdAt: expect.any(String) }],
    recentOrders: [{ number, status: 'processing' }],
    orders: 1,
  });
  expect(JSON.stringify(shown)).not.toMatch(/CANARIO|298765432/);
});

test('[WORK-23] a customer’s page lists orders, returns, mails, notes and complaints by time', async () => {
  const { shop, desk, place, mail, send } = open;
  const email = 'historia@correo.gt';
  const { id } = await signInCustomer(shop.db, email, new Date());
  const number = await place({ email });
  await write('update orders set customer_id = $2 where number = $1', [number, id]);
  await mail();
  done(await desk.call('addOrderNote', { params: { number }, body: { text: 'Pidió factura', mentions: [] } }));
  await send(number);
  await write(
    `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
     select $2, id, 1, 1, 'Producto dañado', 'Llegó roto', now() from orders where number = $1`,
    [number, randomUUID()],
  );
  await write(
    `insert into complaints (name, email, phone, order_number, text, filed_at) values ('Ana', $1, '55124087', $2, 'Tardó', now() + interval '1 second')`,
    [email, number],
  );
  const { timeline } = await see(id);
  expect(timeline.map(({ kind, href }) => [kind, href])).toEqual([
    ['complaint', null],
    ['return', `/ordenes/${number}`],
    ['note', `/ordenes/${number}`],
    ['mail', null],
    ['order', `/ordenes/${number}`],
  ]);
  expect(timeline.map(({ at }) => at)).toEqual(
    timeline
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(timeline[2]?.text).toBe('Nota: Pidió factura');
});
