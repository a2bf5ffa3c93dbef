import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { enqueue } from './jobs/job-queue.ts';
import { nameOf } from './platform/operations/command-line.ts';
import { done } from './testing/cart-calls.ts';
import { placeStoreOrder } from './testing/desk-orders.ts';
import { typing } from './testing/operator.ts';
import { programsOf } from './testing/points-calls.ts';
import { signInCustomer } from './testing/sessions.ts';
import { createProduct } from './testing/shop-fixtures.ts';
import { openShopWithDesk } from './testing/shop-with-desk.ts';
import { openDesk, type TestDesk } from './testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let owner: TestDesk;
let accounting: TestDesk;
let till: { id: string; name: string };

const reason = 'Lo pidió por teléfono';

beforeAll(async () => {
  open = await openShopWithDesk({ SECRETS_KEY: Buffer.alloc(32, 'gemelos').toString('base64') });
  owner = await openDesk(open.shop, 'owner');
  accounting = await openDesk(open.shop, 'manager');
  await open.shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`,
  );
  const made = done(await owner.call('createTill', { body: { storeCode: 'MAX', name: 'Caja gemela' } })).data;
  done(await owner.call('openTill', { params: { id: made.id }, body: { version: made.version, float: 900 } }));
  till = { id: made.id, name: 'Caja gemela' };
  await open.shop.db.pool.query(`insert into media (key, width, height) values (repeat('ab', 16), 1600, 640)`);
  await writeFile(pageFile, '# Guía\n\nCómo elegir.\n\n## Antes\n\nMide tu sala.\n');
}, 120_000);
afterAll(() => open.close());

/** Runs `ceiba …`. Throws its message if it was refused. */
async function type(...words: string[]): Promise<void> {
  const [word = '', ...args] = words;
  const said: string[] = [];
  const { db, config } = open.shop;
  if (!(await typing(commands, word)({ db, config, args, say: (text) => said.push(text) })))
    throw new Error(`${words.join(' ')}: ${said.join('\n')}`);
}

const versionOf = async (number: string): Promise<number> => (await open.see(number, owner)).version;
const shipmentVersion = async (id: string): Promise<number> =>
  done(await owner.call('getShipment', { params: { id } })).data.version;
const move = async (id: string, body: object): Promise<void> => {
  const sent = await owner.send('POST', `/v1/admin/shipments/${id}/move`, {
    body: { version: await shipmentVersion(id), ...body },
  });
  if (sent.statusCode !== 200) throw new Error(sent.payload);
};

/** Moves an order's first shipment to a state at the desk. Returns the shipment. */
async function shipment(
  to: 'ready' | 'packed' | 'sent' | 'undelivered',
  asked: 'card' | 'cash' = 'card',
): Promise<string> {
  const number = await open.place({}, asked);
  if (asked === 'cash')
    await open.shop.db.pool.query('update orders set confirmation_due = null where number = $1', [number]);
  const id = `${number}-1`;
  if (to === 'ready') return id;
  await open.shop.db.pool.query(
    `update shipments set state = 'picking' where order_id = (select id from orders where number = $1)`,
    [number],
  );
  await open.shop.db.pool.query(
    `update shipment_lines set picked = quantity where order_id = (select id from orders where number = $1)`,
    [number],
  );
  await move(id, { to: 'packed' });
  if (to === 'packed') return id;
  await move(id, { to: 'sent' });
  if (to === 'undelivered') await move(id, { to: 'undelivered', reason: 'Rechazado' });
  return id;
}

const storeOrder = (): Promise<string> =>
  placeStoreOrder(open.shop, {
    ...{ lines: [{ productId: open.radio, quantity: 3 }], amount: 99.99, advisor: 'asesor' },
    ...{ shippingMethod: 'pickup', storeCode: 'MAX' },
  });
const receiptOf = (number: string): string => `RECIBO ${number}`;
const payAtDesk = async (number: string): Promise<void> => {
  const body = { orderNumber: number, kind: 'cash' as const, amount: 99.99, receipt: receiptOf(number) };
  done(await owner.call('payAtTill', { params: { id: till.id }, body }));
};

/** Makes a refund of Q10 that waits for a till or a transfer. Returns its order. */
async function dueRefund(to: 'till' | 'transfer'): Promise<string> {
  const number = await open.place();
  const body = { orderNumber: number, version: await versionOf(number), goodwill: 10, reason: 'Cortesía', to };
  done(await owner.call('createRefund', { body }));
  return number;
}
const refundOf = async (number: string): Promise<string> =>
  done(await owner.call('listCashRefunds', { query: { q: number } })).data[0]?.id ?? '';

async function returned(state: 'approved' | 'received'): Promise<string> {
  const id = await shipment('sent');
  await move(id, { to: 'delivered' });
  const body = { orderNumber: id.slice(0, 9), sku: 'RADIO', quantity: 1, reason: 'Otro', description: '' } as const;
  const { number, version } = done(await owner.call('createReturn', { body })).data;
  if (state === 'received') done(await owner.call('receiveReturn', { params: { number }, body: { version } }));
  return number;
}
const returnVersion = async (number: string): Promise<number> =>
  done(await owner.call('getDeskReturn', { params: { number } })).data.version;

let buyers = 0;
const emails = new Map<string, string>();
async function account(): Promise<string> {
  buyers += 1;
  const email = `gemelo@tienda${buyers}.gt`;
  const { id } = await signInCustomer(open.shop.db, email, new Date());
  emails.set(id, email);
  return id;
}
const customerVersion = async (id: string): Promise<number> =>
  done(await owner.call('getDeskCustomer', { params: { id } })).data.version;

async function failedJob(): Promise<string> {
  await enqueue(open.shop.db.write, { task: 'units-missing', payload: { shipment: randomUUID() } });
  const { rows } = await open.shop.db.pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no', locked_at = null
     where id = (select max(id) from graphile_worker._private_jobs) returning id::text`,
  );
  return rows[0]?.id ?? '';
}

