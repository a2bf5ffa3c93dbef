import { unwrap } from '@ceiba/client/call-failure';
import type { CallAnswer } from '@ceiba/contract/client';
import { homePreview } from '@ceiba/contract/content';
import { pageTags } from '@ceiba/contract/page-tags';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { cardProducts } from '../catalog/card-product.ts';
import { cardPacker } from '../catalog/packed-card.ts';
import { ViewedProducts } from '../catalog/viewed-products.tsx';
import { HeroBanner } from '../content/hero-banner.tsx';
import { HeroCarousel } from '../content/hero-carousel.tsx';
import { PromoBanners } from '../content/promo-banners.tsx';
import { apiContext } from '../platform/api.ts';
import { island } from '../platform/island.tsx';
import { cachedPage, pageHeaders } from '../platform/page-headers.ts';
import { type PageMeta, pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { organizationSchema } from '../policies/organization-schema.ts';
import { promisesText } from '../policies/promises-text.ts';
import type { PublicTerms } from '../policies/shop-policy.ts';
import { usePolicy } from '../policies/shop-policy.ts';

const CategoryTiles = island(() => import('../catalog/category-tiles.tsx'), 'touched');
const FlashSaleRail = island(() => import('../catalog/flash-sale-rail.tsx'), 'visible');
const ProductRail = island(() => import('../catalog/product-rail.tsx'), 'visible');
const InstallmentBand = island(() => import('../content/installment-band.tsx'), 'touched');
const TrustStrip = island(() => import('../content/trust-strip.tsx'), 'touched');

const shownTiles = 8;

type Banner = CallAnswer<'getHome'>['banners'][number];

/** Chats load a preview picture again only if its address changes, so the address names the banner that it shows. */
const previewOf = (hero: Banner | undefined): string =>
  hero === undefined ? homePreview.path : `${homePreview.path}?${new URLSearchParams({ de: hero.image })}`;

const homeMeta = (origin: string, hero: Banner | undefined, policy: PublicTerms) => {
  const { shopSentence } = policy;
  const page: PageMeta = {
    title: shopSentence === '' ? 'Tienda en línea' : shopSentence,
    description: `${shopSentence === '' ? '' : `${shopSentence}. `}Compra en línea con ${promisesText(['recogida gratis en tienda'], policy)}.`,
    canonical: `${origin}/`,
    image: `${origin}${previewOf(hero)}`,
    imageSize: homePreview,
  };
  return pageMeta(page, policy);
};

/** schema.org data of the shop and its site. Rendered on the server only: in `meta` the data would be in the page twice. */
const structuredOf = (origin: string, policy: PublicPolicy): string =>
  JSON.stringify([
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: policy.shopName,
      url: `${origin}/`,
      inLanguage: 'es-GT',
    },
    organizationSchema(origin, policy),
  ]).replaceAll('<', '\\u003c');

/** Loads the home page (CAT-05, DEC-20, DEC-61). */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const now = shopNow();
  const policy = await loadPolicy(call);
  const [home, categories] = await Promise.all([call('getHome', {}), call('getCategories', {})]);
  const { banners, rows } = unwrap(home);
  const of = (place: Banner['place']) => banners.filter((banner) => banner.place === place);
  const shownRows = rows.filter(({ products }) => products.length > 0);
  const pack = cardPacker();
  const packed = (row: (typeof rows)[number]) => pack(cardProducts(row.products, now, policy));
  const flash = shownRows.find(({ name }) => name === 'flash');
  return data(
    {
      heroes: of('hero'),
      promos: of('promo'),
      secondHero: of('second_hero')[0] ?? null,
      tiles: (categories.ok ? categories.value : [])
        .slice(0, shownTiles)
        .map(({ title, path, image }) => ({ title, path, image })),
      flash: flash === undefined ? null : { title: flash.title, products: packed(flash) },
      rows: shownRows.filter((row) => row !== flash).map((row) => ({ title: row.title, products: packed(row) })),
      origin: url.origin,
      hasInstallments: policy.installmentPlans.length > 0,
      meta: homeMeta(url.origin, of('hero')[0], policy),
    },
    cachedPage(pageTags.home),
  );
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

export default function HomePage() {
  const { origin, heroes, promos, secondHero, tiles, flash, rows, hasInstallments } = useLoaderData<typeof loader>();
  const policy = usePolicy();
  const { shopName, shopSentence } = policy;
  const [firstRow, ...otherRows] = rows;
  return (
    <main id="contenido">
      <script type="application/ld+json" suppressHydrationWarning>
        {import.meta.env.SSR ? structuredOf(origin, policy) : ''}
      </script>
      <h1 className="sr-only">{shopSentence === '' ? shopName : `${shopName}: ${shopSentence}`}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] lg:mx-auto lg:mt-6 lg:max-w-page lg:gap-4 lg:px-gutter">
        <HeroCarousel banners={heroes} />
        <PromoBanners banners={promos} />
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-section pt-10">
        <CategoryTiles categories={tiles} />
        {flash !== null && <FlashSaleRail title={flash.title} products={flash.products} />}
        {firstRow && <ProductRail id="fila-0" title={firstRow.title} products={firstRow.products} />}
        {hasInstallments && <InstallmentBand />}
        {secondHero && <HeroBanner banner={secondHero} inset />}
        {otherRows.map((row, index) => (
          <ProductRail key={row.title} id={`fila-${index + 1}`} title={row.title} products={row.products} />
        ))}
        <ViewedProducts />
        <TrustStrip />
      </div>
    </main>
  );
}
