import type { MetaDescriptor } from 'react-router';
import type { RootData } from './shop-policy.ts';

/** Matches of the routes above, as React Router gives them to `meta`; the root is first. */
interface Matches {
  matches: readonly ({ loaderData?: unknown } | undefined)[];
}

/** The title of a page with the shop's name behind it; the title alone where the root could not be read. */
const titleIn = ({ matches }: Matches, title: string): string => {
  const root = matches[0]?.loaderData;
  return isRootData(root) ? `${title} | ${root.policy.shopName}` : title;
};

/** `meta` of a page that no search engine lists. */
export const personalMeta =
  (title: string, ...more: MetaDescriptor[]) =>
  (matched: Matches): MetaDescriptor[] => [
    { title: titleIn(matched, title) },
    { name: 'robots', content: 'noindex' },
    ...more,
  ];

/** True for the root's own data: there is none where the root itself failed. */
export const isRootData = (data: unknown): data is RootData =>
  typeof data === 'object' && data !== null && 'policy' in data;
