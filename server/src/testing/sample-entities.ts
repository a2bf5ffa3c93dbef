import { randomUUID } from 'node:crypto';
import {
  type AnyRow,
  type EntityDeclaration,
  type EntityField,
  fieldsWhere,
  isEditable,
  isTyped,
  mayBeAbsent,
} from '@ceiba/contract/desk/entity';
import type { FieldValue } from '@ceiba/contract/desk/fields';
import { mailKinds, mailTexts } from '@ceiba/domain/policies/mail-texts';
import type { TestDesk } from './test-desk.ts';

/** Returns letters that no other sample has. */
const freshWord = (): string => randomUUID().slice(0, 8);

/** Names have no digits. */
const freshName = (): string => freshWord().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

const dayMs = 86_400_000;

/** Returns a valid value for the field, with a different value for each `turn`. */
export function sampleValue(field: EntityField, turn: number): FieldValue {
  switch (field.kind) {
    case 'text': {
      if (field.isName) return `Ana ${freshName()}`;
      if (field.isEmail) return `${freshWord()}@correo.gt`;
      // The third value would be a formula in a spreadsheet.
      const start = field.form === undefined ? (turn === 2 ? '=Prueba ' : 'Prueba ') : 'p';
      const word = `${start}${freshWord()}`.slice(0, field.max);
      return field.isUpper ? word.toUpperCase() : word;
    }
    case 'whole':
      return Math.min(field.max, field.min + 1 + turn);
    case 'money':
      return (field.min ?? 0) + 10.5 + turn;
    case 'percent':
      return 5.5 + turn;
    case 'day':
      return new Date(Date.now() + (3 + turn) * dayMs).toISOString().slice(0, 10);
    case 'moment':
      return new Date(Date.now() + (3 + turn) * dayMs).toISOString();
    case 'flag':
      return turn % 2 === 0;
    case 'decimal':
      return field.min + 1 + turn / 100;
    case 'reference':
      return '2';
    case 'blocks':
      return [{ kind: 'title', title: `Prueba ${freshWord()}` }];
    case 'hours':
      return 'lun,mar,mie,jue,vie 09:00-18:00|sab 09:00-13:00';
    case 'exceptions':
      return '2030-12-24 09:00-13:00 Nochebuena|2030-12-25 cerrado Navidad';
    case 'choice':
      return Object.keys(field.values)[turn % Object.keys(field.values).length] ?? '';
  }
}

/** Returns the values of a new row: required fields and choices. From the second `turn` on, all fields except mutually exclusive ones. */
const newOf = async (desk: TestDesk, entity: EntityDeclaration, turn: number): Promise<Record<string, FieldValue>> => ({
  ...Object.fromEntries(
    fieldsWhere(entity, (field) => isTyped(field) && (isFew(field) || !mayBeAbsent(field) || turn > 0)).map(
      ([name, field]) => [name, sampleValue(field, turn)],
    ),
  ),
  ...(await samplesOf[entity.name]?.(desk, turn)),
});

const isFew = ({ kind }: EntityField): boolean => kind === 'choice' || kind === 'flag';

/** Returns the number of a category of the shop. If the shop has several, another category for each `turn`. */
async function someCategory(desk: TestDesk, turn: number): Promise<string> {
  const { data } = (await desk.send('GET', '/v1/admin/names?kind=category')).json<{ data: { code: string }[] }>();
  const category = data[turn % Math.max(1, data.length)];
  if (category === undefined) throw new Error('the shop has no category');
  return category.code;
}

/** Returns the sku of a product of the shop. If the shop has several, another product for each `turn`. */
async function someSku(desk: TestDesk, turn: number): Promise<string> {
  const { products } = (await desk.send('GET', '/v1/search?q=')).json<{ products: { sku: string }[] }>();
  const product = products[turn % Math.max(1, products.length)];
  if (product === undefined) throw new Error('the shop has no product');
  return product.sku;
}

