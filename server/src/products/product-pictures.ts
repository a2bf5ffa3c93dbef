import { maxPictures, pictureLeastSide } from '@ceiba/contract/desk/product-fields';
import { addProductPicture, changeProductPictures } from '@ceiba/contract/desk/products';
import { ok, refuse } from '@ceiba/domain/result';
import { galleryRecipe } from '../media/picture-recipe.ts';
import { storeSentPicture } from '../media/sent-picture.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database } from '../platform/db/database.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import { checkReady, entity } from './change-product.ts';
import { toProduct } from './product-view.ts';
import { getProduct, insertPicture, lockProduct, type ProductRow, replacePictures } from './products.store.ts';

/** Returns the label: for the first picture, the product's name. The others are numbered views, as in imports. */
const labelOf = ({ title, pictures }: ProductRow): string =>
  pictures.length === 0 ? title : `${title}, vista ${pictures.length + 1}`.slice(0, 200);

const keysOf = ({ pictures }: ProductRow): string[] => pictures.map(({ key }) => key);

export const pictureRoutes = ({ db, config }: { db: Database; config: { mediaDir: string } }): Route[] => [
  preparedRoute(
    addProductPicture,
    db,
    async ({ body: { pictures } }, { client }) =>
      storeSentPicture(pictures[0], config.mediaDir, { recipe: galleryRecipe, leastSide: pictureLeastSide, client }),
    async ({ tx, params: { sku }, staff, author, prepared: { key, width, height } }) => {
      const row = await lockProduct(tx, sku);
      if (row === undefined) return refuse({ code: 'NOT_FOUND' });
      if (keysOf(row).includes(key)) {
        const message = 'El producto ya tiene esa foto.';
        return refuse({ code: 'IN_USE', message, metadata: { fields: { pictures: message } } });
      }
      if (row.pictures.length >= maxPictures) return refuse({ code: 'PICTURE_LIMIT' });
      await insertPicture(tx, row.id, { key, width, height, label: labelOf(row) }, author.now);
      const after = { pictures: [labelOf(row)], picture: key };
      return ok({
        answer: { status: 200, data: toProduct(await getProduct(tx, sku), staff) },
        change: { entity, entityId: sku, after },
      });
    },
    { storesAnswer: true },
  ),
  changeRoute(
    changeProductPictures,
    db,
    async ({ tx, params: { sku }, body: { version, pictures }, staff, author }) => {
      const row = await lockProduct(tx, sku);
      if (row === undefined) return refuse({ code: 'NOT_FOUND' });
      const before = keysOf(row);
      const wanted = pictures.map(({ key }) => key);
      // A comparison of versions is not enough, because a node of the previous release imports pictures without raising the
      // version. Therefore the keys are compared, too.
      const isUnknown = wanted.some((key, at) => !before.includes(key) || wanted.indexOf(key) !== at);
      if (row.picturesVersion !== version || isUnknown) {
        // In this call `version` is the version of the pictures, not of the product.
        const current = { ...toProduct(row, staff), version: row.picturesVersion };
        return refuse(await versionConflict(tx, { entity, entityId: sku, current, conflicts: ['pictures'] }));
      }
      const shown = row.pictures.map(({ key, label }) => ({ key, label }));
      const isSame = JSON.stringify(shown) === JSON.stringify(pictures);
      if (!isSame) await replacePictures(tx, row.id, pictures, author.now);
      const after = await getProduct(tx, sku);
      const ready = after.state === 'published' ? checkReady(after) : ok(undefined);
      if (!ready.ok) return ready;
      const labels = (of: ProductRow) => ({ pictures: of.pictures.map(({ label }) => label) });
      const change = isSame ? null : { entity, entityId: sku, before: labels(row), after: labels(after) };
      return ok({ answer: { status: 200, data: toProduct(after, staff) }, change });
    },
  ),
];
