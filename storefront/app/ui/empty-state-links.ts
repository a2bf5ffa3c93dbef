import type { LinksFunction } from 'react-router';

/** `links` of a page that may have nothing to show: `art` of its `EmptyState` is there by then, half a kilobyte behind all else. */
export const emptyStateLinks =
  (art = '/art/no-encontrada.svg'): LinksFunction =>
  () => [{ rel: 'preload', href: art, as: 'image', fetchPriority: 'low' }];
