import type { Tx } from '@ceiba/server/platform/database';

/** Pictures of a demo product, for products that look like it. */
export interface PooledPicture {
  path: string;
  brand: string;
  colour: string | null;
  keys: string[];
}

/** The demo shop's products with pictures: those with the lowest ids. */
export const readPicturePool = (tx: Tx): Promise<PooledPicture[]> =>
  tx.run<PooledPicture>({
    text: `select c.path, b.title as brand, i.keys,
        (select a ->> 'value' from jsonb_array_elements(p.attributes) a where a ->> 'code' like 'color%' limit 1) as colour
      from (select * from products where is_listed order by id limit 400) p
        join categories c on c.id = p.category_id
        join brands b on b.id = p.brand_id
        join lateral (select array_agg(media_key order by position) as keys from product_images where product_id = p.id) i
          on i.keys is not null
      order by p.id`,
    values: [],
  });

/** How far a shop has grown. */
interface Growth {
  /** Models added to the demo shop so far. */
  models: number;
  /** Whether the search has been made anew since the last of them. */
  isSearchable: boolean;
}

export async function readGrowth(tx: Tx): Promise<Growth> {
  const [row] = await tx.run<Growth>({
    text: `select (value ->> 'models')::integer as models, coalesce((value ->> 'isSearchable')::boolean, true) as "isSearchable"
      from settings where name = 'demo.grown'`,
    values: [],
  });
  return row ?? { models: 0, isSearchable: true };
}

export const saveGrowth = (tx: Tx, growth: Growth): Promise<unknown> =>
  tx.run({
    text: `insert into settings (name, value) values ('demo.grown', $1::jsonb)
      on conflict (name) do update set value = excluded.value, updated_at = now()`,
    values: [JSON.stringify(growth)],
  });