/** Makes an order whose points are still to be taken, although its program has released them. */
async function lostPoints(): Promise<string> {
  const number = await open.place({}, { points: 100 });
  const { rows } = await open.shop.db.pool.query<{ code: string }>(
    'select p.code from points_certificates p join orders o on o.id = p.order_id where o.number = $1',
    [number],
  );
  await programsOf(open.bank).giveBack(rows[0]?.code ?? '');
  return number;
}

let brandsMade = 0;
const newBrand = (): string => {
  brandsMade += 1;
  return `gemela-${brandsMade}`;
};
const newOtherBrand = (): string => {
  brandsMade += 1;
  return `Ajena${brandsMade}`;
};
/** Returns a new first name, of letters only. */
const newFirstName = (): string =>
  `Rosa ${[...newOtherBrand()].map((sign) => letterOf[Number(sign)] ?? sign).join('')}`;
const letterOf = [...'abcdefghij'];
/** The numbers of groups of synonyms, by a word of each group. */
const groups = new Map<string, string>();
async function someCategory(): Promise<string> {
  const { rows } = await open.shop.db.pool.query<{ path: string }>('select path from categories limit 1');
  return rows[0]?.path ?? '';
}
/** Returns the number of a brand by its name. */
async function brandNamed(title: string): Promise<string> {
  const { rows } = await open.shop.db.pool.query<{ id: string }>('select id::text from brands where title = $1', [
    title,
  ]);
  return rows[0]?.id ?? '';
}

let binsMade = 400_000;
const newBin = (): string => {
  binsMade += 1;
  return String(binsMade);
};
async function madeBin(more: object = {}): Promise<string> {
  const bin = newBin();
  done(await owner.call('createCardBin', { body: { bin, brand: 'visa', bank: 'Banrural', plans: '6', ...more } }));
  return bin;
}
/** Returns command and call for a change of a card. */
function changedBin(change: object, verb: string, word?: string, before: object = {}): Twins {
  return {
    make: () => madeBin(before),
    atDesk: async (bin) =>
      done(await owner.call('changeCardBin', { params: { bin }, body: { version: 1, ...change } })),
    typed: (bin) => ['card-bin', bin, verb, ...(word === undefined ? [] : [word])],
  };
}
async function flagOn(isOn: boolean): Promise<{ version: number; isOn: boolean }> {
  const flags = done(await owner.call('listDeskFlags', {})).data;
  return { version: flags.find(({ name }) => name === 'motorcycleAddToCart')?.version ?? 0, isOn };
}

const guide = {
  title: 'Guía',
  description: 'Cómo elegir.',
  blocks: [{ kind: 'text' as const, title: 'Antes', text: 'Mide tu sala.' }],
};
const card = { title: 'Tarjeta', text: 'Lo que dice.' };
const pageFile = join(await mkdtemp(join(tmpdir(), 'ceiba-rows-')), 'guia.txt');
afterAll(() => rm(dirname(pageFile), { recursive: true, force: true }));

async function madePage(): Promise<string> {
  const slug = newOtherBrand().toLowerCase();
  groups.set(slug, done(await owner.call('createContentPage', { body: { slug, title: 'Vieja' } })).data.id);
  return slug;
}
async function madeAnswerWord(): Promise<string> {
  const word = newOtherBrand().toLowerCase();
  done(await owner.call('createAnswerWord', { body: { word, path: '/ayuda/entregas' } }));
  return word;
}

const picture = `/media/${'ab'.repeat(16)}/1600.webp`;
const banner = { place: 'hero', picture, alt: 'Una sala', link: '/search', linkLabel: 'Ver', tone: 'dark' } as const;
const bannerWords = [`imagen=${picture}`, 'alternativo=Una sala', 'enlace=/search', 'boton=Ver', 'tono=oscuro'];
/** The end has the seconds of its minute, as a form sends it. */
const bannerChange = { tone: 'jade', endsAt: '2030-01-31T16:00:59.999Z' } as const;
const banners = new Map<string, { id: string; position: string }>();
const bannerOf = (title: string): { id: string; position: string } => banners.get(title) ?? { id: '', position: '' };
async function madeBanner(): Promise<string> {
  const title = newOtherBrand();
  const { id, position } = done(await owner.call('createBanner', { body: { ...banner, title } })).data;
  banners.set(title, { id, position: String(position) });
  return title;
}

