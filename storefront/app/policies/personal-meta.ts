import type { MetaDescriptor } from 'react-router';
import type { RootData } from './shop-policy.ts';

/** Matches of the routes above, as React Router passes them to `meta`. The root is first. */
interface Matches {
  matches: readonly ({ loaderData?: unknown } | undefined)[];
}

/** The title of a page followed by the shop's name. Without the shop's name if the root could not be loaded. */
const titleIn = ({ matches }: Matches, title: string): string => {
  const root = matches[0]?.loaderData;
  return isRootData(root) ? `${title} | ${root.policy.shopName}` : title;
};

/** `meta` of a page that search engines must not list. */
export const personalMeta =
  (title: string, ...more: MetaDescriptor[]) =>
  (matched: Matches): MetaDescriptor[] => [
    { title: titleIn(matched, title) },
    { name: 'robots', content: 'noindex' },
    ...more,
  ];

/** True for the root's own data, which are missing if the root itself failed. */
export const isRootData = (data: unknown): data is RootData =>
  typeof data === 'object' && data !== null && 'policy' in data;
