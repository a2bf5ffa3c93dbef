import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { addDays, guatemalaDate, guatemalaMoment } from '@ceiba/domain/dates/civil-date';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { lastReturnDay } from '@ceiba/domain/returns/return-window';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFileStore } from '../media/file-store.ts';
import { announceFiles } from '../media/unclaimed-files.store.ts';
import { orderCommands } from '../orders/order-command.ts';
import { openServices } from '../services.ts';
import { shipmentCommands } from '../shipments/shipment-command.ts';
import { tasksOf } from '../slices.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { operator, typing } from '../testing/operator.ts';
import { card, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { s3Access, startS3Server } from '../testing/s3-server.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { returnCommands } from './return-command.ts';

const runOrderCommand = typing(orderCommands, 'order');
const runShipmentCommand = typing(shipmentCommands, 'shipment');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let dir = '';
let ana: SignedInCustomer;
let eva: SignedInCustomer;
let speaker: number;
let glasses: number;
let giftCard: number;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-returns-'));
  open = await openShopWithBank({ FILES_DIR: dir });
  shop = open.shop;
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00, stock: 1_000 });
  glasses = await createProduct(shop.db, {
    sku: 'GLASSES',
    title: 'Anteojos',
    price: 200_00,
    sellerId: 2,
    offerId: 'o-1',
    stock: 1_000,
  });
  giftCard = await createProduct(shop.db, { sku: 'GIFT', title: 'Tarjeta', price: 50_00, kind: 'gift_card' });
  [ana, eva] = [
    await signInCustomer(shop.db, 'ana@correo.gt', new Date()),
    await signInCustomer(shop.db, 'eva@correo.gt', new Date()),
  ];
});
afterAll(async () => {
  await open.close();
  await rm(dir, { recursive: true, force: true });
});

let phones = 46_000_000;

/** Places Ana's order of three speakers and a pair of glasses, from two sellers. Returns its number. */
const place = async (
  lines = [
    { productId: speaker, quantity: 3 },
    { productId: glasses, quantity: 1 },
  ],
  total = 530,
): Promise<string> => {
  phones += 1;
  const cartId = await prepareCart(shop, { lines, email: ana.email, telephone: String(phones) });
  await shop.db.pool.query(`update cart_lines set offer_id = 'o-1' where cart_id = $1 and product_id = $2`, [
    cartId,
    glasses,
  ]);
  const answer = await postOrder(shop, { cartId, payments: [card(total)] }, undefined, await mintProof(shop));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const number = String(answer.json().data.orderNumber);
  await shop.db.pool.query('update orders set customer_id = $1 where number = $2', [ana.id, number]);
  return number;
};

const deliver = async (number: string, seller: number): Promise<void> => {
  for (const _step of [1, 2, 3]) {
    const args = ['advance', number, String(seller)];
    await runShipmentCommand({ db: shop.db, args, now: new Date(), actor: operator, say: () => {} });
  }
};

/** Places an order whose first shipment, the speakers, was handed over. */
const delivered = async (): Promise<string> => {
  const number = await place();
  await deliver(number, 1);
  return number;
};

