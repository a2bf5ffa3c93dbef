import { addBannerPicture, type BannerCut, orderBanners } from '@ceiba/contract/desk/banners';
import { ok, refuse } from '@ceiba/domain/result';
import { mediaUrl } from '../media/media-store.ts';
import { bannerRecipe, type PictureRecipe, phoneBannerRecipe, productRecipe } from '../media/picture-recipe.ts';
import { storeSentPicture } from '../media/sent-picture.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database } from '../platform/db/database.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import { lockBanners, saveBannerPicture, orderBanners as writeOrder } from './banners.store.ts';

const entity = 'banners';

/** `leastSide`: pixels of the shorter side, so that a picture is sharp on a wide screen. `width`: the width in the row. */
const cuts: Readonly<Record<BannerCut, { recipe: PictureRecipe; leastSide: number; width: number }>> = {
  wide: { recipe: bannerRecipe, leastSide: 400, width: 1600 },
  phone: { recipe: phoneBannerRecipe, leastSide: 300, width: 960 },
  square: { recipe: productRecipe, leastSide: 240, width: 480 },
};

/** The actions on banners besides editing (PROD-15). */
export const bannerRoutes = ({ db, config }: { db: Database; config: { mediaDir: string } }): Route[] => [
  preparedRoute(
    addBannerPicture,
    db,
    async ({ body: { cut, pictures } }, { client }) =>
      storeSentPicture(pictures[0], config.mediaDir, { ...cuts[cut], client }),
    async ({ tx, body: { cut }, prepared }) => {
      await saveBannerPicture(tx, prepared);
      const { key, width, height } = prepared;
      const url = mediaUrl(key, cuts[cut].width, 'webp');
      // No banner has changed yet. The audit row is written when the banner with this picture is saved.
      return ok({ answer: { status: 200, data: { url, width, height } }, change: null });
    },
    { storesAnswer: true },
  ),
  changeRoute(orderBanners, db, async ({ tx, body: { place, before, banners } }) => {
    const held = await lockBanners(tx, place);
    const ids = held.map(({ id }) => id);
    const isSeen = ids.length === before.length && ids.every((id, at) => before[at] === id);
    const isWhole = banners.length === ids.length && ids.every((id) => banners.includes(id));
    if (!isSeen || !isWhole)
      return refuse(
        await versionConflict(tx, { entity, entityId: ids[0] ?? '', current: held, conflicts: ['position'] }),
      );
    await writeOrder(tx, banners);
    const placed = banners.map((id, at) => ({ id, position: at + 1 }));
    const others = placed.flatMap(({ id, position }) => {
      const was = held.find((each) => each.id === id)?.position;
      return was === position ? [] : [{ entity, entityId: id, before: { position: was }, after: { position } }];
    });
    return ok({ answer: { status: 200, data: placed }, change: null, others });
  }),
];
