import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAccountOf } from '../accounts/closed-accounts.store.ts';
import { confirmEmailOf } from '../auth/accounts.store.ts';
import { done } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { restockCalls } from '../testing/restock-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { takeDueNotices } from './restock.store.ts';
import { resumeNotices, stopNotices } from './unsubscribes.store.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let shop: TestShop;
let ana: SignedInCustomer;
let luis: SignedInCustomer;

beforeAll(async () => {
  smtp = await startMailServer(0);
  shop = await openTestShop({ SMTP_URL: smtp.url, MAIL_FROM: 'Ceiba <tienda@ceiba.example>' });
  await createShopBasics(shop.db);
  ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  luis = await signInCustomer(shop.db, 'luis@correo.gt', new Date());
  for (const { id } of [ana, luis]) await confirmEmailOf(shop.db.write, id, new Date());
});
afterAll(async () => {
  await shop.close();
  smtp.server.close();
});

const { run, request, ask, waitedFor, restock, mailOf, linkOf, oneClick, stopped } = restockCalls(() => shop);

const password = 'Ceiba2026demo';
const register = async (email: string): Promise<SignedInCustomer> => {
  const person = { firstName: 'Eva', lastName: 'Tzul', phone: '5550-1234', password } as const;
  const { data } = done(
    await shop.call('register', { body: { ...person, email, registerLeal: false, acceptTerms: true } }),
  );
  return { id: data.customer.id, email, headers: { authorization: `Bearer ${data.sessionToken}` }, secret: '' };
};

test('the mail links to its unsubscribe page in headers and footer, as HTML and as text', async () => {
  await restock(await waitedFor('CAB-1', ana));
  const mail = await mailOf('CAB-1', ana);
  const link = mail?.link ?? '';
  expect(link).toMatch(new RegExp(`^${shop.config.publicUrl}/unsubscribe/${ana.id}\\.[\\w-]{43}$`));
  expect(mail?.html).toMatch(new RegExp(`<a href="${link}"[^>]*>Dejar de recibir estos avisos</a>`));
  expect(mail?.text).toContain(`Dejar de recibir estos avisos: ${link}`);
  await run('send-mail', { mailId: mail?.id });
  const sent = smtp.messages.at(-1)?.replaceAll(/\r\n[ \t]+/g, ' ');
  expect(sent).toMatch(new RegExp(`^List-Unsubscribe: <${link}>\\r$`, 'm'));
  expect(sent).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
});

test('a mail about the customer’s own action has no such headers', async () => {
  const body = { firstName: 'Eva', lastName: 'Tzul', phone: '5550-1234', password: 'Ceiba2026demo' } as const;
  const email = 'eva@correo.gt';
  await shop.call('register', { body: { ...body, email, registerLeal: false, acceptTerms: true } });
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from mails where recipient = $1', [email]);
  await run('send-mail', { mailId: rows[0]?.id });
  expect(smtp.messages.at(-1)).toContain('To: eva@correo.gt');
  expect(smtp.messages.at(-1)).not.toContain('List-Unsubscribe');
});