const photo = async (colour = 'teal') =>
  new Blob(
    [
      new Uint8Array(
        await sharp({ create: { width: 90, height: 60, channels: 3, background: colour } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    { type: 'image/jpeg' },
  );

interface Asked {
  who?: Pick<SignedInCustomer, 'headers'>;
  proof?: string | null;
  key?: string;
  images?: readonly Blob[];
  at?: TestShop;
}

const ask = async (fields: Record<string, string>, { who = ana, proof, key, images = [], at = shop }: Asked = {}) => {
  const wanted = { sku: 'SPEAKER', quantity: '1', reason: 'Producto dañado', description: '', ...fields };
  const form = await formPayload({ ...wanted, images });
  const token = proof === undefined ? await mintProof(at) : proof;
  return at.inject({
    method: 'POST',
    url: '/v1/customers/returns',
    ...form,
    headers: {
      ...form.headers,
      ...who.headers,
      ...(token === null ? {} : { 'x-recaptcha': token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
};

const outcome = async (call: ReturnType<typeof ask>): Promise<string> => {
  const answer = await call;
  const { message = '', error } = answer.json();
  return `${answer.statusCode} ${error?.code ?? ''}: ${message}`;
};

const countReturns = async (number: string): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ n: number }>(
    'select count(*)::int as n from returns r join orders o on o.id = r.order_id where o.number = $1',
    [number],
  );
  return rows[0]?.n ?? 0;
};

const filesOnDisk = async (): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const listOf = async (who = ana, url = '/v1/customers/returns') =>
  (await shop.inject({ method: 'GET', url, headers: who.headers })).json();

const hours = (n: number): Date => new Date(Date.now() + n * 3_600_000);

const removeLeftFiles = async (now: Date, at = shop): Promise<void> => {
  const task = tasksOf(openServices(at)).find(({ name }) => name === 'remove-left-files');
  await task?.run({}, { now, log: shop.log });
};

const operate = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const { files, db, config, policy } = openServices(shop);
  const runReturnCommand = typing(
    returnCommands(() => files),
    'return',
  );
  const command = { db, config, policy: policy(), now: new Date(), actor: operator };
  const isDone = await runReturnCommand({ ...command, args, say: (text) => said.push(text) });
  return `${isDone ? 'ok' : 'no'}: ${said.join('\n')}`;
};

describe('the request of a return', () => {
  test('[RET-01, RET-02, DEC-142, API-71] stores its fields and pictures, which only its owner sees', async () => {
    const number = await delivered();
    const images = [await photo('teal'), await photo('gold')];
    const answer = await ask({ orderNumber: number, quantity: '2', description: ' Llegó rota. ' }, { images });
    expect(answer.statusCode).toBe(201);
    const { returnNumber } = answer.json().data;
    expect(answer.json()).toEqual({ status: 201, data: { returnNumber: expect.stringMatching(/^D-\d{6}$/) } });
    expect((await listOf()).returns[0]).toMatchObject({
      returnNumber,
      status: 'requested',
      orderNumber: number,
      productName: 'Bocina',
      productSku: 'SPEAKER',
      quantity: 2,
      reason: 'Producto dañado',
      description: 'Llegó rota.',
      receivedAt: null,
      images: 2,
    });
    expect((await listOf(eva)).returns).toEqual([]);
    const picture = (who: SignedInCustomer, n: number) =>
      shop.inject({
        method: 'GET',
        url: `/v1/customers/returns/${returnNumber}/images/${n}`,
        headers: who.headers,
      });
    const own = await picture(ana, 2);
    expect(own.headers['cache-control']).toBe('no-store');
    const { type, base64 } = own.json().data;
    const found = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect([type, found.format, found.width]).toEqual(['image/webp', 'webp', 90]);
    expect((await picture(ana, 3)).statusCode).toBe(404);
    expect((await picture(eva, 2)).statusCode).toBe(404);
    // The pictures are not served under the path of public media.
    expect((await shop.inject({ method: 'GET', url: `/media/${returnNumber}/1.webp` })).statusCode).toBe(404);
  });

  test('[DEC-11, DEC-171, RET-01] is refused first without a captcha, or with a used one', async () => {
    const number = await delivered();
    const proof = await mintProof(shop);
    expect(await outcome(ask({ orderNumber: number }, { proof: null }))).toContain('403 CAPTCHA_FAILED');
    expect(await outcome(ask({ orderNumber: 'none', sku: '' }, { proof: null }))).toContain('403 CAPTCHA_FAILED');
    expect((await ask({ orderNumber: number }, { proof })).statusCode).toBe(201);
    expect(await outcome(ask({ orderNumber: number }, { proof }))).toContain('403 CAPTCHA_FAILED');
    expect(await countReturns(number)).toBe(1);
  });

  test('[API-06] answers 201, 400 for wrong data, 401 without session, 403 without captcha, 404 for an unknown order', async () => {
    const number = await delivered();
    const nobody = { headers: { authorization: '' } };
    const refused = [
      [{ orderNumber: number, reason: 'porque sí' }, {}, 400],
      [{ orderNumber: number }, { who: nobody }, 401],
      [{ orderNumber: number }, { proof: null }, 403],
      [{ orderNumber: '999999996' }, {}, 404],
    ] as const;
    for (const [fields, how, status] of refused) expect((await ask(fields, how)).statusCode).toBe(status);
    expect(await countReturns(number)).toBe(0);
    const asked = await ask({ orderNumber: number });
    expect([asked.statusCode, asked.json()]).toEqual([
      201,
      { status: 201, data: { returnNumber: expect.stringMatching(/^D-\d{6}$/) } },
    ]);
  });

  test('is refused if its body is not a form, or only a part of a form', async () => {
    const number = await delivered();
    const json = await shop.inject({
      method: 'POST',
      url: '/v1/customers/returns',
      headers: { ...ana.headers, 'x-recaptcha': await mintProof(shop) },
      payload: { orderNumber: number, sku: 'SPEAKER', quantity: '1', reason: 'Otro' },
    });
    expect([json.statusCode, json.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const cut = await formPayload({ orderNumber: number });
    const broken = await shop.inject({
      method: 'POST',
      url: '/v1/customers/returns',
      headers: { ...cut.headers, ...ana.headers, 'x-recaptcha': await mintProof(shop) },
      payload: Buffer.from(cut.payload.toString()).subarray(0, 60),
    });
    expect([broken.statusCode, broken.json().error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await countReturns(number)).toBe(0);
  });
});

describe('products that cannot be returned', () => {
  test('[DEC-142] get a refusal in words, and nothing is written', async () => {
    const number = await delivered();
    const asked = (fields: Record<string, string>) => outcome(ask({ orderNumber: number, ...fields }));
    expect(await asked({ sku: 'GLASSES' })).toBe('400 RETURN_NOT_DELIVERED: Aún no te entregamos este producto.');
    expect(await asked({ quantity: '4' })).toBe(
      '400 RETURN_QUANTITY: Puedes devolver hasta 3 unidades de este producto.',
    );
    expect(await asked({ sku: 'NONE' })).toContain('404 PRODUCT_NOT_FOUND');
    expect(await asked({ orderNumber: '999999990' })).toContain('404 ORDER_NOT_FOUND');
    expect(await outcome(ask({ orderNumber: number }, { who: eva }))).toContain('404 ORDER_NOT_FOUND');
    expect(await asked({ reason: 'Porque sí' })).toContain('400 VALIDATION_ERROR');
    expect(await asked({ description: 'x'.repeat(501) })).toContain('400 VALIDATION_ERROR');
    expect(await asked({ quantity: '0' })).toContain('400 VALIDATION_ERROR');
    expect(await asked({ isAdmin: '1' })).toContain('400 VALIDATION_ERROR');
    expect(await countReturns(number)).toBe(0);
  });

  test('[DEC-142] a gift card', async () => {
    const lines = [{ productId: giftCard, quantity: 1, giftCardDate: addDays(guatemalaDate(new Date()), 1) }];
    const number = await place(lines, 50);
    await deliver(number, 1);
    expect(await outcome(ask({ orderNumber: number, sku: 'GIFT' }))).toBe(
      '400 RETURN_NOT_ALLOWED: Las tarjetas de regalo no se devuelven.',
    );
  });

  test('[DEC-137, DEC-142] a partly delivered order cannot be canceled completely', async () => {
    const number = await delivered();
    const said: string[] = [];
    const args = ['cancel', number];
    await runOrderCommand({ db: shop.db, args, now: new Date(), actor: operator, say: (text) => void said.push(text) });
    expect(said).toEqual([
      `Order ${number} is processing, and a part of it is on its way or handed over: it cannot become canceled. Nothing was changed.`,
    ]);
  });

  test('[RET-03, DEC-142] can be returned on the last of its business days, and not on the day after', async () => {
    const today = guatemalaDate(new Date());
    let deliveredOn = addDays(today, -60);
    while (lastReturnDay(deliveredOn, defaultShopPolicy) < today) deliveredOn = addDays(deliveredOn, 1);
    const handOver = (number: string, date: typeof deliveredOn) =>
      shop.db.pool.query(
        `update shipments s set ended_at = $2 from orders o
         where o.id = s.order_id and o.number = $1 and s.state = 'delivered'`,
        [number, guatemalaMoment(date, 23)],
      );
    const number = await delivered();
    let late = addDays(deliveredOn, -1);
    while (lastReturnDay(late, defaultShopPolicy) >= today) late = addDays(late, -1);
    await handOver(number, late);
    expect(await outcome(ask({ orderNumber: number }))).toMatch(
      /^400 RETURN_TOO_LATE: El plazo para devolverlo terminó el \d+ de \w+ de \d{4}\.$/,
    );
    await handOver(number, deliveredOn);
    expect((await ask({ orderNumber: number })).statusCode).toBe(201);
  });

  test('[DEC-142] refuses more than three pictures, a picture above 5 MB, and a file without a picture', async () => {
    const number = await delivered();
    const one = await photo();
    const asked = (images: readonly Blob[]) => outcome(ask({ orderNumber: number }, { images }));
    const large = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)], { type: 'image/jpeg' });
    const page = new Blob(['<script>alert(1)</script>'], { type: 'image/jpeg' });
    expect(await asked([one, one, one, one])).toContain('400 VALIDATION_ERROR');
    expect(await asked(Array(9).fill(one))).toContain('413 PAYLOAD_TOO_LARGE');
    expect(await asked([large])).toContain('400 VALIDATION_ERROR');
    expect(await asked([one, page])).toBe('400 RETURN_IMAGE_INVALID: Las fotos deben ser JPG o PNG.');
    expect(await countReturns(number)).toBe(0);
    expect((await ask({ orderNumber: number }, { images: [one, one, one] })).statusCode).toBe(201);
  });

  test('a picture that is too large is reported as an error of the pictures', async () => {
    const number = await delivered();
    const large = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)], { type: 'image/png' });
    const answer = await ask({ orderNumber: number }, { images: [large] });
    expect(Object.values(answer.json().error.metadata.fields)).toEqual(['Las fotos deben pesar como máximo 5 MB.']);
  });
});

describe('concurrent, repeated and interrupted requests', () => {
  test('[DEC-142] two concurrent returns cannot exceed the bought units', async () => {
    const number = await delivered();
    const asked = { orderNumber: number, quantity: '2' };
    const statuses = (await Promise.all([ask(asked), ask(asked)])).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([201, 400]);
    expect(await outcome(ask(asked))).toBe('400 RETURN_QUANTITY: Puedes devolver hasta 1 unidad de este producto.');
    expect((await ask({ orderNumber: number })).statusCode).toBe(201);
    expect(await outcome(ask({ orderNumber: number }))).toBe(
      '400 RETURN_QUANTITY: Ya pediste devolver todas las unidades de este producto.',
    );
  });

  test('a repeated request, also a concurrent one, makes one return', async () => {
    const number = await delivered();
    const key = randomUUID();
    const asked = () => ask({ orderNumber: number }, { key });
    const first = await Promise.all([asked(), asked()]);
    const numbers = [...first, await asked()].map((answer) => answer.json().data.returnNumber);
    expect(new Set(numbers).size).toBe(1);
    expect(await countReturns(number)).toBe(1);
  });

  test('another customer’s key reveals neither the return nor the existence of the order', async () => {
    const number = await delivered();
    const key = randomUUID();
    expect((await ask({ orderNumber: number }, { key })).statusCode).toBe(201);
    expect(await outcome(ask({ orderNumber: number }, { key, who: eva }))).toMatch(/^404 ORDER_NOT_FOUND/);
    expect(await outcome(ask({ orderNumber: '999999996' }, { key, who: eva }))).toMatch(/^404 ORDER_NOT_FOUND/);
    expect(await countReturns(number)).toBe(1);
  });

  test('a key with a different request, or a key that is too long, is refused', async () => {
    const number = await delivered();
    const key = randomUUID();
    expect(await outcome(ask({ orderNumber: number }, { key }))).toMatch(/^201/);
    expect(await outcome(ask({ orderNumber: number, quantity: '2' }, { key }))).toMatch(/^422 IDEMPOTENCY_KEY_REUSED/);
    expect(await outcome(ask({ orderNumber: number }, { key, images: [await photo()] }))).toMatch(/^422/);
    expect(await outcome(ask({ orderNumber: number }, { key: 'x'.repeat(256) }))).toMatch(/^400 VALIDATION_ERROR/);
    expect(await countReturns(number)).toBe(1);
    expect(await outcome(ask({ orderNumber: number }, { key: 'x'.repeat(255) }))).toMatch(/^201/);
  });

  test('a form with a declared size above the limit of its pictures is refused unread', async () => {
    const form = await formPayload({ orderNumber: '1' });
    const answer = await shop.inject({
      method: 'POST',
      url: '/v1/customers/returns',
      headers: {
        ...form.headers,
        ...ana.headers,
        'x-recaptcha': await mintProof(shop),
        'content-length': String(3 * 5 * 1024 * 1024 + 64 * 1024 + 1),
      },
      payload: new PassThrough(),
    });
    expect(answer.statusCode).toBe(413);
  });

  /** Stops the clock that limits how slowly a form may arrive. Between two steps of a test, a busy machine takes longer than the limit. */
  const withoutPace = async (work: () => Promise<void>): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      await work();
    } finally {
      vi.useRealTimers();
    }
  };

  /** Sends a form with a picture, except for its last bytes. */
  const hanging = async (fields: Record<string, string>, who: SignedInCustomer, remoteAddress: string) => {
    const wanted = { sku: 'SPEAKER', quantity: '1', reason: 'Producto dañado', ...fields };
    const form = await formPayload({ ...wanted, images: [await photo()] });
    const bytes = Buffer.from(form.payload.toString('latin1'), 'latin1');
    const arrived = Promise.withResolvers<void>();
    const body = new Readable({ read: () => arrived.resolve() });
    const answer = shop.inject({
      method: 'POST',
      url: '/v1/customers/returns',
      remoteAddress,
      // A streamed body needs this header. Otherwise the request has no body.
      headers: {
        ...form.headers,
        ...who.headers,
        'transfer-encoding': 'chunked',
        'x-recaptcha': await mintProof(shop),
      },
      payload: body,
    });
    await arrived.promise;
    body.push(bytes.subarray(0, -200));
    const finish = () => {
      body.push(bytes.subarray(-200));
      body.push(null);
    };
    return { answer, finish };
  };

  /** Creates a customer with a delivered order. */
  const withOrder = async (name: string) => {
    const who = await signInCustomer(shop.db, `${name}@correo.gt`, new Date());
    const number = await delivered();
    await shop.db.pool.query('update orders set customer_id = $1 where number = $2', [who.id, number]);
    return { who, number };
  };

  test('eight unfinished forms of one address delay nobody else, and are accepted when they end', () =>
    withoutPace(async () => {
      const names = Array.from({ length: 8 }, (_, index) => `lenta${index}`);
      const slow: Awaited<ReturnType<typeof hanging>>[] = [];
      for (const name of names) {
        const { who, number } = await withOrder(name);
        slow.push(await hanging({ orderNumber: number }, who, '10.8.0.1'));
      }
      const number = await delivered();
      expect((await ask({ orderNumber: number }, { images: [await photo()] })).statusCode).toBe(201);
      for (const { finish } of slow) finish();
      expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ statusCode }) => statusCode)).toEqual(
        names.map(() => 201),
      );
    }));

  test('pictures of one customer’s forms are read one form at a time, from any client', () =>
    withoutPace(async () => {
      const { who, number } = await withOrder('dos-a-la-vez');
      const first = await hanging({ orderNumber: number }, who, '10.8.1.1');
      const second = await hanging({ orderNumber: number }, who, '10.8.1.2');
      let isSecondAnswered = false;
      void second.answer.then(() => {
        isSecondAnswered = true;
      });
      second.finish();
      // One of the two calls has the turn. The other waits, or would have a response by now.
      const ahead = ask({ orderNumber: await delivered() }, { images: [await photo()] });
      expect((await ahead).statusCode).toBe(201);
      expect(isSecondAnswered).toBe(false);
      first.finish();
      expect([(await first.answer).statusCode, (await second.answer).statusCode]).toEqual([201, 201]);
    }));

  test('an order that cannot be returned is refused before its pictures arrive', () =>
    withoutPace(async () => {
      const number = await delivered();
      const strangers = await hanging({ orderNumber: number }, eva, '10.8.2.1');
      expect((await strangers.answer).json().error.code).toBe('ORDER_NOT_FOUND');
      const early = await hanging({ orderNumber: await place() }, ana, '10.8.2.1');
      expect((await early.answer).json().error.code).toBe('RETURN_NOT_DELIVERED');
      const wrong = await hanging({ orderNumber: number, reason: 'porque sí' }, ana, '10.8.2.1');
      expect(Object.keys((await wrong.answer).json().error.metadata.fields)).toEqual(['reason']);
    }));

  test('over a socket, the refusal also comes while the pictures are being sent', async () => {
    const images = [await photo()];
    const form = await formPayload({
      orderNumber: await delivered(),
      sku: 'SPEAKER',
      quantity: '1',
      reason: 'Otro',
      images,
    });
    const bytes = Buffer.from(form.payload.toString('latin1'), 'latin1');
    const asked = request({
      port: await shop.listen(),
      host: '127.0.0.1',
      path: '/v1/customers/returns',
      method: 'POST',
      headers: {
        ...eva.headers,
        'content-type': String(form.headers['content-type']),
        'content-length': String(bytes.length),
        'x-recaptcha': await mintProof(shop),
      },
    });
    asked.write(bytes.subarray(0, -200));
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).toBe(404);
    asked.destroy();
  });

  test.each([
    ['its picture', 2_000],
    ['its texts', 40],
  ])('a form that stops in %s is refused after some seconds, and frees its turn', async (_, arrived) => {
    const number = await delivered();
    const images = [await photo(), await photo('gold')];
    const form = await formPayload({ orderNumber: number, sku: 'SPEAKER', quantity: '1', reason: 'Otro', images });
    const bytes = Buffer.from(form.payload.toString('latin1'), 'latin1').subarray(0, arrived);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const body = new Readable({ read: () => {} });
      body.push(bytes);
      const answer = shop.inject({
        method: 'POST',
        url: '/v1/customers/returns',
        headers: {
          ...form.headers,
          ...ana.headers,
          'transfer-encoding': 'chunked',
          'x-recaptcha': await mintProof(shop),
        },
        payload: body,
      });
      let status = 0;
      void answer.then(({ statusCode }) => {
        status = statusCode;
      });
      // Its time limit starts again with its turn.
      await until(async () => {
        vi.advanceTimersByTime(500);
        return status !== 0;
      });
      expect([status, (await answer).json().error.code]).toEqual([400, 'UPLOAD_TOO_SLOW']);
    } finally {
      vi.useRealTimers();
    }
    expect((await ask({ orderNumber: number }, { images })).statusCode).toBe(201);
  });

  test('pictures that were stored and never claimed are removed after an hour, not before', async () => {
    await removeLeftFiles(hours(2));
    const before = await filesOnDisk();
    const path = `returns/${randomUUID()}/1.webp`;
    await announceFiles(shop.db.write, [path], new Date());
    await openFileStore({ dir }).save(path, Uint8Array.of(1), 'image/webp');
    await removeLeftFiles(hours(0.5));
    expect(await filesOnDisk()).toHaveLength(before.length + 1);
    await removeLeftFiles(hours(2));
    expect(await filesOnDisk()).toHaveLength(before.length);
    expect((await shop.db.pool.query('select from unclaimed_files')).rowCount).toBe(0);
  });

  test('a file that cannot be removed is reported, and does not block the other files', async () => {
    await removeLeftFiles(hours(2));
    const before = await filesOnDisk();
    const [stuck, next] = [`returns/${randomUUID()}/1.webp`, `returns/${randomUUID()}/1.webp`];
    await announceFiles(shop.db.write, [stuck], hours(-2));
    await announceFiles(shop.db.write, [next], hours(-1));
    await openFileStore({ dir }).save(next, Uint8Array.of(1), 'image/webp');
    // Creates a folder in place of the file.
    await mkdir(join(dir, stuck), { recursive: true });
    await expect(removeLeftFiles(hours(2))).rejects.toThrow('failed to remove');
    await expect(removeLeftFiles(hours(3))).rejects.toThrow('failed to remove');
    expect(await filesOnDisk()).toEqual(before);
    await rm(join(dir, stuck), { recursive: true });
    await removeLeftFiles(hours(4));
    expect((await shop.db.pool.query('select from unclaimed_files')).rowCount).toBe(0);
  });

  test('the pictures of a return that is deleted are removed with it', async () => {
    const number = await delivered();
    await ask({ orderNumber: number }, { images: [await photo()] });
    const before = await filesOnDisk();
    await shop.db.pool.query('delete from returns r using orders o where o.id = r.order_id and o.number = $1', [
      number,
    ]);
    await removeLeftFiles(new Date());
    expect(await filesOnDisk()).toHaveLength(before.length - 1);
  });

  test('if the file store fails midway, nothing is written, and the same request works later', async () => {
    const number = await delivered();
    const s3 = await startS3Server();
    const { region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } = s3Access;
    const settings = { FILES_STORE: 's3', S3_ENDPOINT: s3.endpoint, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
    const other = await openShopOn(shop.url, settings);
    const key = randomUUID();
    const asked = async () => ask({ orderNumber: number }, { images: [await photo()], key, at: other });
    s3.isAway = true;
    expect(await outcome(asked())).toContain('502 UPSTREAM_UNAVAILABLE');
    expect(await countReturns(number)).toBe(0);
    s3.isAway = false;
    const { returnNumber } = (await asked()).json().data;
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^returns\/[0-9a-f-]{36}\/1\.webp$/)]);
    const url = `/v1/customers/returns/${returnNumber}/images/1`;
    const picture = await other.inject({ method: 'GET', url, headers: ana.headers });
    const { base64 } = picture.json().data;
    expect(Buffer.from(base64, 'base64')).toEqual([...s3.objects.values()][0]?.bytes);
    s3.isAway = true;
    expect((await other.inject({ method: 'GET', url, headers: ana.headers })).statusCode).toBe(502);
    s3.isAway = false;
    await removeLeftFiles(hours(2), other);
    expect(s3.objects.size).toBe(1);
    expect(s3.refused).toBe(0);
    await other.close();
    await s3.close();
  });
});

