import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enveloped } from '../shapes.ts';
import { pictureMaxBytes } from './product-fields.ts';

const editing = {
  slice: 'content',
  auth: 'staff',
  permission: 'content.edit',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
} as const;

/** The crops of a banner's picture: for wide screens, for phones, and the square of a promotion. */
export const bannerCuts = ['wide', 'phone', 'square'] as const;
export type BannerCut = (typeof bannerCuts)[number];

export const addBannerPicture = endpoint({
  ...editing,
  name: 'addBannerPicture',
  path: '/v1/admin/banner-pictures',
  summary:
    'Stores a picture for a banner in its widths: JPEG, PNG or WebP by its content. No page shows it yet (PROD-15)',
  form: { files: 'pictures', most: 1, maxBytes: pictureMaxBytes },
  body: z.strictObject({
    cut: z.enum(bannerCuts),
    pictures: z.array(z.file().max(pictureMaxBytes)).max(1).default([]),
  }),
  answers: { 200: enveloped(z.object({ url: z.string(), width: z.int(), height: z.int() })) },
  errors: ['PICTURE_INVALID', 'UPLOAD_TOO_SLOW'],
});

const ids = z
  .array(z.string().regex(/^\d{1,9}$/))
  .min(1)
  .max(500);

export const orderBanners = endpoint({
  ...editing,
  name: 'orderBanners',
  path: '/v1/admin/banner-order',
  summary:
    'Orders the banners of one place. `before` is the order that the person saw. If the order has changed since, the call is refused (PROD-15)',
  idempotent: true,
  body: z.strictObject({ place: z.enum(['hero', 'promo', 'second_hero']), before: ids, banners: ids }),
  answers: { 200: enveloped(z.array(z.object({ id: z.string(), position: z.int() }))) },
  errors: ['VERSION_CONFLICT'],
});
