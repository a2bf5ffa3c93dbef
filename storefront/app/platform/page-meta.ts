import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import type { MetaDescriptor } from 'react-router';

/** The data of a page that search engines and link previews read. */
export interface PageMeta {
  /** Without the shop's name. */
  title: string;
  description: string;
  /** Absolute address without parameters that do not change the page. */
  canonical: string;
  /** Absolute address. */
  image?: string | undefined;
  /** Size of the picture, if known. */
  imageSize?: { width: number; height: number; type: string };
  type?: 'website' | 'product';
  /** Result pages with filters are not indexed. */
  isIndexed?: boolean;
  structured?: readonly object[];
}

const maxDescription = 160;

/** At most 160 characters, cut at a word. */
export const shortDescription = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= maxDescription) return flat;
  return `${flat.slice(0, flat.lastIndexOf(' ', maxDescription - 1))}…`;
};

/** The descriptors of a page for React Router's `meta`, returned by its loader. */
export const pageMeta = (page: PageMeta, { shopName }: Pick<PublicPolicy, 'shopName'>): MetaDescriptor[] => {
  const title = `${page.title} | ${shopName}`;
  const description = shortDescription(page.description);
  return [
    { title },
    { name: 'description', content: description },
    ...(page.isIndexed === false ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { tagName: 'link', rel: 'canonical', href: page.canonical },
    { property: 'og:site_name', content: shopName },
    { property: 'og:locale', content: 'es_GT' },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: page.canonical },
    ...(page.image ? [{ property: 'og:image', content: page.image }] : []),
    ...(page.imageSize
      ? [
          { property: 'og:image:width', content: String(page.imageSize.width) },
          { property: 'og:image:height', content: String(page.imageSize.height) },
          { property: 'og:image:type', content: page.imageSize.type },
        ]
      : []),
    ...(page.structured ?? []).map((value) => ({ 'script:ld+json': value })),
  ];
};

/** schema.org BreadcrumbList; the last crumb may have no path. */
export const breadcrumbList = (origin: string, crumbs: readonly { title: string; path?: string | undefined }[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: crumb.title,
    ...(crumb.path === undefined ? {} : { item: `${origin}${crumb.path}` }),
  })),
});