test('[DEC-142, RET-03] only a customer’s order shows what can be returned, and until when', async () => {
  const number = await delivered();
  await ask({ orderNumber: number });
  const url = `/v1/orders/${number}`;
  const { products } = (await shop.inject({ method: 'GET', url, headers: ana.headers })).json();
  const until = lastReturnDay(guatemalaDate(new Date()), defaultShopPolicy);
  expect(products.map(({ returnable }: { returnable: unknown }) => returnable)).toEqual([{ units: 2, until }, null]);
  const followed = await shop.call('findOrder', { body: { orderNumber: number, email: ana.email } });
  expect(followed.ok && followed.value.data.products.map(({ returnable }) => returnable)).toEqual([null, null]);
});

test('[DEC-12] request and arrival are each mailed once, and an operator lists and receives the return', async () => {
  const number = await delivered();
  const images = [await photo()];
  const answer = await ask({ orderNumber: number, reason: 'Falla de fábrica', description: 'No enciende' }, { images });
  const { returnNumber } = answer.json().data;
  const mails = async () =>
    done(await shop.call('listDemoMails', { query: { to: ana.email } })).data.filter(({ subject }) =>
      subject.includes(returnNumber),
    );
  const [requested] = await mails();
  expect(requested?.subject).toBe(`Devolución ${returnNumber}: recibimos tu solicitud`);
  for (const part of ['html', 'text'] as const) {
    expect(requested?.[part]).toContain(`Hemos recibido tu solicitud de devolución ${returnNumber}.`);
    expect(requested?.[part]).toContain('1 × Bocina');
  }
  const listed = await operate('list');
  expect(listed).toContain(`${returnNumber}  order ${number}  1 × Bocina (SPEAKER)`);
  expect(listed).toContain('Falla de fábrica: No enciende');
  expect(listed).toContain('asked 0 days ago, 1 pictures');
  const into = join(dir, 'seen');
  expect(await operate('pictures', returnNumber, into)).toBe(`ok: ${join(into, `${returnNumber}-1.webp`)}`);
  expect((await sharp(join(into, `${returnNumber}-1.webp`)).metadata()).format).toBe('webp');
  expect(await operate('receive', returnNumber)).toBe(`ok: Return ${returnNumber} of order ${number} has now arrived.`);
  expect(await operate('receive', returnNumber)).toContain('has already arrived.');
  expect(await operate('list')).not.toContain(returnNumber);
  expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
    `Devolución ${returnNumber}: recibimos tu solicitud`,
    `Devolución ${returnNumber}: ya la tenemos`,
  ]);
  const own = (await listOf()).returns.find((one: { returnNumber: string }) => one.returnNumber === returnNumber);
  expect(own).toMatchObject({ status: 'received', receivedAt: expect.stringMatching(/^\d{4}-/) });
});