describe('a reader who stops these mails', () => {
  let link: string;
  beforeAll(async () => {
    await restock(await waitedFor('STOP-0', ana, luis));
    link = await linkOf('STOP-0', ana);
  });

  test('sees a page with one button first, and opening the link stops nothing', async () => {
    const id = await waitedFor('STOP-1', ana);
    for (const method of ['GET', 'HEAD'] as const) {
      const page = await shop.inject({ method, url: link, headers: { accept: 'text/html' } });
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
      expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    }
    const { payload } = await shop.inject({ url: link });
    expect(payload.match(/<button[^>]*>[^<]*/g)).toEqual([
      '<button name="List-Unsubscribe" value="One-Click">Dejar de recibir avisos',
    ]);
    expect(await stopped(ana)).toEqual({ 'STOP-1': false });
    await restock(id);
    expect(await mailOf('STOP-1', ana)).toBeDefined();
  });

  test('can use the mail program’s one-click post, also repeatedly, and nobody else is stopped', async () => {
    const id = await waitedFor('STOP-2', ana, luis);
    const answers = await Promise.all([oneClick(link), oneClick(link), oneClick(link)]);
    for (const { statusCode, payload } of [...answers, await oneClick(link)]) {
      expect(statusCode).toBe(200);
      expect(payload).toContain('<h1>Ya no recibirás estos avisos</h1>');
    }
    expect([await stopped(ana), await stopped(luis)]).toEqual([{ 'STOP-2': true }, { 'STOP-2': false }]);
    await restock(id);
    await run('tell-all-restocks', {});
    expect([await mailOf('STOP-2', ana), await mailOf('STOP-2', luis)]).toEqual([undefined, expect.anything()]);
  });

  test('can post a multipart form, which RFC 8058 also allows', async () => {
    await waitedFor('STOP-3', luis);
    const boundary = 'b0undary';
    const answer = await shop.inject({
      method: 'POST',
      url: await linkOf('STOP-0', luis),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
    });
    expect(answer.statusCode).toBe(200);
    expect(await stopped(luis)).toMatchObject({ 'STOP-3': true });
  });

  test('does not get mails that were written before and stay in the outbox', async () => {
    const id = await waitedFor('STOP-4', ana);
    await restock(id);
    const mail = await mailOf('STOP-4', ana);
    await oneClick(link);
    const before = smtp.messages.length;
    await run('send-mail', { mailId: mail?.id });
    await run('send-mails', { mailIds: [mail?.id] });
    expect(smtp.messages).toHaveLength(before);
    expect(await mailOf('STOP-4', ana)).toEqual(mail);
  });

  test('does not get a mail that is being written at that moment', async () => {
    const id = await waitedFor('STOP-5', ana);
    await addStock(shop.db, id, 1);
    const stopping = await shop.db.transaction(async (tx) => {
      expect(await takeDueNotices(tx, id, 1)).toHaveLength(1);
      const post = oneClick(link);
      await untilBlocked(shop.db.pool, tx);
      await tx.run({
        name: 'test.restock-mail',
        text: `insert into mails (id, dedupe_key, recipient, subject, html, text)
               values (gen_random_uuid(), 'restock:' || $1 || ':STOP-5:x', 'ana@correo.gt', 'STOP-5', '', '')`,
        values: [ana.id],
      });
      return { post };
    });
    expect((await stopping.post).statusCode).toBe(200);
    const before = smtp.messages.length;
    await run('send-mail', { mailId: (await mailOf('STOP-5', ana))?.id });
    expect(smtp.messages).toHaveLength(before);
  });

  test('gets one more mail after a new request for a product', async () => {
    const [id, other] = [await waitedFor('BACK-2', ana), await waitedFor('BACK-3', ana)];
    await oneClick(link);
    await ask('BACK-2', ana);
    expect(await stopped(ana)).toMatchObject({ 'BACK-2': false, 'BACK-3': true });
    await restock(id);
    await restock(other);
    expect([await mailOf('BACK-2', ana), await mailOf('BACK-3', ana)]).toEqual([expect.anything(), undefined]);
  });

  test.each([
    ['an empty form', ''],
    ['another value', 'List-Unsubscribe=Maybe'],
    ['another field', 'x=One-Click'],
  ])('%s stops nothing, and the page asks for confirmation', async (_, payload) => {
    await waitedFor(`ODD-${payload.length}`, ana);
    const answer = await oneClick(link, payload);
    expect([answer.statusCode, answer.payload]).toEqual([400, expect.stringContaining('¿Dejar de recibir avisos?')]);
    expect(await stopped(ana)).toMatchObject({ [`ODD-${payload.length}`]: false });
  });

  test('a body that is not a form is refused, at any size', async () => {
    const send = (type: string, payload: string) =>
      shop.inject({ method: 'POST', url: link, payload, headers: { 'content-type': type } });
    expect((await send('application/json', '{"List-Unsubscribe":"One-Click"}')).statusCode).toBe(415);
    expect((await send('multipart/form-data', 'List-Unsubscribe=One-Click')).statusCode).toBe(400);
    expect((await send('application/x-www-form-urlencoded', 'x'.repeat(5_000))).statusCode).toBe(413);
  });
});

