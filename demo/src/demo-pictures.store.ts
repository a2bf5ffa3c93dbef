import type { Tx } from '@ceiba/server/platform/db/database';

/** Keys of the pictures the shop's rows name. */
export const readPictureKeys = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.run<{ key: string }>({ text: 'select key from media', values: [] });
  return rows.map(({ key }) => key);
};

/** Whether a category of this path has a picture: the demo shop's categories do. */
export const hasCategoryPicture = async (tx: Tx, path: string): Promise<boolean> => {
  const rows = await tx.run({
    text: 'select from categories where path = $1 and picture_key is not null',
    values: [path],
  });
  return rows.length > 0;
};

/** Where a picture of the demo shop stands, and the key it has now. */
export interface PicturePlace {
  kind: 'product' | 'category' | 'gift';
  /** The product's SKU, or the category's path. */
  owner: string;
  /** Position among the product's pictures, from 0; the gift's title. */
  place: string;
  key: string;
}

/**
 * Gives rows the keys their pictures have now; what showed the key before, as a picture of the same kind, follows, products
 * grown from the demo's among them. Keys that nothing names any more are forgotten, their files stay: orders show them. Returns how many
 * keys changed.
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

/** Gives the demo's banners, told by place and title (whatever price stands in that), the addresses their stored pictures have now. */
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