type Sample = Record<string, FieldValue>;

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** Returns a mail without its own text, and a text for it. If all mails have their own, the first mail's text is removed. */
async function someMail(desk: TestDesk, turn: number): Promise<Sample> {
  const path = '/v1/admin/mail-texts';
  const { data } = (await desk.send('GET', path)).json<{ data: { id: string; mail: string; version: number }[] }>();
  const free = mailKinds.find((kind) => data.every(({ mail }) => mail !== kind));
  const [first] = data;
  if (free === undefined && first !== undefined)
    await desk.send('POST', `${path}/${first.id}/remove`, { body: { version: first.version } });
  const mail = free ?? mailKinds.find((kind) => kind === first?.mail) ?? 'restock';
  const needed = mailTexts[mail].needed.map((field) => `{${field}}`).join(' ');
  return { mail, subject: `${turn === 2 ? '=' : ''}Prueba ${freshWord()} ${needed}`.trim() };
}

const legalText = (): string => `# Prueba ${freshWord()}\n\n## Parte\n\nUn párrafo.`;

const legalSlugs = ['terminos-y-condiciones', 'politica-de-privacidad'];

let moments = 0;

/** Returns a moment later than all moments that it returned before, because each version of a legal text is later than the last. */
const nextMoment = (): string => {
  moments += 1;
  return new Date(Math.ceil((Date.now() + 2 * moments * dayMs) / 60_000) * 60_000).toISOString();
};

let periods = 0;

/** Returns two days after all that were returned before: flash sales of one product do not overlap. */
const nextPeriod = (): Sample => {
  periods += 1;
  const start = Math.ceil(Date.now() / 60_000) * 60_000 + periods * 5 * dayMs;
  return { startsAt: new Date(start).toISOString(), endsAt: new Date(start + 2 * dayMs).toISOString() };
};

/** Dates of rows that are valid now, have ended, or start later. */
const pinDates = [
  { startsAt: null, endsAt: null },
  { startsAt: null, endsAt: inDays(-1) },
  { startsAt: inDays(2), endsAt: inDays(4) },
];

/** Values that a rule over several fields or over other tables requires. */
const samplesOf: Readonly<Record<string, (desk: TestDesk, turn: number) => Sample | Promise<Sample>>> = {
  attributes: async (desk, turn) => ({
    // The fourth type, a list of values, requires its values.
    type: ['text', 'number', 'flag'][turn % 3] ?? 'text',
    unit: '',
    choices: '',
    // A measure's role requires its type and unit, and is given once per category.
    role: null,
    categoryId: await someCategory(desk, turn),
  }),
  advisors: () => ({ store: 'MAX', staff: null }),
  'product-codes': async (desk, turn) => ({ sku: await someSku(desk, turn), code: `p${freshWord()}` }),
  coupons: () => ({ percent: 10, amount: null }),
  'flash-sales': async (desk, turn) => ({
    ...{ sku: await someSku(desk, turn), price: 1 + turn / 100, reason: `Prueba ${freshWord()}` },
    // No other sample has these days.
    ...nextPeriod(),
  }),
  'stock-offers': async (desk, turn) => ({
    ...{ kind: 'product', value: await someSku(desk, turn), startsAt: inDays(1), endsAt: inDays(2 + turn) },
  }),
  gifts: async (desk, turn) => ({ sku: await someSku(desk, turn), pictureOf: null }),
  companions: async (desk, turn) => ({ ...(await freshPair(desk, turn)), place: turn }),
  warranties: async (desk, turn) => ({ sku: await someSku(desk, turn), categoryId: null }),
  'coupon-series': () => ({ percent: 10, amount: null }),
  'legal-texts': (_, turn) => ({ page: legalSlugs[turn % 2] ?? '', holdsFrom: nextMoment(), text: legalText() }),
  'mail-texts': someMail,
  departments: () => ({ isActive: true }),
  suppliers: (_, turn) => ({ nit: turn === 0 ? null : '576937-K', phone: turn === 0 ? null : '23456789' }),
  'supplier-codes': async (desk, turn) => {
    const made = await desk.send('POST', '/v1/admin/suppliers', { body: { name: `Proveedor ${freshWord()}` } });
    return { supplierId: made.json<{ data: { id: string } }>().data.id, sku: await someSku(desk, turn) };
  },
  stores: (_desk, turn) => ({
    ...{ code: `P${freshWord()}`, slug: `p${freshWord()}`, regionId: '485', city: 'Guatemala', isWarehouse: false },
    ...{ latitude: 14.6 + turn / 100, longitude: -90.5, phone: turn === 0 ? null : '23456789' },
  }),
  synonyms: () => ({ meant: 'otra cosa' }),
  'card-bins': (_, turn) => ({ bin: freshBin(), plans: turn === 0 ? '' : '3, 6' }),
  'search-answers': async (desk, turn) => ({
    path: await freshPage(desk),
    title: turn === 0 ? 'Prueba' : `=${freshWord()}`,
  }),
  'answer-words': async (desk, turn) => ({ word: `prueba ${freshWord()}`, path: await someAnswer(desk, turn) }),
  'absent-words': () => ({ category: null }),
  redirects: () => ({ from: `/p${freshWord()}`, to: `/search?q=${freshWord()}` }),
  'search-pins': async (desk, turn) => ({ sku: await someSku(desk, turn), ...pinDates[turn] }),
  banners: (_desk, turn) => ({
    picture: '/art/hero-sala.svg',
    phonePicture: null,
    link: '/search?q=radio',
    ...pinDates[turn],
  }),
  'content-pages': (_desk, turn) => ({ slug: `p${freshWord()}`, isPublished: true, ...pinDates[turn] }),
  'hidden-products': async (desk, turn) => ({ sku: await someSku(desk, turn), words: `prueba ${freshWord()}` }),
};