describe('an account with an unconfirmed address, which may be a stranger’s:', () => {
  let stranger: SignedInCustomer;
  let link: string;
  beforeAll(async () => {
    stranger = await signInCustomer(shop.db, 'victima@correo.gt', new Date());
    await restock(await waitedFor('STRANGE-0', stranger));
    link = await linkOf('STRANGE-0', stranger);
  });

  test('cannot request notices after the reader of its mails has stopped them', async () => {
    const known = await waitedFor('STRANGE-1', stranger);
    const other = await createProduct(shop.db, { sku: 'STRANGE-2', stock: 0 });
    await oneClick(link);
    for (const sku of ['STRANGE-1', 'STRANGE-2']) {
      expect(await request(sku, stranger)).toMatchObject({ ok: false, error: { code: 'RESTOCK_STOPPED' } });
    }
    expect(await stopped(stranger)).toEqual({ 'STRANGE-1': true });
    await restock(known);
    await restock(other);
    expect([await mailOf('STRANGE-1', stranger), await mailOf('STRANGE-2', stranger)]).toEqual([undefined, undefined]);
  });

  test('a request during the stop waits for it, and is refused', async () => {
    await createProduct(shop.db, { sku: 'STRANGE-3', stock: 0 });
    const { asked } = await shop.db.transaction(async (tx) => {
      await resumeNotices(tx, stranger.id, new Date(0));
      await stopNotices(tx, stranger.id, new Date());
      const calls = request('STRANGE-3', stranger);
      await untilBlocked(shop.db.pool, tx);
      return { asked: calls };
    });
    expect(await asked).toMatchObject({ ok: false, error: { code: 'RESTOCK_STOPPED' } });
  });

  test('can request notices again after confirming the address', async () => {
    await confirmEmailOf(shop.db.write, stranger.id, new Date());
    await ask('STRANGE-3', stranger);
    expect(await stopped(stranger)).toEqual({ 'STRANGE-1': true, 'STRANGE-3': false });
  });
});

describe('the stop of an unconfirmed account’s mails belongs to the address:', () => {
  const stopMailsOf = async (sku: string, who: SignedInCustomer): Promise<void> => {
    await restock(await waitedFor(sku, who));
    expect((await oneClick(await linkOf(sku, who))).statusCode).toBe(200);
  };

  test('closing the account and registering the address again does not lift it', async () => {
    const email = 'vecina@correo.gt';
    await stopMailsOf('AGAIN-0', await register(email));
    await createProduct(shop.db, { sku: 'AGAIN-1', stock: 0 });
    for (const round of [1, 2]) {
      const last = done(await shop.call('login', { body: { email, password } })).data.sessionToken;
      const headers = { authorization: `Bearer ${last}` };
      done(await shop.call('closeAccount', { body: { currentPassword: password } }, { headers }));
      const again = await register(email);
      expect(await request('AGAIN-1', again), `round ${round}`).toMatchObject({
        ok: false,
        error: { code: 'RESTOCK_STOPPED' },
      });
    }
  });

  test('a registration during the closing of the account waits, and does not lift it', async () => {
    const email = 'vecino@correo.gt';
    const first = await register(email);
    await stopMailsOf('RACE-0', first);
    await createProduct(shop.db, { sku: 'RACE-1', stock: 0 });
    const { opened } = await shop.db.transaction(async (tx) => {
      await closeAccountOf(tx, first.id, new Date());
      const calls = register(email);
      await untilBlocked(shop.db.pool, tx);
      return { opened: calls };
    });
    expect(await request('RACE-1', await opened)).toMatchObject({ ok: false, error: { code: 'RESTOCK_STOPPED' } });
  });

  test('it stays with the address that an account has left, and not with the account’s new address', async () => {
    const eva = await register('eva.primera@correo.gt');
    await stopMailsOf('LEFT-0', eva);
    await createProduct(shop.db, { sku: 'LEFT-1', stock: 0 });
    await shop.db.pool.query(
      "update customers set email = 'eva.segunda@correo.gt', email_confirmed_at = now() where id = $1",
      [eva.id],
    );
    expect((await request('LEFT-1', eva)).ok).toBe(true);
    const stranger = await register('eva.primera@correo.gt');
    expect(await request('LEFT-1', stranger)).toMatchObject({ ok: false, error: { code: 'RESTOCK_STOPPED' } });
    await confirmEmailOf(shop.db.write, stranger.id, new Date());
    expect((await request('LEFT-1', stranger)).ok).toBe(true);
  });

  test('it ends for a confirmed address when the account is closed', async () => {
    const email = 'duena@correo.gt';
    const owner = await register(email);
    await stopMailsOf('OWNED-0', owner);
    await createProduct(shop.db, { sku: 'OWNED-1', stock: 0 });
    await confirmEmailOf(shop.db.write, owner.id, new Date());
    done(await shop.call('closeAccount', { body: { currentPassword: password } }, { headers: owner.headers }));
    expect((await request('OWNED-1', await register(email))).ok).toBe(true);
  });
});

