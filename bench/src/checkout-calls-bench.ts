import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CaptchaChallenge } from '@ceiba/contract/captcha';
import { ask, stockShelves } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { type Connection, openConnection } from './http-connection.ts';
import { freePort, launch, type RunningProcess } from './processes.ts';
import { basketsOf, shopper, textIn } from './purchase-journey.ts';
import { atMost, type BenchResult, printed } from './result.ts';
import { type SqlRecorder, startSqlRecorder } from './sql-recorder.ts';

const couponCode = 'MENOS10';

/** Architecture §8. */
const bars = { call: 2, placing: 8 } as const;

/** Calls of the drawer of points and of whoever has an account: they are no calls of a cart, and have no bar. */
const unjudged = /\/(?:points|captcha|payments)\b|\/auth\/(?!validate-guest-checkout)/;

/** "POST /v1/carts/{id}/products". */
const callOf = (request: Buffer): string => {
  const [method = '', path = ''] = request.toString('latin1', 0, request.indexOf('\r\n')).split(' ');
  return `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`;
};

/** A connection that keeps, for each call, the most statements one such call has sent; BEGIN and COMMIT are none. */
const countingStatements = (
  connection: Connection,
  recorder: SqlRecorder,
  counts: Map<string, number>,
): Connection => ({
  send: async (request) => {
    recorder.take();
    const answer = await connection.send(request);
    const statements = recorder.take().filter(({ kind }) => kind === 'query').length;
    const call = callOf(request);
    counts.set(call, Math.max(counts.get(call) ?? 0, statements));
    return answer;
  },
  close: () => connection.close(),
});

type Call = ReturnType<typeof shopper>['call'];

/** What the forms of the three steps ask beside what they send. */
const askForms = async (call: Call, cartId: string, skus: readonly string[]): Promise<void> => {
  const location = { region: 485, city: 'Guatemala' };
  const items = skus.map((sku) => ({ sku, quantity: 1 }));
  await call('GET', `/v1/carts/${cartId}`);
  await call('POST', '/v1/auth/validate-guest-checkout', { email: 'lucia@correo.gt' });
  await call('GET', '/v1/locations/departments');
  await call('GET', '/v1/stores');
  await call('POST', '/v2/products/time', { shippingMethod: 'delivery', location, items });
  await call('POST', '/v2/products/deliveryStock', { location, items });
  await call('POST', '/v2/products/pickupStock', { location, items });
  await call('GET', `/v1/carts/${cartId}/tableRate`);
  await call('GET', `/v1/checkout/installments?bin=411111&cartId=${cartId}`);
  await call('GET', '/v1/checkout/billing?type=nit&identifier=576937K');
};

/** The header of a solved challenge (DEC-171). */
const prove = async (call: Call): Promise<{ 'x-recaptcha': string }> => {
  const { maxnumber, ...challenge }: CaptchaChallenge = JSON.parse(await call('GET', '/v1/captcha/challenge'));
  let number = 0;
  while (createHash('sha256').update(`${challenge.salt}${number}`).digest('hex') !== challenge.challenge) {
    if (number > maxnumber) throw new Error('a challenge without a solution');
    number += 1;
  }
  return { 'x-recaptcha': Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64') };
};

/** The drawer of points, and "Revertir canje". */
const askPoints = async (call: Call, cartId: string): Promise<void> => {
  await call('GET', `/v1/catalogs/coupons/points/options?cartId=${cartId}`);
  const account = { name: 'MaxpointsPoints', dpi: '1234567890101', birthDate: '1990-05-15' };
  const proof = await prove(call);
  const offer = await call('POST', '/v1/catalogs/coupons/points/request', { cartId, ...account }, proof);
  const couponCode = textIn(offer, /"couponCode":"([^"]+)"/);
  await call('POST', '/v1/catalogs/coupons/points', { cartId, couponCode });
  await call('DELETE', `/v1/carts/coupon/${cartId}`, {});
};

/**
 * The session token of a new account. Registering sends values that the recorder does not read, and is no call of a
 * checkout: another process of the shop does it, past the recorder.
 */
const openAccount = async (room: BenchRoom, database: ShopDatabase): Promise<string> => {
  const shop = await room.startShop({ database, env: { LOG_LEVEL: 'warn' } });
  const connection = await openConnection(shop.port);
  const names = { firstName: 'Luisa', lastName: 'Paz', phone: '55550000', registerLeal: false, acceptTerms: true };
  const body = { ...names, email: `${randomUUID()}@correo.gt`, password: 'Ceiba2026demo' };
  const answer = await shopper(connection).call('POST', '/v1/auth/register', body);
  connection.close();
  await shop.stop();
  return textIn(answer, /"sessionToken":"([^"]+)"/);
};

const merchantKey = 'bench-merchant';

/** A sandbox bank of its own: the tax registry and the programs of points are asked there. */
const startBank = async (dir: string): Promise<RunningProcess> => {
  const port = await freePort();
  const env = {
    SANDBOX_BANK_PORT: String(port),
    SANDBOX_BANK_DATA: join(dir, 'checkout-bank'),
    SANDBOX_BANK_KEY: merchantKey,
  };
  const logFile = join(dir, 'bank.log');
  return launch({ args: ['sandbox-bank/src/main.ts'], env, port, readyPath: '/health', logFile });
};

/** What every call of a checkout sends to the database (ARCHITECTURE.md §8). */
export const benchCheckoutCalls = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const coupon = `insert into coupons (code, label, amount) values ('${couponCode}', 'Menos Q10', 1000) on conflict do nothing`;
  await ask(database, coupon);
  const basket = basketsOf(await stockShelves(database));
  const { hostname, port } = new URL(database.url);
  const recorder = await startSqlRecorder({ host: hostname, port: Number(port) });
  const databaseUrl = database.url.replace(`:${port}/`, `:${recorder.port}/`);
  const token = await openAccount(room, database);
  const bank = await startBank(room.dir);
  const bankEnv = { BANK_URL: `http://127.0.0.1:${bank.port}`, BANK_KEY: merchantKey };
  const shop = await room.startShop({ database, databaseUrl, env: { LOG_LEVEL: 'warn', ...bankEnv } });
  const connection = await openConnection(shop.port);
  const buyOnce = async (counts: Map<string, number>): Promise<void> => {
    const { call, prepare, order } = shopper(countingStatements(connection, recorder, counts));
    const skus = basket();
    const cart = await prepare(skus, { couponCode });
    await call('DELETE', `/v1/carts/coupon/${cart.id}`, {});
    await askForms(call, cart.id, skus);
    await askPoints(call, cart.id);
    await call('GET', '/v1/payments/instruments', undefined, { authorization: `Bearer ${token}` });
    await call('POST', '/v1/checkout/coupons', { cartId: cart.id, couponCode });
    await order(cart);
  };
  // The first reads what a process keeps from then on.
  await buyOnce(new Map());
  const counts = new Map<string, number>();
  await buyOnce(counts);
  connection.close();
  await shop.stop();
  await bank.stop();
  await recorder.close();
  return [...counts].map(([call, count]) =>
    unjudged.test(call)
      ? printed('statements', count, call)
      : atMost('statements', count, call === 'POST /v1/orders' ? bars.placing : bars.call, call),
  );
};