/** Returns two products of the shop that are not companions yet. Pairs that exist are removed. */
async function freshPair(desk: TestDesk, turn: number): Promise<Sample> {
  const [sku, companionSku] = [await someSku(desk, turn), await someSku(desk, turn + 1)];
  const path = '/v1/admin/companions';
  const { data } = (await desk.send('GET', `${path}?sku=${sku}&companionSku=${companionSku}`)).json<{
    data: { id: string; version: number }[];
  }>();
  for (const { id, version } of data) await desk.send('POST', `${path}/${id}/remove`, { body: { version } });
  return { sku, companionSku };
}

let bins = 500_000;

/** Returns a BIN that no other sample has. */
const freshBin = (): string => {
  bins += 1;
  return String(bins);
};

/** Creates a content page, and returns its path. */
async function freshPage(desk: TestDesk): Promise<string> {
  const slug = `p${freshWord()}`;
  await desk.send('POST', '/v1/admin/content-pages', { body: { slug, title: 'Prueba' } });
  return `/${slug}`;
}

/** Returns the path of a page that answers searches, another page for each `turn`. */
async function someAnswer(desk: TestDesk, turn: number): Promise<string> {
  const { data } = (await desk.send('GET', '/v1/admin/search-answers')).json<{ data: { path: string }[] }>();
  const answer = data[turn % Math.max(1, data.length)];
  if (answer === undefined) throw new Error('no page answers searches');
  return answer.path;
}

/** Changes that a pattern requires. */
const changesOf: Readonly<Record<string, () => Sample>> = {
  'legal-texts': () => ({ text: legalText() }),
  'mail-texts': () => ({ opening: `Prueba ${freshWord()}` }),
  banners: () => ({ title: `Prueba ${freshWord()}` }),
  'product-codes': () => ({ kind: 'old' }),
  'answer-words': () => ({ path: '/ayuda/pagos' }),
  'flash-sales': () => ({ price: 0.5, reason: `Prueba ${freshWord()}` }),
  'stock-offers': () => ({ threshold: 9 }),
  companions: () => ({ place: 50 }),
  redirects: () => ({ to: `/search?q=${freshWord()}` }),
  'search-pins': () => ({ place: 5 }),
};

/** Returns a change of one editable field: the first text field, otherwise the first field. */
export function changeOf(entity: EntityDeclaration): Record<string, FieldValue> {
  const needed = changesOf[entity.name]?.();
  if (needed !== undefined) return needed;
  const editable = fieldsWhere(entity, isEditable);
  const found = editable.find(([, { kind }]) => kind === 'text') ?? editable[0];
  if (found === undefined) throw new Error(`no field of ${entity.name} may change`);
  const [name, field] = found;
  return { [name]: sampleValue(field, 1) };
}

/** Creates a row through the entity's own call. */
export async function createEntity(
  desk: TestDesk,
  entity: EntityDeclaration,
  turn = 0,
): Promise<{ row: AnyRow; key: string }> {
  const answer = await desk.send('POST', `/v1/admin/${entity.name}`, { body: await newOf(desk, entity, turn) });
  if (answer.statusCode !== 201) throw new Error(`${entity.name}: ${answer.payload}`);
  const row = answer.json<{ data: AnyRow }>().data;
  return { row, key: String(row[entity.key]) };
}