describe('an old mail’s link, after its account was closed or got another address, stops mails to its address:', () => {
  const close = (who: SignedInCustomer) =>
    shop.call('closeAccount', { body: { currentPassword: password } }, { headers: who.headers });
  const stopLate = async (link: string): Promise<void> => {
    const asked = await shop.inject({ url: link, headers: { accept: 'text/html' } });
    expect([asked.statusCode, asked.payload]).toEqual([200, expect.stringContaining('¿Dejar de recibir avisos?')]);
    expect((await oneClick(link)).statusCode).toBe(200);
  };
  const refused = { ok: false, error: { code: 'RESTOCK_STOPPED' } };

  test('a new account with the address cannot request notices', async () => {
    const email = 'tarde@correo.gt';
    const first = await register(email);
    await restock(await waitedFor('LATE-0', first));
    const link = await linkOf('LATE-0', first);
    done(await close(first));
    await stopLate(link);
    await createProduct(shop.db, { sku: 'LATE-1', stock: 0 });
    expect(await request('LATE-1', await register(email))).toMatchObject(refused);
  });

  test('an account registered again gets and requests no notices until the address is confirmed', async () => {
    const email = 'tardes@correo.gt';
    const first = await register(email);
    await restock(await waitedFor('LATER-0', first));
    const link = await linkOf('LATER-0', first);
    done(await close(first));
    const again = await register(email);
    const waiting = await waitedFor('LATER-1', again);
    await stopLate(link);
    await createProduct(shop.db, { sku: 'LATER-3', stock: 0 });
    expect(await request('LATER-3', again)).toMatchObject(refused);
    await restock(waiting);
    await run('tell-all-restocks', {});
    expect(await mailOf('LATER-1', again)).toBeUndefined();
    await confirmEmailOf(shop.db.write, again.id, new Date());
    await createProduct(shop.db, { sku: 'LATER-2', stock: 0 });
    expect((await request('LATER-2', again)).ok).toBe(true);
    expect((await oneClick(link)).statusCode).toBe(404);
  });

  test('the account gets mails at its new address, and nobody gets any at the former address', async () => {
    const eva = await register('eva.tercera@correo.gt');
    await restock(await waitedFor('MOVED-0', eva));
    const link = await linkOf('MOVED-0', eva);
    await shop.db.pool.query(
      "update customers set email = 'eva.cuarta@correo.gt', email_confirmed_at = now() where id = $1",
      [eva.id],
    );
    await stopLate(link);
    await createProduct(shop.db, { sku: 'MOVED-1', stock: 0 });
    expect((await request('MOVED-1', eva)).ok).toBe(true);
    expect(await request('MOVED-1', await register('eva.tercera@correo.gt'))).toMatchObject(refused);
  });

  test('the page’s button undoes the stop for an hour', async () => {
    const email = 'regreso@correo.gt';
    const first = await register(email);
    await restock(await waitedFor('UNDO-0', first));
    const link = await linkOf('UNDO-0', first);
    done(await close(first));
    const page = await oneClick(link);
    const value = /name="notices" value="([^"]+)"/.exec(page.payload)?.[1] ?? '';
    expect((await oneClick(link, `notices=${value.slice(0, -1)}`)).statusCode).toBe(410);
    expect((await oneClick(link, `notices=${encodeURIComponent(value)}`)).payload).toContain('de nuevo');
    await createProduct(shop.db, { sku: 'UNDO-1', stock: 0 });
    expect((await request('UNDO-1', await register(email))).ok).toBe(true);
  });

  /** Prepares an unsent mail to an account that registered the address again, and the link that was mailed before. */
  const mailOnItsWay = async (email: string, sku: string) => {
    const first = await register(email);
    await restock(await waitedFor(`${sku}-0`, first));
    const link = await linkOf(`${sku}-0`, first);
    done(await close(first));
    const again = await register(email);
    await restock(await waitedFor(`${sku}-1`, again));
    const mailId = (await mailOf(`${sku}-1`, again))?.id;
    return { link, mailId, send: () => run('send-mail', { mailId }) };
  };
  const withdrawn = async (mailId: string | undefined): Promise<boolean | undefined> => {
    const { rows } = await shop.db.pool.query<{ is_withdrawn: boolean }>(
      'select withdrawn_at is not null as is_withdrawn from mails where id = $1',
      [mailId],
    );
    return rows[0]?.is_withdrawn;
  };

  test('an unsent mail is not sent, and is withdrawn once the stop can no longer be undone', async () => {
    const { link, mailId, send } = await mailOnItsWay('encamino@correo.gt', 'WAY');
    await stopLate(link);
    const before = smtp.messages.length;
    await send();
    expect([smtp.messages.length, await withdrawn(mailId)]).toEqual([before, false]);
    await shop.db.pool.query(`update restock_stops set stopped_at = stopped_at - interval '2 hours'`);
    await send();
    expect([smtp.messages.length, await withdrawn(mailId)]).toEqual([before, true]);
  });

  test('an unsent mail is sent after the stop is undone', async () => {
    const { link, mailId, send } = await mailOnItsWay('devuelta@correo.gt', 'BACKWAY');
    const page = await oneClick(link);
    const before = smtp.messages.length;
    await send();
    const { rows } = await shop.db.pool.query<{ minutes: number }>(
      `select round(extract(epoch from j.run_at - now()) / 60)::int as minutes from graphile_worker._private_jobs j
       where j.payload ->> 'mailId' = $1 and j.run_at > now() + interval '1 minute'`,
      [mailId],
    );
    expect(rows).toEqual([{ minutes: 120 }]);
    const value = /name="notices" value="([^"]+)"/.exec(page.payload)?.[1] ?? '';
    expect((await oneClick(link, `notices=${encodeURIComponent(value)}`)).statusCode).toBe(200);
    await send();
    expect(smtp.messages.slice(before)).toEqual([expect.stringContaining('BACKWAY-1')]);
  });

  test('the button of a page opened over an hour after the stop refuses to undo it', async () => {
    const email = 'despues@correo.gt';
    const first = await register(email);
    await restock(await waitedFor('AFTER-0', first));
    const link = await linkOf('AFTER-0', first);
    done(await close(first));
    await stopLate(link);
    await shop.db.pool.query(`update restock_stops set stopped_at = stopped_at - interval '61 minutes'`);
    const page = await oneClick(link);
    const value = /name="notices" value="([^"]+)"/.exec(page.payload)?.[1] ?? '';
    const answer = await oneClick(link, `notices=${encodeURIComponent(value)}`);
    expect([answer.statusCode, answer.payload]).toEqual([409, expect.stringContaining('siguen detenidos')]);
    await createProduct(shop.db, { sku: 'AFTER-1', stock: 0 });
    expect(await request('AFTER-1', await register(email))).toMatchObject(refused);
  });

  test('the link works as long as the mail is stored', async () => {
    const email = 'olvido@correo.gt';
    const first = await register(email);
    await restock(await waitedFor('OLD-0', first));
    const link = await linkOf('OLD-0', first);
    done(await close(first));
    await run('delete-old-restock-notices', {});
    expect((await shop.inject({ url: link })).statusCode).toBe(200);
    await shop.db.pool.query(`update restock_mailed set mailed_at = mailed_at - interval '91 days'`);
    await run('delete-old-restock-notices', {});
    expect((await oneClick(link)).statusCode).toBe(404);
  });
});

