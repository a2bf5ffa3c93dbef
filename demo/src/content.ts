import { readFileSync } from 'node:fs';
import { banner, type CategoryPage, storedBlock } from '@ceiba/contract/content';
import { type Tag, tagLooks } from '@ceiba/domain/catalog/tags';
import { z } from 'zod';
import { categoryByPath, demoCategories, drawing } from './catalogue.ts';
import { drawHero, drawPicture } from './illustrations/draw-picture.ts';

const colours = z.tuple([z.string(), z.string()]);
const seeded = drawing.extend({ seed: z.string() });

const contentFile = z.strictObject({
  banners: z.array(
    z.strictObject({
      ...banner.omit({ image: true, phoneImage: true }).shape,
      /** Days from now until the banner is shown. Absent: immediately. */
      startsInDays: z.int().optional(),
      /** A picture of the storefront, a wide one of products on a stage, or a square drawing. */
      picture: z.union([
        z.strictObject({ url: z.string() }),
        z.strictObject({
          stage: z.strictObject({
            sky: colours,
            table: colours,
            arches: colours,
            sun: z.string(),
            products: z.array(z.strictObject({ drawing: seeded, x: z.int(), y: z.int(), side: z.int() })),
          }),
        }),
        z.strictObject({ drawing: seeded }),
      ]),
    }),
  ),
  /** Texts for every product of a category (CAT-25, CMS-02). A guide is a page of the shop. */
  categoryInfos: z.array(
    z.strictObject({
      category: z.string(),
      tags: z.array(
        z.strictObject({
          id: z.string(),
          textContent: z.string(),
          icon: z.string(),
          look: z.enum(['stone', 'crimson', 'sky', 'jade', 'plume', 'corn']),
        }),
      ),
      guide: z.strictObject({ title: z.string(), url: z.string() }).optional(),
    }),
  ),
  /** Advice on some category pages. The other pages show only their products. */
  categoryBlocks: z.record(z.string(), z.array(storedBlock)),
  /** Guides, the page of the tech-support service (TECH-05), and the legal texts. */
  pages: z.array(
    z.strictObject({
      slug: z.string(),
      title: z.string(),
      description: z.string(),
      blocks: z.array(storedBlock),
      startsInDays: z.int().optional(),
    }),
  ),
});

/** The demo shop's texts: `demo/content.json`. */
const content = contentFile.parse(JSON.parse(readFileSync(new URL('../content.json', import.meta.url), 'utf8')));

/** A picture of the storefront, or a drawing. `wide` drawings are 1600 × 640, the others square. */
type BannerPicture = { url: string } | { wide: boolean; draw: () => string };

export type DemoBanner = Omit<(typeof content.banners)[number], 'picture'> & { picture: BannerPicture };

/** The banners of the home page, in order. "{precio}" is replaced with the lowest price of the linked products. */
export const demoBanners: readonly DemoBanner[] = content.banners.map(({ picture, ...words }) => ({
  ...words,
  picture: bannerPicture(picture),
}));

function bannerPicture(picture: (typeof content.banners)[number]['picture']): BannerPicture {
  if ('url' in picture) return picture;
  return 'stage' in picture
    ? { wide: true, draw: () => drawHero(picture.stage) }
    : { wide: false, draw: () => drawPicture(picture.drawing) };
}

export interface DemoCategoryInfo {
  categoryId: number;
  tagsList: Tag[];
  installationGuide: { title: string; url: string } | null;
}

export const categoryInfos: readonly DemoCategoryInfo[] = content.categoryInfos.map(({ category, tags, guide }) => {
  const { id, slug } = categoryByPath(category);
  const tagsList = tags.map(({ look, ...tag }) => ({ ...tag, ...tagLooks[look], category: slug }));
  return { categoryId: id, tagsList, installationGuide: guide ?? null };
});

/** One page for each category (CAT-08), and the pages without a category. */
export const categoryPages: readonly (Omit<CategoryPage, 'blocks'> & {
  blocks: z.infer<typeof storedBlock>[];
  startsInDays?: number | undefined;
})[] = [
  ...demoCategories.map(({ id, path, title, description }) => ({
    slug: path,
    title,
    description,
    categoryId: id,
    blocks: content.categoryBlocks[path] ?? [],
  })),
  ...content.pages.map((page) => ({ ...page, categoryId: null })),
];
