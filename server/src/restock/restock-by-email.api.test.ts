import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAccountOf } from '../accounts/closed-accounts.store.ts';
import { confirmEmailOf } from '../auth/accounts.store.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { done } from '../testing/cart-calls.ts';
import { restockCalls } from '../testing/restock-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
/** Ana's e-mail is confirmed, Eva's is not. */
let ana: SignedInCustomer;
let eva: SignedInCustomer;

beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  await createShopBasics(shop.db);
  ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  eva = await signInCustomer(shop.db, 'eva@correo.gt', new Date());
  await confirmEmailOf(shop.db.write, ana.id, new Date());
});
afterAll(() => shop.close());

const { run, ask, waitedFor, restock, oneClick } = restockCalls(() => shop);

let asked = 0;
/** Each call comes from a new client, unless one is given. */
const askByEmail = async (sku: string, email: unknown, { token, client }: { token?: string; client?: string } = {}) => {
  asked += 1;
  return shop.inject({
    method: 'POST',
    url: '/v1/restock-notices',
    remoteAddress: client ?? `10.8.${asked}.1`,
    headers: { 'x-recaptcha': token ?? (await mintProof(shop)) },
    payload: { sku, email },
  });
};

const soldOut = (sku: string) => createProduct(shop.db, { sku, stock: 0 });

const waiting = async (sku: string): Promise<string[]> => {
  const { rows } = await shop.db.pool.query<{ email: string }>(
    'select r.email from restock_notices r join products p on p.id = r.product_id where p.sku = $1 and r.email is not null',
    [sku],
  );
  return rows.map(({ email }) => email);
};

const mailsOf = async (sku: string, email: string) => {
  const { rows } = await shop.db.pool.query<{ key: string; html: string; text: string; link: string }>(
    'select dedupe_key as key, html, text, unsubscribe_url as link from mails where recipient = $1 and subject like $2',
    [email, `%${sku}`],
  );
  return rows;
};

test('a guest with only an e-mail gets one mail, without a name, when the product is back', async () => {
  const id = await soldOut('MAIL-1');
  const answer = await askByEmail('MAIL-1', ' Guest@Correo.gt ');
  expect([answer.statusCode, answer.json()]).toEqual([201, { status: 201, data: { result: true } }]);
  expect(await waiting('MAIL-1')).toEqual(['guest@correo.gt']);
  await restock(id);
  const [mail, ...more] = await mailsOf('MAIL-1', 'guest@correo.gt');
  expect(more).toEqual([]);
  expect(mail?.html).toContain('>Ya está disponible<');
  expect(mail?.text).toContain('/mail-1');
  expect(await waiting('MAIL-1')).toEqual([]);
  await restock(id);
  expect(await mailsOf('MAIL-1', 'guest@correo.gt')).toHaveLength(1);
});

test('repeated requests, also concurrent ones, make one notice and get the same response', async () => {
  await soldOut('MAIL-2');
  const answers = await Promise.all([1, 2, 3].map(() => askByEmail('MAIL-2', 'twice@correo.gt')));
  expect([...answers, await askByEmail('MAIL-2', 'TWICE@correo.gt')].map(({ statusCode }) => statusCode)).toEqual([
    201, 201, 201, 201,
  ]);
  expect(await waiting('MAIL-2')).toEqual(['twice@correo.gt']);
});

test('the response does not reveal whether an address has an account, a notice or a stop', async () => {
  const id = await soldOut('MAIL-3');
  await ask('MAIL-3', ana);
  await askByEmail('MAIL-3', 'stopped@correo.gt');
  await restock(id);
  await oneClick(new URL((await mailsOf('MAIL-3', 'stopped@correo.gt'))[0]?.link ?? '').pathname);
  await soldOut('MAIL-3B');
  const answers: Awaited<ReturnType<typeof askByEmail>>[] = [];
  for (const email of ['nobody@correo.gt', ana.email, eva.email, 'stopped@correo.gt'])
    answers.push(await askByEmail('MAIL-3B', email));
  expect(answers.map(({ statusCode, payload }) => [statusCode, payload])).toEqual(
    answers.map(() => [201, answers[0]?.payload]),
  );
});

test('the captcha comes first, and a wrong address, an unknown product and a product in stock are refused', async () => {
  await soldOut('MAIL-4');
  await createProduct(shop.db, { sku: 'MAIL-IN', stock: 1 });
  const outcome = async (call: ReturnType<typeof askByEmail>) => {
    const answer = await call;
    return `${answer.statusCode} ${answer.json().error?.code}`;
  };
  expect(await outcome(askByEmail('NONE', 'guest@correo.gt', { token: 'made up' }))).toBe('403 CAPTCHA_FAILED');
  for (const email of ['', 'guest', 'a@b', 7, `${'a'.repeat(250)}@correo.gt`])
    expect(await outcome(askByEmail('MAIL-4', email))).toBe('400 VALIDATION_ERROR');
  expect(await outcome(askByEmail('NONE', 'guest@correo.gt'))).toBe('404 PRODUCT_NOT_FOUND');
  expect(await outcome(askByEmail('MAIL-IN', 'guest@correo.gt'))).toBe('409 PRODUCT_IN_STOCK');
  expect(await waiting('MAIL-4')).toEqual([]);
});

