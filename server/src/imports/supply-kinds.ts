import { lastMinute } from '@ceiba/domain/imports/read-cell';
import { beginPriceList, countPriceDoubts, finishPriceList } from '../price-plans/price-lists.store.ts';
import { countPlaces, receiveGoods } from '../stock/count-goods.store.ts';
import { offerNotices, unprovenOffer } from './doubted-offers.ts';
import { countSaleDoubts, giveSaleReason } from './flash-sale-rows.ts';
import {
  amountColumn,
  type Conflict,
  formColumn,
  given,
  type Kind,
  momentColumn,
  momentOf,
  objectOf,
  reference,
  rowsToWrite,
  textColumn,
  untilColumn,
  untilOf,
  valuesOf,
  wholeColumn,
} from './import-kind.ts';
import {
  markOverlappingRows,
  overlapsPlan,
  overlapText,
  priceRowsBrokenLater,
  writePrices,
} from './price-list-rows.ts';
import { tableKind } from './table-kind.ts';

const productKey = {
  isRequired: true,
  isCode: true,
  refersTo: reference('El producto', 'products', 'sku', { isLong: true }),
};

const priceColumns = [
  textColumn('sku', 't.sku', 64, { about: 'El código del producto.', example: 'SKU-1', ...productKey }),
  amountColumn('precio', 't.regular_price', {
    about: 'El precio normal, con IVA. [borrar]: sin precio no se vende.',
    example: '499.00',
    isClearable: true,
  }),
  amountColumn('oferta', 'case when t.sales_price < t.regular_price then t.sales_price end', {
    about: 'El precio rebajado, con IVA. [borrar]: termina la oferta.',
    isClearable: true,
  }),
  untilColumn('oferta_hasta', 't.discount_ends_at', { about: 'Cuándo termina la oferta.', isClearable: true }),
  momentColumn('desde', 't.starts_at', { about: 'Cuándo empieza este precio. Vacío: al aplicar el archivo.' }),
];

/** SQL for the present prices. `isOne`: only the prices of the product that row `r` names. */
const prices = (isOne: boolean): string => `
  select p.id, p.sku, null::timestamptz as starts_at, p.regular_price, p.sales_price, p.discount_ends_at
    from products p where ${isOne ? `p.sku = r.key[1] and r.key[2] = ''` : 'p.regular_price is not null'}
  union all
  select p.id, p.sku, n.starts_at, n.regular_price, n.sales_price, n.discount_ends_at
    from products p join price_plans n on n.product_id = p.id and n.failed_at is null
    ${isOne ? `where p.sku = r.key[1] and r.key[2] <> '' and n.starts_at = ${momentOf(`nullif(r.key[2], '')`)}` : ''}`;

const amountIn = (name: string): string => `(m.is ->> '${name}')::bigint`;

/** SQL for the offer of a row of prices. A planned price is checked at its start. */
const priceOffer = {
  isOffer: `m.is ->> 'oferta' is not null`,
  regularPrice: amountIn('precio'),
  price: amountIn('oferta'),
  end: untilOf(`(m.is ->> 'oferta_hasta')`),
  from: `coalesce(${momentOf(`nullif(r.key[2], '')`)}, now())`,
};

