import { dayMs } from '@ceiba/domain/dates/civil-date';
import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/db/database';

const afterDays = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString();

/** The desk user who edits the catalogue (`demo-staff.ts`). */
const catalogue = { id: '01900000-0000-7000-8000-000000000303', name: 'Rodrigo Batz' };

const runIds = ['01900000-0000-7000-8000-000000000901', '01900000-0000-7000-8000-000000000902'] as const;

/**
 * Loads the rows that the desk's screens need to show all their states: a planned change, a planned price, a product that is
 * not ready, scanned codes without a product, runs on many products, declared attributes and a chain of redirects.
 * Shoppers see none of these rows.
 */
export async function loadDeskSamples(tx: Tx, now: Date): Promise<void> {
  // Without a price and a picture.
  await tx.run({
    text: `insert into products (sku, slug, title, description, brand_id, seller_id, category_id, is_published, created_at, updated_at)
      select 'P-0901', 'televisor-43-por-completar', 'Televisor 43" Full HD', '', brand_id, seller_id, category_id, false, $1, $1
      from products where seller_id = 1 order by id limit 1`,
    values: [now.toISOString()],
  });
  await tx.run({
    text: `insert into product_plans (product_id, state, acts_at, planned_by, planned_at)
      select id, 'draft', $1, $2, $3 from products where is_published order by id desc limit 1`,
    values: [afterDays(now, 30), catalogue.name, now.toISOString()],
  });
  await tx.run({
    text: `insert into price_plans (product_id, starts_at, regular_price, sales_price, planned_by, planned_at)
      select id, $1, regular_price, regular_price * 9 / 10, $2, $3 from products where regular_price > 10000 and is_published order by id desc limit 1`,
    values: [afterDays(now, 7), catalogue.name, now.toISOString()],
  });
  await insertRows(
    tx,
    'unknown_codes',
    [
      ['7401234500017', 'BODEGA', 3],
      ['X002-HOGAR', 'MAX', 1],
    ].map(([code, storeCode, scans]) => ({
      ...{ code, store_code: storeCode, scans, last_by: 'Wilmer Chávez' },
      ...{ first_at: afterDays(now, -2), last_at: afterDays(now, -0.2) },
    })),
  );
  await insertRows(tx, 'redirects', [
    { from_path: '/ofertas-2024', to_path: '/ofertas-2025', note: 'Feria de 2024' },
    { from_path: '/ofertas-2025', to_path: '/search', note: 'Feria de 2025' },
  ]);
  await tx.run({
    text: `insert into category_attributes (category_id, code, name, type, unit, choices, is_required, is_filterable, position)
      select c.id, a.code, a.name, a.type, a.unit, a.choices, false, false, a.position
      from categories c, (values ('consumo_electrico', 'Consumo eléctrico', 'number', 'W', '', 90),
        ('soporte_de_pared', 'Soporte de pared', 'choice', '', E'VESA 200\\nVESA 400', 91)) a (code, name, type, unit, choices, position)
      where c.path = 'tv-y-video/televisores'`,
    values: [],
  });
  await loadRuns(tx, now);
}

/** A finished run with two failed products, and a run in progress. */
async function loadRuns(tx: Tx, now: Date): Promise<void> {
  const by = { actor_kind: 'staff', actor_id: catalogue.id };
  await insertRows(
    tx,
    'runs',
    (
      [
        ['done', 6, 6, 2, -1],
        ['applying', 12, 5, 0, -0.01],
      ] as const
    ).map(([state, total, done, failed, days], at) => ({
      ...{ id: runIds[at], kind: 'products tag', state, total, done, failed, ...by },
      options: { name: at === 0 ? 'Feria' : 'Navidad', value: at === 0 ? 'Feria' : 'Navidad', by: catalogue },
      ...{ created_at: afterDays(now, days), updated_at: afterDays(now, days) },
      ...{ result: {}, file_name: '', rows_kept: 'all' },
    })),
  );
  await tx.run({
    text: `insert into run_rows (run_id, row_no, key, outcome, why)
      select r.id, p.place, p.sku, case when p.place <= r.failed then 'failed' when p.place <= r.done then 'changed' end,
        case when p.place <= r.failed then 'Etiquetas: Tiene demasiadas: caben 300 letras.' end
      from runs r, (select sku, row_number() over (order by id)::integer as place from products where is_published limit 12) p
      where r.id = any ($1) and p.place <= r.total`,
    values: [[...runIds]],
  });
}
