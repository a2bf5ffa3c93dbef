import { unwrap } from '@ceiba/client/call-failure';
import type { CategoryNode } from '@ceiba/contract/catalog';
import type { Client } from '@ceiba/contract/client';
import type { CategoryPage } from '@ceiba/contract/content';
import { pageTags, productTag } from '@ceiba/contract/page-tags';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { redirect } from 'react-router';
import { cardProducts } from '../catalog/card-product.ts';
import { cardPacker } from '../catalog/packed-card.ts';
import { notFound } from '../platform/page-headers.ts';
import { breadcrumbList, pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { promisesText } from '../policies/promises-text.ts';
import { type ListingData, loadListing } from '../search/listing-data.ts';
import { countFilters, readSearch, searchHref } from '../search/search-state.ts';
import type { Block } from './shown-block.ts';

interface Found {
  title: string;
  description: string;
  categoryId: number | null;
  blocks: CategoryPage['blocks'];
  versions?: CategoryPage['versions'];
}

/** The nodes from the root to the one with this path. Empty if no node has this path. */
export const trailTo = (nodes: readonly CategoryNode[], path: string): CategoryNode[] => {
  for (const node of nodes) {
    if (node.path === path) return [node];
    const below = trailTo(node.children, path);
    if (below.length > 0) return [node, ...below];
  }
  return [];
};

/** The blocks with packed cards of their products. */
const shownBlocks = (blocks: CategoryPage['blocks'], policy: PublicPolicy): Block[] => {
  const pack = cardPacker();
  return blocks.map((block) =>
    block.kind === 'products' ? { ...block, products: pack(cardProducts(block.products, shopNow(), policy)) } : block,
  );
};

const findPage = (pages: readonly CategoryPage[], slug: string, node: CategoryNode | undefined): Found | null => {
  const page = pages.find((candidate) => candidate.slug.replace(/^\//, '') === slug);
  if (page !== undefined) return page;
  if (node === undefined) return null;
  return { title: node.title, description: '', categoryId: node.id, blocks: [] };
};

const withoutEndSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

/** Encodes an address for a header. Encodes letters beyond ASCII, and leaves existing escapes unchanged. */
const headerAddress = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : encodeURI(address.toWellFormed()).replace(/%25(?=[0-9a-f]{2})/gi, '%');

/** Redirects to the current address of a moved page; otherwise answers with the 404 page. */
const elsewhere = async (call: Client, url: URL, slug: string) => {
  const moved = slug === '' ? undefined : await call('getCurrentAddress', { query: { path: slug.slice(0, 400) } });
  const address = moved?.ok === true ? headerAddress(moved.value.address) : undefined;
  return address === undefined
    ? notFound()
    : redirect(address.includes('?') ? address : `${address}${url.search}`, { status: 301, headers: movedHeaders });
};

/** Browsers must revalidate, because an address may come back. */
const movedHeaders = { 'Cache-Control': 'no-cache' };

/**
 * Loads a category page by its path (CAT-08, DEC-13, DEC-59): its blocks, and its category's products if it has one. A category without its own
 * content shows only its products.
 */
export async function loadCategoryPage(call: Client, url: URL) {
  const pathname = withoutEndSlashes(decodeURI(url.pathname));
  const slug = pathname.slice(1);
  const [pages, categories, policy] = await Promise.all([
    call('listCategoryPages', { query: { slug } }),
    call('getCategories', {}),
    loadPolicy(call),
  ]);
  const trail = trailTo(categories.ok ? categories.value : [], pathname);
  const node = trail.at(-1);
  const found = findPage(unwrap(pages).data, slug, node);
  if (found === null) throw await elsewhere(call, url, slug);
  const state = readSearch(url.searchParams);
  const listing: ListingData | null =
    found.categoryId === null ? null : await loadListing(call, pathname, state, { category: String(found.categoryId) });
  const crumbs = [...trail.slice(0, -1).map(({ title, path }) => ({ title, path })), { title: found.title }];
  const ofPage = {
    title: found.title,
    description:
      found.description ||
      `${found.title} en ${policy.shopName}, con ${promisesText(['envío a toda Guatemala'], policy)}.`,
    canonical: `${url.origin}${listing === null ? pathname : searchHref(pathname, { ...state, sort: 'relevance' })}`,
    isIndexed: countFilters(state) === 0,
    structured: [breadcrumbList(url.origin, crumbs)],
  };
  const page = {
    title: found.title,
    description: found.description,
    blocks: shownBlocks(found.blocks, policy),
    versions: found.versions ?? null,
    children: (node?.children ?? []).map(({ title, path, image }) => ({ title, path, image })),
    crumbs,
    listing,
    meta: pageMeta(ofPage, policy),
  };
  return {
    page,
    tags: [
      ...pageTags.category(found.categoryId ?? undefined, slug),
      ...found.blocks.flatMap((block) =>
        block.kind === 'products' ? block.products.map(({ sku }) => productTag(sku)) : [],
      ),
    ],
  };
}

export type CategoryPageData = Awaited<ReturnType<typeof loadCategoryPage>>['page'];