/** Prices by SKU. A price with a start is planned, and becomes the product's price at that time. */
export const priceKind: Kind = {
  name: 'prices',
  one: 'price',
  key: ['sku', 'desde'],
  columns: priceColumns,
  tables: ['products', 'price_plans'],
  isPortioned: true,
  // A row with an offer that has ended would remove the offer.
  sample: {
    key: `select array[sku, ''] as key from products where regular_price is not null and discount_ends_at is null order by id limit 1`,
  },
  isNew: `m.was ->> 'precio' is null`,
  notices: offerNotices(priceOffer),
  list: { begin: beginPriceList, finish: finishPriceList },
  doubts: countPriceDoubts,
  marks: [markOverlappingRows],
  brokenLater: priceRowsBrokenLater,
  // A plan that has started counts as a normal price, and an expired offer is ignored, so a price list can be applied
  // again at any time.
  identify: ({ desde, ...given }, now) => {
    const moment = cellTextOf(now);
    const isOver = typeof given['oferta_hasta'] === 'string' && hasEnded(given['oferta_hasta'], moment);
    const offered = isOver ? { ...given, oferta: null, oferta_hasta: null } : given;
    return typeof desde === 'string' && desde > moment
      ? { key: [String(given['sku']), desde], given: { ...offered, desde } }
      : { key: [String(given['sku']), ''], given: offered };
  },
  current: `select ${objectOf(priceColumns)} as now from (${prices(true)}) t`,
  all: `select ${objectOf(priceColumns)} as now from (${prices(false)}) t order by t.id, t.starts_at nulls first`,
  lock: `select from products p, ${rowsToWrite()} r where p.sku = r.key[1] order by p.id for no key update of p`,
  checks: [
    {
      column: 'oferta',
      code: 'PRICE_ORDER',
      text: 'La oferta debe ser menor que el precio.',
      isBroken: `${amountIn('oferta')} >= ${amountIn('precio')}`,
    },
    unprovenOffer(priceOffer, {
      column: 'oferta',
      text: 'Tiene dudas y falta su motivo: guárdala en el producto, o mírala en «Revisión de ofertas».',
    }),
    {
      column: 'precio',
      code: 'REQUIRED',
      text: 'Una oferta necesita un precio.',
      isBroken: `m.is ->> 'oferta' is not null and m.is ->> 'precio' is null`,
    },
    {
      column: 'oferta',
      code: 'REQUIRED',
      text: 'La fecha en que termina necesita una oferta.',
      isBroken: `m.is ->> 'oferta_hasta' is not null and m.is ->> 'oferta' is null`,
    },
    {
      column: 'precio',
      code: 'REQUIRED',
      text: 'Un precio que empieza después necesita su monto.',
      isBroken: `r.key[2] <> '' and m.is ->> 'precio' is null and not r.given ? 'precio'`,
    },
    {
      column: 'oferta_hasta',
      code: 'INVALID_VALUE',
      text: 'La oferta debe terminar después de empezar.',
      isBroken: `r.key[2] <> '' and m.is ->> 'oferta_hasta' <= r.key[2]`,
    },
    { column: 'desde', code: 'OVERLAPPING_PERIOD', text: `${overlapText}.`, isBroken: overlapsPlan },
  ],
  apply: async (tx, portion) => {
    const values = valuesOf(portion);
    for (const text of writePrices) await tx.run({ text, values });
    return [];
  },
};

/** True if `end` has passed. Both are written as in cells. The last minute of a day belongs to the day. */
function hasEnded(end: string, moment: string): boolean {
  return end < moment || (end === moment && !end.endsWith(lastMinute));
}

