import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../testing/cart-calls.ts';
import { openShopWithDesk } from '../../testing/shop-with-desk.ts';
import { openDesk } from '../../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
});
afterAll(() => open.close());

test('[WORK-23] notes and tags are in no answer to a customer, nor in a mail or the log of what changed', async () => {
  const { shop, desk, place, mail } = open;
  const canary = 'CANARIO-7f3a';
  const email = 'canario@correo.gt';
  const number = await place({ email });
  const noted = done(
    await desk.call('addOrderNote', { params: { number }, body: { text: `Cliente molesto ${canary}` } }),
  ).data;
  done(await desk.call('correctOrder', { params: { number }, body: { version: 1, tags: [`${canary}-tag`] } }));
  await mail();
  expect(noted.notes).toMatchObject([{ text: `Cliente molesto ${canary}`, by: desk.name, isOwn: true }]);
  expect(noted.timeline.filter(({ kind }) => kind === 'note')).toHaveLength(1);
  const found = await shop.inject({
    method: 'POST',
    url: '/v1/orders/lookups',
    payload: { orderNumber: number, email },
  });
  const { rows } = await shop.db.pool.query(
    'select html, text from mails union all select before::text, after::text from audit_entries where after::text not like \'%"tags"%\'',
  );
  expect(found.payload + JSON.stringify(rows)).not.toContain(canary);
  const [note] = noted.notes;
  const other = await openDesk(shop, 'support');
  expect(await other.call('removeOrderNote', { params: { number, id: note?.id ?? '' } })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  expect(done(await desk.call('removeOrderNote', { params: { number, id: note?.id ?? '' } })).data.notes).toEqual([]);
});

test('[WORK-23] a mail is seen as it was sent, and sent again to its address or the corrected one, five times a day', async () => {
  const { desk, place, see, mail, lastEmail } = open;
  const number = await place();
  const old = lastEmail();
  await mail();
  const [sent] = (await see(number)).mails;
  const opened = done(await desk.call('getOrderMail', { params: { number, id: sent?.id ?? '' } })).data;
  expect(opened.html).toContain(number);
  done(
    await desk.call('correctOrder', {
      params: { number },
      body: { version: 1, contact: { email: 'corregido@correo.gt' } },
    }),
  );
  const resend = (to?: string) =>
    desk.call('resendOrderMail', {
      params: { number },
      body: { kind: 'order-confirmation', ...(to === undefined ? {} : { to }) },
    });
  const again = done(await resend('corregido@correo.gt')).data.mails.at(-1);
  expect(again).toMatchObject({ kind: 'order-confirmation', to: 'corregido@correo.gt' });
  expect(await resend('otro@correo.gt')).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  for (let times = 0; times < 4; times += 1) done(await resend(old));
  expect(await resend(old)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
});