test('an address accepts ten notices a day from all clients, and a waiting notice counts once', async () => {
  const most = 10;
  for (let number = 1; number <= most; number += 1) {
    await soldOut(`MANY-${number}`);
    expect((await askByEmail(`MANY-${number}`, 'many@correo.gt')).statusCode).toBe(201);
    if (number === 1) expect((await askByEmail('MANY-1', 'many@correo.gt')).statusCode).toBe(201);
  }
  await soldOut('MANY-11');
  const refused = await askByEmail('MANY-11', 'many@correo.gt');
  expect([refused.statusCode, refused.json().error]).toMatchObject([
    429,
    { code: 'RATE_LIMITED', message: 'Con este correo ya se pidieron 10 avisos hoy. Intenta de nuevo mañana.' },
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await waiting('MANY-11')).toEqual([]);
  expect((await askByEmail('MANY-11', 'other@correo.gt')).statusCode).toBe(201);
});

test('the link of the mail stops every request for the address, and its button undoes the stop', async () => {
  const first = await soldOut('MAIL-5');
  await askByEmail('MAIL-5', 'reader@correo.gt');
  await restock(first);
  const link = new URL((await mailsOf('MAIL-5', 'reader@correo.gt'))[0]?.link ?? '').pathname;
  expect((await shop.inject({ url: link })).payload).toContain('¿Dejar de recibir avisos?');
  const stopped = await oneClick(link);
  expect([stopped.statusCode, stopped.payload]).toEqual([200, expect.stringContaining('Ya no recibirás estos avisos')]);
  const second = await soldOut('MAIL-6');
  expect((await askByEmail('MAIL-6', 'reader@correo.gt')).statusCode).toBe(201);
  await restock(second);
  expect(await mailsOf('MAIL-6', 'reader@correo.gt')).toEqual([]);
  const button = /<button name="notices" value="([\w.-]+)">/.exec(stopped.payload)?.[1];
  expect((await oneClick(link, `notices=${button}`)).statusCode).toBe(200);
  await run('tell-all-restocks', {});
  expect(await mailsOf('MAIL-6', 'reader@correo.gt')).toHaveLength(1);
});

test('an address whose account also has a notice gets only the account’s mail', async () => {
  const id = await waitedFor('MAIL-7', ana);
  await askByEmail('MAIL-7', ana.email);
  await askByEmail('MAIL-7', 'guest@correo.gt');
  await restock(id);
  await run('tell-all-restocks', {});
  const mails = await mailsOf('MAIL-7', ana.email);
  expect(mails.map(({ key }) => key.split(':')[1])).toEqual([ana.id]);
  expect(await mailsOf('MAIL-7', 'guest@correo.gt')).toHaveLength(1);
});

test('a stop by a confirmed account stops other people’s requests for its address, not its own', async () => {
  const luis = await signInCustomer(shop.db, 'luis@correo.gt', new Date());
  await confirmEmailOf(shop.db.write, luis.id, new Date());
  const first = await soldOut('MAIL-8');
  await askByEmail('MAIL-8', luis.email);
  await restock(first);
  const link = new URL((await mailsOf('MAIL-8', luis.email))[0]?.link ?? '').pathname;
  expect(link).toContain(luis.id);
  await oneClick(link);
  const second = await soldOut('MAIL-9');
  const third = await waitedFor('MAIL-10', luis);
  await askByEmail('MAIL-9', luis.email);
  await restock(second);
  await restock(third);
  expect(await mailsOf('MAIL-9', luis.email)).toEqual([]);
  expect(await mailsOf('MAIL-10', luis.email)).toHaveLength(1);
});

test('a notice is stored as long as the policy allows, and deleted with its owner’s account', async () => {
  const rosa = await signInCustomer(shop.db, 'rosa@correo.gt', new Date());
  await confirmEmailOf(shop.db.write, rosa.id, new Date());
  await soldOut('MAIL-11');
  for (const email of [rosa.email, eva.email, 'old@correo.gt']) await askByEmail('MAIL-11', email);
  const { data } = done(await shop.call('exportAccount', {}, { headers: rosa.headers }));
  expect(JSON.stringify(data.restock_notices)).toContain('"email":"rosa@correo.gt"');
  await shop.db.pool.query(
    `update restock_notices set created_at = now() - interval '40 days' where email = 'old@correo.gt'`,
  );
  await shop.setPolicy('restockNoticeDays', '30');
  await run('delete-old-restock-notices', {});
  expect((await waiting('MAIL-11')).toSorted()).toEqual([eva.email, rosa.email]);
  await closeAccountOf(shop.db.write, rosa.id, new Date());
  expect(await waiting('MAIL-11')).toEqual([eva.email]);
});