/** A moment in the notation of cells. */
function cellTextOf(moment: Date): string {
  return new Date(moment.getTime() - 6 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

const stockColumns = [
  textColumn('sku', 'p.sku', 64, {
    about: 'El código del producto.',
    example: 'SKU-1',
    isRequired: true,
    isCode: true,
    refersTo: reference('El producto con existencias', 'products', 'sku', { where: "kind = 'goods'", isLong: true }),
  }),
  formColumn('tienda', 's.store_code', /^[A-Za-z0-9_-]{1,20}$/, 'un código de tienda', {
    about: 'El código de la tienda o bodega.',
    isRequired: true,
    refersTo: reference('La tienda', 'stores', 'store_code', { offered: 'retired_at is null' }),
  }),
  wholeColumn('existencia', 'c.lying', 0, 1_000_000, {
    about: 'Cuántas unidades hay ahí, contando las apartadas. En la misma fila no va «recibidas».',
    example: '10',
  }),
  wholeColumn('recibidas', 'v.delta', 1, 1_000_000, {
    about: 'Cuántas unidades llegaron con el documento. En la misma fila no va «existencia».',
    permission: 'purchases.receive',
  }),
  textColumn('documento', 'v.reference', 60, {
    about: 'El documento con que llegaron. El mismo dos veces no suma otra vez.',
    isCode: true,
  }),
  momentColumn('contado_el', 'c.counted_at', {
    about: 'Cuándo se contó: lo que se vendió después se resta. Vacío: al subir el archivo.',
  }),
];
const countColumns = stockColumns.slice(0, 3);

/**
 * SQL for the time at which row `r` was counted: the time in the cell, otherwise the time of the upload, but never in
 * the future.
 */
const countedAt = `least(coalesce(${momentOf(given('contado_el'))}, (select u.created_at from runs u where u.id = $1)), now())`;

interface StockRow {
  row_no: number;
  product: number;
  place: string;
  quantity: number;
  document: string;
  countedAt: Date;
  before: Conflict['before'];
}

const stockRows = (what: 'existencia' | 'recibidas'): string =>
  `select r.row_no, p.id as product, r.key[2] as place, (r.given ->> '${what}')::integer as quantity, r.key[3] as document, r.before,
     ${countedAt} as "countedAt"
   from ${rowsToWrite()} r join products p on p.sku = r.key[1] where r.given ? '${what}' order by p.id, r.key[2]`;

const oversold =
  'Los pedidos tienen apartadas más unidades de las que contaste. Marca «No encontrado» en los que no se pueden preparar y cuenta otra vez';

/**
 * Units that were counted at a place, or received with a document. Both are movements and never overwrite a level.
 * Counts and exports of a place include claimed units.
 */
export const stockKind: Kind = {
  name: 'stock',
  one: 'stock',
  key: ['sku', 'tienda', 'documento'],
  columns: stockColumns,
  tables: ['stock_levels', 'stock_totals', 'stock_movements'],
  isPortioned: true,
  // The row contains the time of its count, so a late import of it changes nothing.
  sample: {
    key: `select array[p.sku, l.store_code, ''] as key from stock_levels l join products p on p.id = l.product_id
      order by l.product_id, l.store_code limit 1`,
    given: (now) => ({ contado_el: cellTextOf(now) }),
  },
  isNew: `not exists (select from stock_levels l join products p on p.id = l.product_id where p.sku = r.key[1] and l.store_code = r.key[2])`,
  judgesConflicts: true,
  identify: (given) => {
    const { sku, tienda, documento } = given;
    return { key: [String(sku), String(tienda), typeof documento === 'string' ? documento : ''], given };
  },
  current: `select ${objectOf(stockColumns)} as now
    from products p join stores s on s.store_code = r.key[2]
      left join stock_movements v on v.product_id = p.id and v.store_code = r.key[2] and v.reference = r.key[3] and r.key[3] <> ''
      cross join lateral (select stock_lying_at(p.id, s.store_code, ${countedAt}) as lying, ${momentOf(given('contado_el'))} as counted_at) c
    where p.sku = r.key[1]`,
  all: `select ${objectOf(countColumns)} as now from stock_levels l join products p on p.id = l.product_id
    join stores s on s.store_code = l.store_code
    cross join lateral (select stock_lying_at(p.id, s.store_code, now()) as lying) c order by l.product_id, l.store_code`,
  lock: `select lock_goods(array_agg(p.id), array_agg(r.key[2])) from ${rowsToWrite()} r join products p on p.sku = r.key[1]`,
  checks: [
    {
      column: 'existencia',
      code: 'REQUIRED',
      text: 'Cada fila dice lo que se contó (existencia) o lo que llegó (recibidas, con documento).',
      isBroken: `num_nonnulls(${given('existencia')}, ${given('recibidas')}) <> 1`,
    },
    {
      column: 'documento',
      code: 'REQUIRED',
      text: 'Lo recibido necesita el documento con que llegó; lo contado no tiene ninguno.',
      isBroken: `(${given('recibidas')} is null) <> (${given('documento')} is null)`,
    },
    {
      column: 'existencia',
      code: 'CLAIMED',
      text: `${oversold}.`,
      // The same rule as in `count_places_by`: units that are sold before they come are not counted.
      isBroken: `(select coalesce((select l.quantity from stock_levels l where l.product_id = p.id and l.store_code = r.key[2]), 0)
        + ${given('existencia')}::integer - stock_lying_at(p.id, r.key[2], ${countedAt}) < 0 from products p where p.sku = r.key[1])`,
    },
    {
      column: 'contado_el',
      code: 'INVALID_VALUE',
      text: 'Solo lo contado (existencia) dice cuándo se contó.',
      isBroken: `${given('contado_el')} is not null and ${given('existencia')} is null`,
    },
    {
      column: 'contado_el',
      code: 'INVALID_VALUE',
      text: 'Ese momento todavía no llega: di cuándo se contó.',
      isBroken: `${momentOf(given('contado_el'))} > now()`,
    },
    {
      column: 'documento',
      code: 'INVALID_VALUE',
      text: 'Así se llaman las entregas de una compra: recíbelas en «Compras», o usa otro documento.',
      isBroken: `${given('documento')} ~ '^C-[0-9]+/[0-9]+$'`,
    },
    {
      column: 'recibidas',
      code: 'ALREADY_RECEIVED',
      text: 'Ese documento ya trajo otra cantidad a esa tienda.',
      isBroken: `(m.was ->> 'recibidas')::integer <> ${given('recibidas')}::integer`,
    },
  ],
  apply: async (tx, portion) => {
    const values = valuesOf(portion);
    const received = await tx.run<StockRow>({ text: stockRows('recibidas'), values });
    await receiveGoods(tx, received);
    const counted = await tx.run<StockRow>({ text: stockRows('existencia'), values });
    const outcomes = await countPlaces(tx, counted);
    return counted.flatMap(({ row_no, before }, at): Conflict[] => {
      const { outcome, lying } = outcomes[at] ?? { outcome: 'equal', lying: null };
      if (outcome !== 'superseded' && outcome !== 'oversold') return [];
      return [{ row_no, before, now: { existencia: lying }, ...(outcome === 'oversold' ? { why: oversold } : {}) }];
    });
  },
};

const pictureColumns = [
  textColumn('sku', 'p.sku', 64, { about: 'El código del producto: el nombre de la foto.', ...productKey }),
  wholeColumn('posicion', 'i.position + 1', 1, 99, {
    about: 'El lugar de la foto: el número después del guion. Sin número es la primera.',
    isRequired: true,
  }),
  textColumn('imagen', 'i.media_key', 32, { about: 'La foto.', isRequired: true, isCode: true }),
];

const savePictures = [
  `insert into media (key, width, height)
   select distinct on (r.given ->> 'imagen') r.given ->> 'imagen', (r.cells ->> 'ancho')::integer, (r.cells ->> 'alto')::integer
   from ${rowsToWrite()} r order by r.given ->> 'imagen' on conflict (key) do nothing`,
  `insert into product_images (product_id, position, media_key, label)
   select p.id, r.key[2]::integer - 1, r.given ->> 'imagen', p.title || case when r.key[2] = '1' then '' else ', vista ' || r.key[2] end
   from ${rowsToWrite()} r join products p on p.sku = r.key[1] order by p.id, r.key[2]::integer
   on conflict (product_id, position) do update set media_key = excluded.media_key`,
  // A form that was opened before the import must not remove its pictures (OFF-21).
  `update products p set pictures_version = p.pictures_version + 1, updated_at = now()
   where p.sku in (select r.key[1] from ${rowsToWrite()} r)`,
];

/** Pictures by SKU and position, from 1 on. `import-pictures.ts` reads their files. */
export const pictureKind: Kind = {
  name: 'pictures',
  one: 'picture',
  key: ['sku', 'posicion'],
  columns: pictureColumns,
  tables: ['product_images', 'media'],
  current: `select ${objectOf(pictureColumns)} as now from products p join product_images i on i.product_id = p.id
    where p.sku = r.key[1] and i.position = r.key[2]::integer - 1`,
  lock: `select from products p, ${rowsToWrite()} r where p.sku = r.key[1] order by p.id for no key update of p`,
  checks: [],
  apply: async (tx, portion) => {
    for (const text of savePictures) await tx.run({ text, values: valuesOf(portion) });
    return [];
  },
};

const saleStart = momentOf('r.key[2]');

/** SQL for the period of row `r`. Null if its end is not after its start, which another check refuses. */
const salePeriod = `case when (m.is ->> 'hasta') > (m.is ->> 'desde') then tstzrange(${saleStart}, ${untilOf(`(m.is ->> 'hasta')`)}) end`;

/** SQL for the offer of a row of flash sales. A planned sale is checked at its start, a running sale now. */
const saleOffer = {
  isOffer: `${untilOf(`(m.is ->> 'hasta')`)} > now()`,
  regularPrice: 'o.regular_price',
  price: amountIn('precio'),
  end: untilOf(`(m.is ->> 'hasta')`),
  from: `greatest(${saleStart}, now())`,
  // No sale has the number 0, which represents a new sale.
  sale: `coalesce((select f.id from flash_sales f where f.product_id = o.id and f.starts_at = ${saleStart}), 0)`,
};

const flashSaleRows = tableKind({
  name: 'flash-sales',
  one: 'flash-sale',
  table: 'flash_sales',
  key: ['sku', 'desde'],
  match: `t.product_id = (select id from products where sku = r.key[1]) and t.starts_at = (r.key[2]::timestamp at time zone 'America/Guatemala')`,
  order: 't.product_id, t.starts_at, t.id',
  isRemovable: true,
  notices: offerNotices(saleOffer),
  // Cells have no seconds, so a start with seconds would become another sale.
  sample: {
    key: `select array[p.sku, to_char(f.starts_at at time zone 'America/Guatemala', 'YYYY-MM-DD HH24:MI')] as key
      from flash_sales f join products p on p.id = f.product_id
      where f.starts_at = date_trunc('minute', f.starts_at) and f.price < p.sales_price order by f.id limit 1`,
  },
  columns: [
    {
      ...textColumn('sku', '(select sku from products where id = t.product_id)', 64, {
        about: 'El código del producto.',
        example: 'SKU-1',
        isCode: true,
        isRequired: true,
        refersTo: reference('El producto', 'products', 'sku', { isLong: true, offered: 'sales_price > 100' }),
      }),
      set: { column: 'product_id', value: (text) => `(select id from products where sku = ${text})` },
    },
    momentColumn('desde', 't.starts_at', {
      about: 'Cuándo empieza.',
      example: '2040-11-21 08:00',
      isRequired: true,
      column: 'starts_at',
    }),
    untilColumn('hasta', 't.ends_at', {
      about: 'Cuándo termina.',
      example: '2040-11-21 20:00',
      isRequired: true,
      column: 'ends_at',
    }),
    amountColumn('precio', 't.price', {
      about: 'El precio mientras dura, con IVA. Menor que el de siempre.',
      example: '1.00',
      isRequired: true,
      column: 'price',
    }),
  ],
  checks: [
    {
      column: 'hasta',
      code: 'INVALID_VALUE',
      text: 'La venta debe terminar después de empezar.',
      isBroken: `(m.is ->> 'hasta') <= (m.is ->> 'desde')`,
    },
    {
      column: 'precio',
      code: 'PRICE_ORDER',
      text: 'El precio de la venta debe ser menor que el del producto.',
      isBroken: `exists (select from products p where p.sku = r.key[1] and (m.is ->> 'precio')::bigint >= coalesce(p.sales_price, 0))`,
    },
    {
      column: 'desde',
      code: 'OVERLAPPING_PERIOD',
      text: 'Se cruza con otra oferta relámpago del producto.',
      isBroken: `case when m.was is distinct from m.is then exists (
        select from flash_sale_periods k join products p on p.id = k.product_id join flash_sales f on f.id = k.sale_id
        where p.sku = r.key[1] and f.starts_at <> ${saleStart} and k.period && ${salePeriod}) end`,
    },
    {
      column: 'desde',
      code: 'OVERLAPPING_PERIOD',
      text: 'Se cruza con otra fila del mismo producto.',
      isBroken: `exists (
        select from import_rows o
        where o.run_id = $1 and o.outcome in ('new', 'changed') and o.row_no <> r.row_no and o.key[1] = r.key[1]
          and tstzrange(${momentOf('o.key[2]')}, ${untilOf(`((coalesce(o.before, '{}') || o.given) ->> 'hasta')`)}) && ${salePeriod})`,
      isLate: true,
    },
    unprovenOffer(saleOffer, {
      column: 'precio',
      text: 'Tiene dudas, y una venta no lleva motivo: corrige el precio, o guárdalo como oferta del producto con su motivo.',
    }),
  ],
});

/** Flash sales by product and begin (DEC-27). Somebody may have made another one at the desk since the file was read. */
export const flashSales: Kind = {
  ...flashSaleRows,
  isRechecked: true,
  doubts: countSaleDoubts,
  apply: async (tx, portion, columns) => {
    const conflicts = await flashSaleRows.apply(tx, portion, columns);
    await giveSaleReason(tx, portion);
    return conflicts;
  },
};