interface Twins {
  /** Makes one of two equal objects. Returns its name. */
  make: () => Promise<string>;
  atDesk: (of: string) => Promise<unknown>;
  typed: (of: string) => readonly string[];
}

const by = ['--by', 'pruebas'];

const settingsVersion = async (): Promise<number> => done(await owner.call('getSettings', {})).data.version;

/** Commands and desk calls that do the same to one of two equal objects, by both names. */
const twins: Readonly<Record<string, Twins>> = {
  'order cancel / cancelOrder': {
    make: () => open.place(),
    atDesk: async (number) =>
      done(await owner.call('cancelOrder', { params: { number }, body: { version: await versionOf(number), reason } })),
    typed: (number) => ['order', 'cancel', number, '--reason', reason, ...by],
  },
  'order cancel / cancelOrder, a line': {
    make: () => open.place(),
    atDesk: async (number) => {
      const body = { version: await versionOf(number), reason, lines: [{ line: 2, quantity: 1 }] };
      done(await owner.call('cancelOrder', { params: { number }, body }));
    },
    typed: (number) => ['order', 'cancel', number, '--line', '2', '--units', '1', '--reason', reason, ...by],
  },
  'order release / releaseOrder': {
    make: async () => {
      const number = await open.place();
      const body = { version: await versionOf(number), reason: 'A revisar' };
      done(await owner.call('holdOrder', { params: { number }, body }));
      return number;
    },
    atDesk: async (number) =>
      done(
        await owner.call('releaseOrder', { params: { number }, body: { version: await versionOf(number), reason } }),
      ),
    typed: (number) => ['order', 'release', number, '--reason', reason, ...by],
  },
  'order ship / moveShipment': {
    make: () => shipment('packed'),
    atDesk: (id) => move(id, { to: 'sent' }),
    typed: (id) => ['order', 'ship', id.slice(0, 9)],
  },
  'order deliver / moveShipment': {
    make: () => shipment('sent'),
    atDesk: (id) => move(id, { to: 'delivered' }),
    typed: (id) => ['order', 'deliver', id.slice(0, 9)],
  },
  'shipment advance / moveShipment': {
    make: () => shipment('sent'),
    atDesk: (id) => move(id, { to: 'delivered' }),
    typed: (id) => ['shipment', 'advance', id.slice(0, 9), '1'],
  },
  'shipment send / moveShipment': {
    make: () => shipment('packed'),
    atDesk: (id) => move(id, { to: 'sent', courier: 'Guatex', trackingNumber: 'GT-1' }),
    typed: (id) => ['shipment', 'send', id, '--courier', 'Guatex', '--tracking', 'GT-1', ...by],
  },
  'shipment attempt / moveShipment': {
    make: () => shipment('sent'),
    atDesk: (id) => move(id, { to: 'sent', reason: 'Nadie en casa' }),
    typed: (id) => ['shipment', 'attempt', id, '--number', '1', '--reason', 'nadie', ...by],
  },
  'shipment deliver / moveShipment': {
    make: () => shipment('sent', 'cash'),
    atDesk: (id) => move(id, { to: 'delivered', amountReceived: 100, reason }),
    typed: (id) => ['shipment', 'deliver', id, '--amount', 'Q100', '--difference', reason, ...by],
  },
  'shipment undelivered / moveShipment': {
    make: () => shipment('sent'),
    atDesk: (id) => move(id, { to: 'undelivered', reason: 'Rechazado' }),
    typed: (id) => ['shipment', 'undelivered', id, '--reason', 'rechazado', ...by],
  },
  'shipment cancel / moveShipment': {
    make: () => shipment('ready'),
    atDesk: (id) => move(id, { to: 'canceled', reason }),
    typed: (id) => ['shipment', 'cancel', id, '--reason', reason, ...by],
  },
  'shipment receive / receiveShipment': {
    make: () => shipment('undelivered'),
    atDesk: async (id) =>
      done(
        await owner.call('receiveShipment', {
          params: { id },
          body: { version: await shipmentVersion(id), fate: 'scrap' },
        }),
      ),
    typed: (id) => ['shipment', 'receive', id, '--scrap', ...by],
  },
  'shipment cash / settleDoorCash': {
    make: async () => {
      const id = await shipment('sent', 'cash');
      await move(id, { to: 'delivered', amountReceived: 100, reason: 'Faltó' });
      return id;
    },
    atDesk: async (id) =>
      done(
        await accounting.call('settleDoorCash', {
          params: { id },
          body: { version: await shipmentVersion(id), kind: 'payment', amount: 50, reason },
        }),
      ),
    typed: (id) => ['shipment', 'cash', id, '--paid', 'Q50', '--reason', reason, '--by', 'contabilidad'],
  },
  'order pay / payAtTill': {
    make: storeOrder,
    atDesk: payAtDesk,
    typed: (number) => ['order', 'pay', number, '--receipt', receiptOf(number), '--till', till.name, ...by],
  },
  'order unpay / unpayAtTill': {
    make: async () => {
      const number = await storeOrder();
      await payAtDesk(number);
      return number;
    },
    atDesk: async (number) =>
      done(await owner.call('unpayAtTill', { params: { id: till.id }, body: { orderNumber: number, reason } })),
    typed: (number) => ['order', 'unpay', number, '--till', till.name],
  },
  'order refund / payRefundAtTill': {
    make: () => dueRefund('till'),
    atDesk: async (number) => {
      const body = { tillId: till.id, reference: receiptOf(number), amount: 10 };
      done(await owner.call('payRefundAtTill', { params: { id: await refundOf(number) }, body }));
    },
    typed: (number) => [
      ...['order', 'refund', number, '--amount', 'Q10', '--receipt', receiptOf(number), '--till', till.name],
      ...['--store', 'MAX', ...by],
    ],
  },
  'order refund / payRefundByTransfer': {
    make: async () => {
      const number = await dueRefund('transfer');
      const body = { bank: 'Banrural', account: '998877', name: 'Ana Ajú' };
      done(await owner.call('setRefundTransfer', { params: { id: await refundOf(number) }, body }));
      return number;
    },
    atDesk: async (number) => {
      const [row] = done(await owner.call('listCashRefunds', { query: { q: number } })).data;
      const body = { reference: receiptOf(number), amount: 10, accountSavedAt: row?.accountSavedAt ?? undefined };
      done(await owner.call('payRefundByTransfer', { params: { id: row?.id ?? '' }, body }));
    },
    typed: (number) => [
      ...['order', 'refund', number, '--amount', 'Q10', '--receipt', receiptOf(number), '--transfer', ...by],
    ],
  },
  'return receive / receiveReturn': {
    make: () => returned('approved'),
    atDesk: async (number) =>
      done(await owner.call('receiveReturn', { params: { number }, body: { version: await returnVersion(number) } })),
    typed: (number) => ['return', 'receive', number],
  },
  'return outcome / decideReturnUnits': {
    make: () => returned('received'),
    atDesk: async (number) => {
      const units = [{ quantity: 1, fate: 'restock' as const, storeCode: 'BODEGA' }];
      const body = { version: await returnVersion(number), units, refundTo: 'origin' as const };
      done(await owner.call('decideReturnUnits', { params: { number }, body }));
    },
    typed: (number) => ['return', 'outcome', number, '--restock', '1', '--store', 'BODEGA', ...by],
  },
  'customer sign-out / endCustomerSessions': {
    make: account,
    atDesk: async (id) => done(await owner.call('endCustomerSessions', { params: { id }, body: { reason } })),
    typed: (id) => ['customer', 'sign-out', emails.get(id) ?? ''],
  },
  'customer email / giveCustomerBack': {
    make: account,
    atDesk: async (id) => {
      const body = { version: await customerVersion(id), email: 'antes@correo.gt', reason };
      done(await owner.call('giveCustomerBack', { params: { id }, body }));
      await open.shop.db.pool.query('update customers set email = id::text where id = $1', [id]);
    },
    typed: (id) => ['customer', 'email', emails.get(id) ?? '', 'antes@correo.gt'],
  },
  'brand set / createBrand': {
    make: async () => newBrand(),
    atDesk: async (name) =>
      done(await owner.call('createBrand', { body: { title: name, slug: name, state: 'hidden' } })),
    typed: (name) => ['brand', 'set', name, `enlace=${name}`, 'estado=oculta'],
  },
  'brand set / changeBrand': {
    make: async () => {
      const title = newBrand();
      done(await owner.call('createBrand', { body: { title } }));
      return title;
    },
    atDesk: async (name) => {
      const body = { version: 1, title: `otra-${name}`, state: 'hidden' } as const;
      done(await owner.call('changeBrand', { params: { id: await brandNamed(name) }, body }));
    },
    typed: (name) => ['brand', 'set', name, `nueva_marca=otra-${name}`, 'estado=oculta'],
  },
  'synonym brand / createOtherBrand': {
    make: async () => newOtherBrand(),
    atDesk: async (shown) =>
      done(await owner.call('createOtherBrand', { body: { word: shown.toLowerCase(), shown, instead: 'radio' } })),
    typed: (shown) => ['synonym', 'brand', shown, 'radio'],
  },
  'synonym brand / changeOtherBrand': {
    make: async () => {
      const shown = newOtherBrand();
      done(await owner.call('createOtherBrand', { body: { word: shown.toLowerCase(), shown } }));
      return shown;
    },
    atDesk: async (shown) => {
      const params = { word: shown.toLowerCase() };
      done(await owner.call('changeOtherBrand', { params, body: { version: 1, instead: 'radio' } }));
    },
    typed: (shown) => ['synonym', 'brand', shown, 'radio'],
  },
  'policy set / changeSettings': {
    make: async () => {
      done(await owner.call('changeSettings', { body: { version: await settingsVersion(), returnDays: 30 } }));
      return 'returnDays';
    },
    atDesk: async () => {
      done(await owner.call('changeSettings', { body: { version: await settingsVersion(), returnDays: 20 } }));
      done(await owner.call('changeSettings', { body: { version: await settingsVersion(), returnDays: 30 } }));
    },
    typed: (field) => ['policy', 'set', field, '20'],
  },
  'shop set / changeSettings': {
    make: async () => {
      done(await owner.call('changeSettings', { body: { version: await settingsVersion(), shopSentence: '' } }));
      return 'Todo para tu casa';
    },
    atDesk: async (shopSentence) => {
      done(await owner.call('changeSettings', { body: { version: await settingsVersion(), shopSentence } }));
      done(await owner.call('changeSettings', { body: { version: await settingsVersion(), shopSentence: '' } }));
    },
    typed: (shopSentence) => ['shop', 'set', '--sentence', shopSentence],
  },
  'advisor add / createAdvisor': {
    make: async () => newFirstName(),
    atDesk: async (firstName) => done(await owner.call('createAdvisor', { body: { firstName, store: 'MAX' } })),
    typed: (firstName) => ['advisor', 'add', firstName, 'MAX'],
  },
  'advisor end / endAdvisor': {
    make: async () => {
      const hash = newOtherBrand();
      await open.shop.db.pool.query(
        `insert into advisors (hash, store_code, first_name, added_at) values ($1, 'MAX', 'Rosa', now())`,
        [hash],
      );
      return hash;
    },
    atDesk: async (hash) => {
      const { rows } = await open.shop.db.pool.query<{ id: string }>('select id::text from advisors where hash = $1', [
        hash,
      ]);
      done(await owner.call('endAdvisor', { params: { id: rows[0]?.id ?? '' }, body: { version: 1 } }));
    },
    typed: (hash) => ['advisor', 'end', hash],
  },
  'redirect set / createRedirect': {
    make: async () => newOtherBrand().toLowerCase(),
    atDesk: async (from) =>
      done(await owner.call('createRedirect', { body: { from: `/${from}`, to: '/', note: 'x' } })),
    typed: (from) => ['redirect', 'set', `/${from}`, 'a=/', 'nota=x'],
  },
  'redirect set / changeRedirect': {
    make: async () => {
      const from = newOtherBrand().toLowerCase();
      const made = done(await owner.call('createRedirect', { body: { from: `/${from}`, to: '/' } })).data;
      groups.set(from, made.id);
      return from;
    },
    atDesk: async (from) => {
      const params = { id: groups.get(from) ?? '' };
      done(await owner.call('changeRedirect', { params, body: { version: 1, to: '/search' } }));
    },
    typed: (from) => ['redirect', 'set', `/${from}`, 'a=/search'],
  },
  'barcode set / createProductCode': {
    make: async () => newOtherBrand(),
    atDesk: async (code) => {
      const body = { code, sku: 'RADIO', kind: 'maker' } as const;
      done(await owner.call('createProductCode', { body }));
    },
    typed: (code) => ['barcode', 'set', code, 'sku=RADIO', 'clase=del fabricante'],
  },
  'barcode set / changeProductCode': {
    make: async () => {
      const code = newOtherBrand();
      done(await owner.call('createProductCode', { body: { code, sku: 'RADIO', kind: 'maker' } }));
      return code;
    },
    atDesk: async (code) =>
      done(await owner.call('changeProductCode', { params: { code }, body: { version: 1, kind: 'old' } })),
    typed: (code) => ['barcode', 'set', code, 'clase=anterior'],
  },
  'seller-offer set / changeProduct': {
    make: async () => {
      const sku = newOtherBrand().toUpperCase();
      await createProduct(open.shop.db, { sku, isPublished: false });
      return sku;
    },
    atDesk: async (sku) => {
      const { version } = done(await owner.call('getDeskProduct', { params: { sku } })).data;
      done(await owner.call('changeProduct', { params: { sku }, body: { version, seller: '2', offerId: 'OP-1' } }));
    },
    typed: (sku) => ['seller-offer', 'set', sku, 'vendedor=2', 'oferta_id=OP-1'],
  },
  'tracking-number set / changeShipment': {
    make: () => shipment('packed'),
    atDesk: async (id) => {
      const body = { version: await shipmentVersion(id), reason, trackingNumber: 'GT-1', parcels: 2 };
      done(await owner.call('changeShipment', { params: { id }, body }));
    },
    typed: (id) => ['tracking-number', 'set', id, 'guia=GT-1', 'bultos=2'],
  },
  'attribute set / createAttribute': {
    make: async () => newOtherBrand().toLowerCase(),
    atDesk: async (code) => {
      const body = { categoryId: '1', code, name: `Dato ${code}`, type: 'number', unit: 'W' } as const;
      done(await owner.call('createAttribute', { body }));
    },
    typed: (code) => ['attribute', 'set', 'audio', code, `nombre=Dato ${code}`, 'tipo=número', 'unidad=W'],
  },
  'attribute set / changeAttribute': {
    make: async () => {
      const code = newOtherBrand().toLowerCase();
      const body = { categoryId: '1', code, name: `Dato ${code}`, type: 'number', unit: 'W' } as const;
      groups.set(code, done(await owner.call('createAttribute', { body })).data.id);
      return code;
    },
    atDesk: async (code) => {
      const params = { id: groups.get(code) ?? '' };
      done(await owner.call('changeAttribute', { params, body: { version: 1, isFilterable: false } }));
    },
    typed: (code) => ['attribute', 'set', 'audio', code, 'filtro=no'],
  },
  'bin set / createCardBin': {
    make: async () => newBin(),
    atDesk: async (bin) => done(await owner.call('createCardBin', { body: { bin, brand: 'visa', bank: 'Banrural' } })),
    typed: (bin) => ['bin', 'set', bin, 'marca=visa', 'banco=Banrural'],
  },
  'bin set / changeCardBin': {
    ...changedBin({ bank: 'Otro', plans: '3, 6' }, ''),
    typed: (bin) => ['bin', 'set', bin, 'banco=Otro', 'cuotas=3, 6'],
  },
  'synonym add / createSynonym': {
    make: async () => newOtherBrand(),
    atDesk: async (name) => {
      const body = { words: `${name}, radio`, meant: 'bocina', isQuality: false };
      done(await owner.call('createSynonym', { body }));
    },
    typed: (name) => ['synonym', 'add', name, 'radio', '--means', 'bocina'],
  },
  'synonym absent / createAbsentWord': {
    make: async () => newOtherBrand(),
    atDesk: async (word) => done(await owner.call('createAbsentWord', { body: { word, category: null } })),
    typed: (word) => ['synonym', 'absent', word],
  },
  'synonym absent / changeAbsentWord': {
    make: async () => {
      const word = newOtherBrand();
      done(await owner.call('createAbsentWord', { body: { word, category: await someCategory() } }));
      return word;
    },
    atDesk: async (word) => {
      const params = { word: word.toLowerCase() };
      done(await owner.call('changeAbsentWord', { params, body: { version: 1, category: null } }));
    },
    typed: (word) => ['synonym', 'absent', word],
  },
  'synonym ignore / createIgnoredWord': {
    make: async () => newOtherBrand(),
    atDesk: async (word) => done(await owner.call('createIgnoredWord', { body: { word } })),
    typed: (word) => ['synonym', 'ignore', word],
  },
  'synonym remove / removeSynonym': {
    make: async () => {
      const word = newOtherBrand();
      const made = await owner.call('createSynonym', { body: { words: `${word}, radio` } });
      groups.set(word, done(made).data.id);
      return word;
    },
    atDesk: async (word) => {
      const params = { id: groups.get(word) ?? '' };
      done(await owner.call('removeSynonym', { params, body: { version: 1 } }));
    },
    typed: (word) => ['synonym', 'remove', word],
  },
  'synonym remove / removeAbsentWord': {
    make: async () => {
      const word = newOtherBrand();
      done(await owner.call('createAbsentWord', { body: { word } }));
      return word;
    },
    atDesk: async (word) =>
      done(await owner.call('removeAbsentWord', { params: { word: word.toLowerCase() }, body: { version: 1 } })),
    typed: (word) => ['synonym', 'remove', word],
  },
  'synonym remove / removeIgnoredWord': {
    make: async () => {
      const word = newOtherBrand();
      done(await owner.call('createIgnoredWord', { body: { word } }));
      return word;
    },
    atDesk: async (word) =>
      done(await owner.call('removeIgnoredWord', { params: { word: word.toLowerCase() }, body: { version: 1 } })),
    typed: (word) => ['synonym', 'remove', word],
  },
  'synonym remove / removeOtherBrand': {
    make: async () => {
      const shown = newOtherBrand();
      done(await owner.call('createOtherBrand', { body: { word: shown.toLowerCase(), shown } }));
      return shown;
    },
    atDesk: async (shown) =>
      done(await owner.call('removeOtherBrand', { params: { word: shown.toLowerCase() }, body: { version: 1 } })),
    typed: (shown) => ['synonym', 'remove', shown],
  },
  'flag / changeFlag': {
    make: async () => {
      await type('flag', 'motorcycleAddToCart', 'off');
      return 'motorcycleAddToCart';
    },
    atDesk: async () => {
      done(await owner.call('changeFlag', { params: { name: 'motorcycleAddToCart' }, body: await flagOn(true) }));
      await type('flag', 'motorcycleAddToCart', 'off');
    },
    typed: (name) => ['flag', name, 'on'],
  },
  'card-bin <bin> add / createCardBin': {
    make: async () => newBin(),
    atDesk: async (bin) => done(await owner.call('createCardBin', { body: { bin, brand: 'visa', bank: 'Banrural' } })),
    typed: (bin) => ['card-bin', bin, 'add', 'visa', 'Banrural'],
  },
  'card-bin <bin> rename / changeCardBin': changedBin({ bank: 'Otro' }, 'rename', 'Otro'),
  'card-bin <bin> add-plan / changeCardBin': changedBin({ plans: '3, 6' }, 'add-plan', '3'),
  'card-bin <bin> remove-plan / changeCardBin': changedBin({ plans: '' }, 'remove-plan', '6'),
  'card-bin <bin> begin-promotion / changeCardBin': changedBin({ hasPromotion: true }, 'begin-promotion'),
  'card-bin <bin> end-promotion / changeCardBin': changedBin({ hasPromotion: false }, 'end-promotion', undefined, {
    hasPromotion: true,
  }),
  'card-bin <bin> remove / removeCardBin': {
    make: () => madeBin(),
    atDesk: async (bin) => done(await owner.call('removeCardBin', { params: { bin }, body: { version: 1 } })),
    typed: (bin) => ['card-bin', bin, 'remove'],
  },
  'coupon add / createCoupon': {
    make: async () => newOtherBrand().toUpperCase(),
    atDesk: async (code) =>
      done(await owner.call('createCoupon', { body: { code, label: 'Feria', percent: 10, cap: 50, totalLimit: 3 } })),
    typed: (code) => ['coupon', 'add', code, '10%', 'Feria', '--cap', 'Q50', '--limit', '3'],
  },
  'coupon end / endCoupon': {
    make: async () => {
      const code = newOtherBrand().toUpperCase();
      done(await owner.call('createCoupon', { body: { code, label: 'Feria', percent: 10 } }));
      return code;
    },
    atDesk: async (code) => done(await owner.call('endCoupon', { params: { code }, body: { version: 1 } })),
    typed: (code) => ['coupon', 'end', code],
  },
  'customer staff add / setCustomerEmployee': {
    make: account,
    atDesk: async (id) =>
      done(await owner.call('setCustomerEmployee', { params: { id }, body: { isEmployee: true, reason } })),
    typed: (id) => ['customer', 'staff', 'add', emails.get(id) ?? ''],
  },
  'customer staff remove / setCustomerEmployee': {
    make: async () => {
      const id = await account();
      done(await owner.call('setCustomerEmployee', { params: { id }, body: { isEmployee: true, reason } }));
      return id;
    },
    atDesk: async (id) =>
      done(await owner.call('setCustomerEmployee', { params: { id }, body: { isEmployee: false, reason } })),
    typed: (id) => ['customer', 'staff', 'remove', emails.get(id) ?? ''],
  },
  'page set / createContentPage': {
    make: async () => newOtherBrand().toLowerCase(),
    atDesk: async (slug) => done(await owner.call('createContentPage', { body: { slug, ...guide } })),
    typed: (slug) => ['page', 'set', slug, pageFile],
  },
  'page set / changeContentPage': {
    make: () => madePage(),
    atDesk: async (slug) => {
      const params = { id: groups.get(slug) ?? '' };
      done(await owner.call('changeContentPage', { params, body: { version: 1, ...guide } }));
    },
    typed: (slug) => ['page', 'set', slug, pageFile],
  },
  'page remove / removeContentPage': {
    make: () => madePage(),
    atDesk: async (slug) =>
      done(await owner.call('removeContentPage', { params: { id: groups.get(slug) ?? '' }, body: { version: 1 } })),
    typed: (slug) => ['page', 'remove', slug],
  },
  'banner set / createBanner': {
    make: async () => newOtherBrand(),
    atDesk: async (title) => done(await owner.call('createBanner', { body: { ...banner, title } })),
    typed: (title) => ['banner', 'set', 'principal', '900', `titulo=${title}`, ...bannerWords],
  },
  'banner set / changeBanner': {
    make: () => madeBanner(),
    atDesk: async (title) =>
      done(
        await owner.call('changeBanner', { params: { id: bannerOf(title).id }, body: { version: 1, ...bannerChange } }),
      ),
    typed: (title) => ['banner', 'set', 'principal', bannerOf(title).position, 'tono=jade', 'hasta=2030-01-31 10:00'],
  },
  'banner remove / removeBanner': {
    make: () => madeBanner(),
    atDesk: async (title) =>
      done(await owner.call('removeBanner', { params: { id: bannerOf(title).id }, body: { version: 1 } })),
    typed: (title) => ['banner', 'remove', 'principal', bannerOf(title).position],
  },
  'synonym answer / createAnswerWord': {
    make: async () => newOtherBrand().toLowerCase(),
    atDesk: async (word) => done(await owner.call('createAnswerWord', { body: { word, path: '/ayuda/pagos' } })),
    typed: (word) => ['synonym', 'answer', word, '/ayuda/pagos'],
  },
  'synonym answer / changeAnswerWord': {
    make: () => madeAnswerWord(),
    atDesk: async (word) =>
      done(await owner.call('changeAnswerWord', { params: { word }, body: { version: 1, path: '/ayuda/pagos' } })),
    typed: (word) => ['synonym', 'answer', word, '/ayuda/pagos'],
  },
  'synonym remove / removeAnswerWord': {
    make: () => madeAnswerWord(),
    atDesk: async (word) => done(await owner.call('removeAnswerWord', { params: { word }, body: { version: 1 } })),
    typed: (word) => ['synonym', 'remove', word],
  },
  'synonym page / createSearchAnswer': {
    make: () => madePage(),
    atDesk: async (slug) => done(await owner.call('createSearchAnswer', { body: { path: `/${slug}`, ...card } })),
    typed: (slug) => ['synonym', 'page', `/${slug}`, card.title, card.text],
  },
  'synonym page / changeSearchAnswer': {
    make: async () => {
      const slug = await madePage();
      const made = await owner.call('createSearchAnswer', { body: { path: `/${slug}` } });
      groups.set(slug, done(made).data.id);
      return slug;
    },
    atDesk: async (slug) =>
      done(
        await owner.call('changeSearchAnswer', {
          params: { id: groups.get(slug) ?? '' },
          body: { version: 1, ...card },
        }),
      ),
    typed: (slug) => ['synonym', 'page', `/${slug}`, card.title, card.text],
  },
  'points write-off / writeOffPoints': {
    make: lostPoints,
    atDesk: async (number) => done(await owner.call('writeOffPoints', { params: { number }, body: { reason } })),
    typed: (number) => ['points', 'write-off', number],
  },
  'job retry / retryJob': {
    make: failedJob,
    atDesk: async (id) => done(await owner.call('retryJob', { params: { id }, body: {} })),
    typed: (id) => ['job', 'retry', id],
  },
  'job discard / discardJob': {
    make: failedJob,
    atDesk: async (id) => done(await owner.call('discardJob', { params: { id }, body: { reason } })),
    typed: (id) => ['job', 'discard', id, '--reason', reason],
  },
  'job pause / pauseJobs': {
    make: async () => {
      await failedJob();
      return 'units-missing';
    },
    atDesk: async (task) => {
      done(await owner.call('pauseJobs', { params: { task }, body: { reason } }));
      done(await owner.call('resumeJobs', { params: { task }, body: {} }));
    },
    typed: (task) => ['job', 'pause', task, '--reason', reason],
  },
  'job resume / resumeJobs': {
    make: async () => {
      await failedJob();
      done(await owner.call('pauseJobs', { params: { task: 'units-missing' }, body: { reason } }));
      return 'units-missing';
    },
    atDesk: async (task) => done(await owner.call('resumeJobs', { params: { task }, body: {} })),
    typed: (task) => ['job', 'resume', task],
  },
};