test('a customer’s text in the operator’s list cannot move the cursor or start a new line', async () => {
  const number = await delivered();
  const description = 'rota\u001b[2J\nD-100077  order 100000077\u2028\u009b1A\u202e';
  expect((await ask({ orderNumber: number, description })).statusCode).toBe(201);
  const listed = await operate('list');
  expect(listed).toContain('    Producto dañado: rota [2J D-100077  order 100000077');
  expect(listed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
});

test.each([
  [['receive', 'D-999999'], 'There is no return D-999999. Nothing was changed.'],
  [['pictures', 'D-999999', 'x'], 'There is no return D-999999, or no picture came with it.'],
  [['receive', '7'], 'ceiba return receive <number>'],
  [['receive'], 'ceiba return receive <number>'],
  [['keep', 'D-100001'], 'ceiba return list'],
])('ceiba return %j is refused with an explanation', async (args, words) => {
  expect(await operate(...args)).toMatch(new RegExp(`^no: [^]*${words.replaceAll('.', '\\.')}`));
});

test('the list comes in pages, each in two statements at most', async () => {
  const number = await delivered();
  await shop.db.pool.query(
    `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
     select gen_random_uuid(), o.id, 1, 1, 'Otro', '', now() from orders o, generate_series(1, 50) where o.number = $1`,
    [number],
  );
  const numbers: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: { returns: { returnNumber: string }[]; next: string | null } = await listOf(
      ana,
      `/v1/customers/returns${after === '' ? '' : `?after=${after}`}`,
    );
    expect(shop.lastStatements().length).toBeLessThanOrEqual(2);
    numbers.push(...page.returns.map(({ returnNumber }) => returnNumber));
    after = page.next;
  }
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers).toEqual(numbers.toSorted().reverse());
});
