import { listHomeProducts, productsPerRow } from '@ceiba/server/content/content.store';
import type { Tx } from '@ceiba/server/platform/db/database';

/** Number of category cards in the first row of a wide screen. */
const firstRow = 5;

/** Returns keys of the pictures that a visitor sees first: banners, categories, rows of the home page, the first row of each category. */
export async function readFrontPictures(tx: Tx, now: Date): Promise<string[]> {
  const shown = await listHomeProducts(tx, [now, productsPerRow]);
  const rows = await tx.run<{ key: string }>({
    text: `select split_part(picture_url, '/', 3) as key from banners where picture_url like '/media/%'
      union all
      select picture_key from categories where picture_key is not null
      union all
      select i.media_key from product_images i join products p on p.id = i.product_id where i.position = 0 and p.sku = any ($1)
      union all
      select first.media_key from categories c cross join lateral (
        select i.media_key from categories below join products p on p.category_id = below.id and p.is_published and p.is_listed
          join product_images i on i.product_id = p.id and i.position = 0
        where c.id = any (below.ancestor_ids) order by p.sold_count desc, p.id limit ${firstRow}) first`,
    values: [shown.map(({ sku }) => sku)],
  });
  return [...new Set(rows.map(({ key }) => key))];
}

/** Returns keys of all pictures that the shop's rows refer to, with pictures of product cards first. */
export const readPictureKeys = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.run<{ key: string }>({
    text: `select key from media m
      order by exists (select from product_images i where i.media_key = m.key and i.position = 0) desc, key`,
    values: [],
  });
  return rows.map(({ key }) => key);
};

/** Returns whether the category of this path has a picture, as the demo shop's categories do. */
export const hasCategoryPicture = async (tx: Tx, path: string): Promise<boolean> => {
  const rows = await tx.run({
    text: 'select from categories where path = $1 and picture_key is not null',
    values: [path],
  });
  return rows.length > 0;
};

/** The place of a picture in the demo shop, and its present key. */
export interface PicturePlace {
  kind: 'product' | 'category' | 'gift';
  /** The product's SKU, or the category's path. */
  owner: string;
  /** Position among the product's pictures, from 0. For a gift, its title. */
  place: string;
  key: string;
}

/**
 * Updates rows to the present keys of their pictures. Also updates other rows with the old key and the same kind of picture, such
 * as copied products. Removes unused keys, but keeps their files, because orders show them. Returns the number of changed keys.
 */
export async function movePictures(
  tx: Tx,
  places: readonly PicturePlace[],
  stored: readonly { key: string; width: number; height: number }[],
): Promise<number> {
  await tx.run({
    text: `insert into media (key, width, height)
      select key, width, height from json_to_recordset($1::json) as s (key text, width integer, height integer)
      on conflict (key) do nothing`,
    values: [JSON.stringify(stored)],
  });
  const moved = await tx.run({
    text: `with place as (
        select * from json_to_recordset($1::json) as p (kind text, owner text, place text, key text)),
      was as (
        select distinct on (kind, old) kind, old, key from (
          select p.kind, i.media_key as old, p.key from place p join products d on p.kind = 'product' and d.sku = p.owner
            join product_images i on i.product_id = d.id and i.position::text = p.place
          union all
          select p.kind, c.picture_key, p.key from place p join categories c on p.kind = 'category' and c.path = p.owner
          union all
          select p.kind, g.media_key, p.key from place p join products d on p.kind = 'gift' and d.sku = p.owner
            join free_gifts g on g.product_id = d.id and g.title = p.place) found
        where old <> key order by kind, old, key),
      images as (update product_images i set media_key = w.key from was w where w.kind = 'product' and i.media_key = w.old),
      gifts as (update free_gifts g set media_key = w.key from was w where w.kind = 'gift' and g.media_key = w.old),
      named as (update categories c set picture_key = w.key from was w where w.kind = 'category' and c.picture_key = w.old)
      select old from was`,
    values: [JSON.stringify(places)],
  });
  await tx.run({
    text: `delete from media m where not m.key = any ($1)
      and not exists (select from product_images where media_key = m.key)
      and not exists (select from free_gifts where media_key = m.key)
      and not exists (select from categories where picture_key = m.key)`,
    values: [stored.map(({ key }) => key)],
  });
  return moved.length;
}

/**
 * Updates the demo's banners to the present addresses of their pictures. A banner is identified by place and title, with any
 * price in the title.
 */
export async function moveBannerPictures(
  tx: Tx,
  banners: readonly { place: string; title: string; url: string }[],
): Promise<void> {
  await tx.run({
    text: `update banners b set picture_url = n.url
      from json_to_recordset($1::json) as n (place text, title text, url text)
      where b.place = n.place and regexp_replace(b.title, 'Q[0-9][0-9.,]*|{precio}', '') = regexp_replace(n.title, '{precio}', '')
        and b.picture_url like '/media/%' and b.picture_url <> n.url`,
    values: [JSON.stringify(banners)],
  });
}