test('[OFF-10, OFF-28] each command that does the same as a desk call is compared with it', () => {
  const pairs = commands.flatMap((command) => (command.calls ?? []).map((call) => `${nameOf(command)} / ${call}`));
  expect(Object.keys(twins).map((name) => name.replace(/,.*/, ''))).toEqual(expect.arrayContaining(pairs));
  expect(pairs.length).toBeGreaterThan(20);
});

/** Entities with numbers from the database, which differ between two equal objects. */
const numbered = ['attributes', 'synonyms', 'redirects', 'advisors', 'banners', 'content-pages', 'search-answers'];

/**
 * Returns the rows that a call or command has written about one of the objects. Replaces the object's name with "#", and a
 * brand's number with its title.
 */
async function rowsOf(operation: string, of: string, after: string) {
  const { rows } = await open.shop.db.pool.query<Record<string, unknown>>(
    `select operation, entity, before, after, reason,
       case when entity = 'brands' then (select title from brands where id::text = entity_id) when entity = any ($3) then '#'
         else entity_id end as entity_id
     from audit_entries where operation = $1 and id > $2 order by id`,
    [operation, after, numbered],
  );
  const number = /^\d{9}/.exec(of)?.[0] ?? of;
  return JSON.parse(
    JSON.stringify(rows)
      .replaceAll(number, '#')
      .replaceAll(number.toLowerCase(), '#')
      .replaceAll(/g…@t…\d*\.g…/g, 'g…@…')
      .replaceAll(/"position":\d+/g, '"position":"#"')
      .replaceAll(/"endedAt":"[^"]*"/g, '"endedAt":"now"')
      .replaceAll(/"endsAt":"2026-[^"]*"/g, '"endsAt":"now"'),
  );
}

