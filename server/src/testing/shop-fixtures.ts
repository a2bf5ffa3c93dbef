import type { Database } from '../platform/db/database.ts';

/** The variable parts of a test product. Amounts in centavos. */
export interface ProductFixture {
  sku: string;
  title?: string;
  kind?: 'goods' | 'gift_card' | 'service';
  sellerId?: number;
  offerId?: string | null;
  categoryId?: number;
  /** Null without a price. */
  price?: number | null;
  regularPrice?: number;
  /** Units in the central warehouse; stores have none. Ignored for products without stock. */
  stock?: number;
  isRestricted?: boolean;
  isDropshipping?: boolean;
  isMotorcycle?: boolean;
  isPublished?: boolean;
}

/** The default category of a product. Category 2 is a subcategory of 1. */
const fixtureCategory = 2;

/**
 * Creates a brand, two sellers (1 the shop, 2 a third party with three lead days), two categories, the central warehouse, two stores and two
 * departments.
 */
export const createShopBasics = async ({ pool }: Database): Promise<void> => {
  await pool.query(`
    insert into brands (title, slug) values ('Volcán', 'volcan');
    insert into sellers (id, title, slug, lead_days) values (1, 'Ceiba', 'ceiba', 0), (2, 'Óptica y Más', 'optica-y-mas', 3);
    insert into categories (id, parent_id, path, slug, title, level, ancestor_ids) values
      (1, null, 'audio', 'audio', 'Audio', 1, '{1}'), (2, 1, 'audio/bocinas', 'bocinas', 'Bocinas', 2, '{1,2}');
    insert into stores (store_code, name, street, city, region_id, latitude, longitude, type, is_pickup, is_warehouse) values
      ('BODEGA', 'Bodega central', 'Calzada Atanasio Tzul', 'Guatemala', 485, 14.6, -90.5, 'bodega', false, true),
      ('MAX', 'Ceiba Zona 10', '12 calle', 'Guatemala', 485, 14.59, -90.51, 'tienda', true, false),
      ('XELA', 'Ceiba Xela', '4a calle', 'Quetzaltenango', 493, 14.84, -91.51, 'tienda', true, false);
    insert into departments (region_id, title, position) values (485, 'Guatemala', 1), (493, 'Quetzaltenango', 9);
  `);
};

/** Creates a product with its stock. Returns its ID. Needs `createShopBasics`. */
export const createProduct = async ({ pool }: Database, product: ProductFixture): Promise<number> => {
  const { sku, kind = 'goods', sellerId = 1, price = 100_00, stock = 100 } = product;
  const { rows } = await pool.query<{ id: number }>(
    `insert into products (sku, slug, title, kind, brand_id, seller_id, offer_id, category_id, regular_price, sales_price,
       is_restricted, is_dropshipping, is_motorcycle, is_published)
     values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    [
      sku,
      sku.toLowerCase(),
      product.title ?? `Bocina ${sku}`,
      kind,
      sellerId,
      product.offerId ?? null,
      product.categoryId ?? fixtureCategory,
      price === null ? null : (product.regularPrice ?? price),
      price,
      product.isRestricted ?? false,
      product.isDropshipping ?? false,
      product.isMotorcycle ?? false,
      product.isPublished ?? true,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the product was not inserted');
  if (kind === 'goods' && stock > 0) await addStock({ pool }, id, stock);
  return id;
};

/** Adds units at a place (or removes them, if negative), as a movement. */
export const addStock = async (
  { pool }: Pick<Database, 'pool'>,
  productId: number,
  units: number,
  storeCode = 'BODEGA',
): Promise<void> => {
  await pool.query('select move_stock($1, $2, $3, $4)', [productId, storeCode, units, 'counted']);
};

/** Creates a warranty for one product. */
export const createWarranty = async (
  { pool }: Database,
  warranty: { sku: string; productId: number; amount: number },
): Promise<void> => {
  await pool.query('insert into warranties (sku, label, amount, product_id) values ($1, $2, $3, $4)', [
    warranty.sku,
    `Garantía ${warranty.sku}`,
    warranty.amount,
    warranty.productId,
  ]);
};

/** The variable parts of a test shipment, of an order without lines. */
export interface ShipmentFixture {
  orderNumber: number;
  shipmentNumber?: number;
  state?: 'ready' | 'packed' | 'sent' | 'at_store' | 'delivered';
  courier?: string | null;
  trackingNumber?: string | null;
}

/** Creates a shipment, and its order with the first one. Returns the shipment's number. */
export const createShipment = async ({ pool }: Pick<Database, 'pool'>, shipment: ShipmentFixture): Promise<string> => {
  const { orderNumber, shipmentNumber = 1, state = 'packed', courier = null, trackingNumber = null } = shipment;
  if (shipmentNumber === 1)
    await pool.query(
      `with cart as (insert into carts (id, status) values (gen_random_uuid(), 'ordered') returning id)
       insert into orders (id, cart_id, number, status, email, contact, billing_address, payment_type, subtotal, total, placed_at)
       select md5($1::text)::uuid, id, $1::bigint, 'processing', 'ana@correo.gt', '{}', '{}', 'Cash', 0, 0, now() from cart`,
      [orderNumber],
    );
  await pool.query(
    `insert into shipments (order_id, n, seller_id, place, state, courier, tracking_number, ended_at)
     select id, $2, 1, 'BODEGA', $3::shipment_state, $4, $5, case when $3 = 'delivered' then now() end from orders where number = $1`,
    [orderNumber, shipmentNumber, state, courier, trackingNumber],
  );
  return `${orderNumber}-${shipmentNumber}`;
};
