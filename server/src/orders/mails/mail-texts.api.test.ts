import type { MailKind } from '@ceiba/domain/policies/mail-texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../testing/cart-calls.ts';
import { cash, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { writeOrderMails } from './write-order-mails.ts';

let shop: TestShop;
let manager: TestDesk;
let speaker: number;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
  manager = await openDesk(shop, 'manager');
});
afterAll(() => shop.close());

const place = async (email: string): Promise<string> => {
  const cartId = await prepareCart(shop, { email, lines: [{ productId: speaker, quantity: 1 }] });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] }))).toMatch(/^200/);
  const { rows } = await shop.db.pool.query<{ number: string }>('select number from orders where cart_id = $1', [
    cartId,
  ]);
  const { db, policy, config, log } = shop;
  await writeOrderMails({ db, policy, publicUrl: config.publicUrl, log }, new Date());
  return rows[0]?.number ?? '';
};

const mailTo = async (email: string) => {
  const { rows } = await shop.db.pool.query<{ subject: string; html: string; text: string }>(
    'select subject, html, text from mails where recipient = $1 order by created_at desc limit 1',
    [email],
  );
  return rows[0] ?? { subject: '', html: '', text: '' };
};

const create = (mail: MailKind, subject: string, opening: string) =>
  manager.call('createMailText', { body: { mail, subject, opening } });

const register = async (email: string) => {
  const person = { firstName: 'Ana', lastName: 'Ajú', email, phone: '5555-1234', password: 'Ceiba2026demo' };
  done(await shop.call('register', { body: { ...person, registerLeal: false, acceptTerms: true } }));
  return mailTo(email);
};

test('[PROD-30] mails use the shop’s own subject and opening, escaped, and without them the standard texts return', async () => {
  const number = await place('antes@correo.gt');
  const standard = await mailTo('antes@correo.gt');
  expect(standard.subject).toBe(`¡Gracias por tu compra! Orden ${number}`);

  const opening = 'Hola <b>{numero}</b>: son {total}, de {tienda} & familia.';
  const { data: made } = done(await create('orderConfirmation', 'Tu orden {numero} en {tienda}', opening));
  await shop.followRows();
  const own = await place('propio@correo.gt');
  const sent = await mailTo('propio@correo.gt');
  expect(sent.subject).toMatch(new RegExp(`^Tu orden ${own} en `));
  expect(sent.html).toContain(`Hola &#60;b&#62;${own}&#60;/b&#62;: son Q130.00, de `);
  expect(sent.html).not.toContain(`<b>${own}</b>`);
  expect(sent.text).toContain(`Hola <b>${own}</b>: son Q130.00`);

  done(await manager.call('removeMailText', { params: { id: made.id }, body: { version: made.version } }));
  await shop.followRows();
  const again = await place('otra@correo.gt');
  expect((await mailTo('otra@correo.gt')).subject).toBe(`¡Gracias por tu compra! Orden ${again}`);
});

test('[PROD-30] mails about an account can have the shop’s own texts, too', async () => {
  const { data: made } = done(await create('accountConfirmation', 'Un paso más en {tienda}', 'Presiona el botón.'));
  await shop.followRows();
  const mail = await register('nueva@correo.gt');
  expect(mail.subject).toMatch(/^Un paso más en /);
  expect(mail.text).toContain('Presiona el botón.');
  done(await manager.call('removeMailText', { params: { id: made.id }, body: { version: made.version } }));
  await shop.followRows();
  expect((await register('ultima@correo.gt')).subject).toMatch(/^Confirma tu correo en /);
});

test('[PROD-30] a mail text with a missing or unknown field is not saved', async () => {
  expect(await create('restock', 'Ya hay', '{precio}')).toMatchObject({
    ok: false,
    error: {
      code: 'VALIDATION_ERROR',
      metadata: {
        fields: {
          subject: 'Falta el campo {producto}.',
          opening: 'Este correo no tiene el campo {precio}. Puedes usar {producto}, {tienda}.',
        },
      },
    },
  });
  const { data: made } = done(await create('restock', 'Ya hay {producto}', 'Corre.'));
  const change = (body: { subject?: string; opening?: string }) =>
    manager.call('changeMailText', { params: { id: made.id }, body: { version: made.version, ...body } });
  expect(await change({ subject: 'Ya hay' })).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { subject: 'Falta el campo {producto}.' } } },
  });
  expect((await change({ opening: '{producto}, otra vez.' })).ok).toBe(true);
  expect(await create('restock', '{producto}', 'Otra vez')).toMatchObject({
    error: { metadata: { fields: { mail: 'Ese correo ya tiene un texto propio.' } } },
  });
});

test('[PROD-30] a preview shows unsaved texts with a real order, if the person may read orders', async () => {
  const number = await place('vista@correo.gt');
  const query = { mail: 'orderConfirmation', subject: 'Prueba {numero}', opening: 'Son {total}.' } as const;
  const { data: real } = done(await manager.call('previewMailText', { query: { ...query, orderNumber: number } }));
  expect(real.subject).toBe(`Prueba ${number}`);
  expect(real.text).toContain('Son Q130.00.');
  expect(real.text).toContain('SKU SPEAKER');
  expect(real.text).not.toMatch(/#(?:order|link)=/);
  const { data: sample } = done(await manager.call('previewMailText', { query }));
  expect(sample.subject).toBe('Prueba 100001');

  const catalogue = await openDesk(shop, 'catalogue');
  expect(await catalogue.call('previewMailText', { query: { ...query, orderNumber: number } })).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'orders.read' } },
  });
  expect((await catalogue.call('previewMailText', { query })).ok).toBe(true);
  for (const orderNumber of ['999999999', 'nada'])
    expect(await manager.call('previewMailText', { query: { ...query, orderNumber } })).toMatchObject({
      error: { code: 'ORDER_NOT_FOUND' },
    });
  expect(await manager.call('previewMailText', { query: { ...query, subject: 'Prueba' } })).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { subject: 'Falta el campo {numero}.' } } },
  });
  // The preview has written no mail.
  const { rows } = await shop.db.pool.query(`select 1 from mails where subject like 'Prueba%'`);
  expect(rows).toEqual([]);
});