const lastRow = async (): Promise<string> => {
  const { rows } = await open.shop.db.pool.query<{ id: string }>(
    'select coalesce(max(id), 0)::text as id from audit_entries',
  );
  return rows[0]?.id ?? '0';
};

/** Removes values that the command cannot set: the desk requires a reason where its command does not. */
const asSaid = (row: Record<string, unknown> | undefined, words: readonly string[]) =>
  row && { ...row, ...(words.includes('--reason') || words.includes('--difference') ? {} : { reason: null }) };

test.each(Object.entries(twins))('[OFF-10, OFF-28] %s leave equal rows in the audit', async (name, twin) => {
  const operation = /\/ (\w+)/.exec(name)?.[1] ?? '';
  const [one, other] = [await twin.make(), await twin.make()];
  const before = await lastRow();
  await twin.atDesk(one);
  const [ofDesk] = await rowsOf(operation, one, before);
  expect(ofDesk).toBeDefined();
  const between = await lastRow();
  const words = twin.typed(other);
  if (name.startsWith('job resume')) await twin.make();
  await type(...words);
  const ofCommand = await rowsOf(operation, other, between);
  expect(ofCommand).toEqual([
    asSaid(ofDesk, words.includes('attempt') || words.includes('undelivered') ? ['--reason'] : words),
  ]);
});
