import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

const lock = statement(
  'brands.lock-both',
  'select id from brands where id = any ($1::integer[]) order by id for no key update',
);

/** Locks two brands in the order of their numbers, so that two people who merge them crosswise do not deadlock. */
export const lockBrands = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await lock(tx, [ids]);
};

const retire = statement('brands.retire', `update brands set state = 'retired', replaced_by = $2 where id = $1`);
const redirect = statement('brands.redirect', 'update brands set replaced_by = $2 where replaced_by = $1');

/** Retires a brand in favour of another brand. Brands that it replaced before redirect to the other brand, too. */
export async function retireInto(tx: Tx, id: number, into: number): Promise<void> {
  await redirect(tx, [id, into]);
  await retire(tx, [id, into]);
}

const moveProducts = statement(
  'brands.move-products',
  `with next as (select p.id, b.replaced_by from products p join brands b on b.id = p.brand_id
     where p.brand_id = $1 and b.state = 'retired' and b.replaced_by is not null order by p.id limit $2 for no key update of p)
   update products p set brand_id = next.replaced_by from next where p.id = next.id returning p.id`,
);

/** Moves the next products of a merged brand. Returns the number of moved products. */
export const moveMergedProducts = async (tx: Tx, id: number, limit: number): Promise<number> =>
  (await moveProducts(tx, [id, limit])).length;

const leave = statement(
  'brands.leave-products',
  `select graphile_worker.add_job('move-merged-products', json_build_object('brand', $1::integer),
     job_key => 'move-merged-products:' || $1::integer, queue_name => 'move-merged-products') is not null as added`,
);

/** Adds the job that moves the remaining products of a merged brand. */
export const leaveProducts = async (tx: Tx, id: number): Promise<void> => {
  await leave(tx, [id]);
};
