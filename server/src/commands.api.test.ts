import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { commands } from './commands.ts';
import { type Command, exitCodes, nameOf, runCommandLine } from './platform/operations/command-line.ts';
import { getPolicy } from './policies/policies.store.ts';
import { operator } from './testing/operator.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from './testing/order-calls.ts';
import { createProduct, createShopBasics } from './testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
/** Words that identify objects of the shop, then words of every form. */
let words: Record<string, string>;
let forms: string[];

beforeAll(async () => {
  open = await openShopWithBank({ SECRETS_KEY: randomBytes(32).toString('base64') });
  const { shop } = open;
  await createShopBasics(shop.db);
  const productId = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
  const cartId = await prepareCart(shop, {
    lines: [{ productId, quantity: 2 }],
    email: 'ana@correo.gt',
    payment: { method: 'cashondelivery', bin: null },
  });
  const answer = await postOrder(shop, { cartId, payments: [cash(230)] });
  const { data }: { data: { orderNumber: string } } = answer.json();
  const number = data.orderNumber;
  words = {
    number,
    shipment: `${number}-1`,
    seller: '1',
    sku: 'TV',
    tienda: 'MAX',
    codigo: 'MAX',
    vendedor: '2',
    marca: 'Volcán',
    ruta: 'audio',
    'e-mail': 'ana@correo.gt',
    name: 'recommendations',
    'first-name': 'Rosa',
    field: 'returnDays',
    value: '20',
    mode: 'on',
    code: 'FERIA',
    off: '10%',
    store: 'MAX',
    bin: '411111',
    values: 'precio=90',
    lugar: 'principal',
    posicion: '1',
    desde: '2090-01-01 00:00',
    amount: 'Q230',
  };
  forms = ['1', 'Q5', '2090-01-01', 'a@correo.gt', randomUUIDv7(), 'on', 'off', 'https://sistema.example/a', '/search'];
  forms.push(
    'postgresql://127.0.0.1:9/nada',
    'products',
    'nadie',
    'charged',
    'un texto',
    '10%',
    '411111',
    '12',
    'D-100001',
    'Q-12',
    'Visa',
    'visa',
  );
});
afterAll(() => open.close());

/** Returns a word that a command accepts as its argument `name`. Undefined if this test has no such word. */
const wordFor = (name: string, schema: z.ZodType): string | undefined =>
  [...(words[name] === undefined ? [] : [words[name]]), ...forms].find(
    (word) => schema.safeParse(word).success || schema.safeParse([word]).success,
  );

/** Options that a command requires with its arguments. */
const together: Record<string, string[]> = {
  'synonym add': ['radio'],
  'webhook replay': ['--dead'],
  'return outcome': ['--scrap', '1'],
  'shop set': ['--name', 'Electrónica Maya'],
  'shipment cash': ['--lost', 'Q1'],
  'order refund': ['--till', 'Caja general'],
};

/** Returns the shortest valid form of a command. Undefined if this test has no word for it. */
const typedWords = (command: Command): string[] | undefined => {
  const places = command.usage.split(' ');
  const taken = (name: string): string | undefined => {
    const schema = command.takes[name];
    return schema === undefined ? undefined : wordFor(name, schema);
  };
  const typed = places.flatMap((place) => {
    const [, name] = /^<([\w-]+)(?:\.\.\.)?>$/.exec(place) ?? [];
    return place.startsWith('[') ? [] : [name === undefined ? place : taken(name)];
  });
  const named = new Set(places.map((place) => place.replace(/[<>[\]]|\.\.\./g, '')));
  const options = Object.entries(command.takes).flatMap(([name, schema]) =>
    named.has(name) || schema.safeParse(undefined).success ? [] : [`--${name}`, taken(name)],
  );
  const all = [...typed, ...options, ...(together[nameOf(command)] ?? [])];
  const known = all.filter((word) => word !== undefined);
  return known.length === all.length ? known : undefined;
};

const type = async (...typed: string[]) => {
  const [out, errors]: [string[], string[]] = [[], []];
  const { db, config } = open.shop;
  const code = await runCommandLine(commands, typed, {
    now: new Date(),
    actor: operator,
    print: (text) => void out.push(text),
    complain: (text) => void errors.push(text),
    readConfig: () => config,
    onDatabase: (work) => work({ db, policy: () => getPolicy(db.write) }),
  }).catch((error: Error) => {
    errors.push(error.message);
    return exitCodes.refused;
  });
  return { code, out: out.join(''), errors: errors.join('\n') };
};

/** Returns a digest of the rows of every table. */
const digest = async (): Promise<unknown> => {
  const { pool } = open.shop.db;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const each = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as rows from ${name} t`,
  );
  return (await pool.query(`${each.join(' union all ')} order by name`)).rows;
};

test('--json prints one document, or a refusal on stderr', async () => {
  const wrong: string[] = [];
  let done = 0;
  for (const command of commands.filter(({ canJson = false }) => canJson)) {
    const typed = typedWords(command);
    if (typed === undefined) {
      wrong.push(`${nameOf(command)}: no words`);
      continue;
    }
    const { code, out, errors } = await type(...typed, '--json');
    if (code === exitCodes.done) done += 1;
    const isDocument = out !== '' && isJson(out);
    const isRight =
      code === exitCodes.done ? isDocument : code === exitCodes.refused && (out === '' ? errors !== '' : isDocument);
    if (!isRight) wrong.push(`${typed.join(' ')}: ${code} ${out.slice(0, 200)} ${errors.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  expect(done).toBeGreaterThan(25);
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('--dry-run writes no row, and the command then does what it announced', async () => {
  const wrong: string[] = [];
  const done: string[] = [];
  for (const command of commands.filter(({ canDryRun = false }) => canDryRun)) {
    const name = nameOf(command);
    const typed = typedWords(command);
    if (typed === undefined) wrong.push(`${name}: no words`);
    // This command opens the database of the process itself (server/src/command-line.api.test.ts).
    if (typed === undefined || name === 'migrate') continue;
    const before = await digest();
    const dry = await type(...typed, '--dry-run');
    if (dry.code === exitCodes.usage) wrong.push(`${typed.join(' ')}: ${dry.errors.slice(-200)}`);
    expect(await digest(), typed.join(' ')).toEqual(before);
    if (dry.code !== exitCodes.done) continue;
    const real = await type(...typed);
    if (real.code !== exitCodes.done) wrong.push(`${typed.join(' ')}: ${real.errors.slice(-200)}`);
    if (JSON.stringify(await digest()) !== JSON.stringify(before)) done.push(name);
  }
  expect(wrong).toEqual([]);
  expect(done.length, done.join(', ')).toBeGreaterThanOrEqual(20);
});