test('an invented, cut or foreign link stops nothing', async () => {
  const eva = await signInCustomer(shop.db, 'eva.antes@correo.gt', new Date());
  await confirmEmailOf(shop.db.write, eva.id, new Date());
  await restock(await waitedFor('FORGED-0', eva));
  await waitedFor('FORGED-1', eva);
  const link = await linkOf('FORGED-0', eva);
  const forged = [
    `/unsubscribe/${eva.id}`,
    `/unsubscribe/${eva.id}.`,
    `/unsubscribe/${eva.id}.${'A'.repeat(43)}`,
    link.slice(0, -1),
    (await linkOf('STOP-0', ana)).replace(ana.id, eva.id),
    '/unsubscribe/x.y',
    '/unsubscribe/%F0%9F%9B%92',
  ];
  for (const url of forged) {
    for (const answer of [await oneClick(url), await shop.inject({ url, headers: { accept: 'text/html' } })]) {
      expect([answer.statusCode, answer.payload], url).toEqual([404, expect.stringContaining('ya no es válido')]);
    }
  }
  await shop.db.pool.query(`update customers set email = 'eva.ahora@correo.gt' where id = $1`, [eva.id]);
  expect((await oneClick(link)).statusCode).toBe(404);
  expect(await stopped(eva)).toEqual({ 'FORGED-1': false });
  await shop.db.pool.query('delete from customers where id = $1', [eva.id]);
  expect((await oneClick(link)).statusCode).toBe(404);
});
