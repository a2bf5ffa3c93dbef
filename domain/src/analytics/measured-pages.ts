/** First segments of the addresses where people pay, sign in, complain, see what is theirs, or that carry a token. */
const unmeasured = new Set([
  'checkout',
  'wa-link',
  'login',
  'register',
  'password',
  'dashboard',
  'confirm-order',
  'confirm-email',
  'change-email',
  'track-order',
  'gift-card',
  'wishlist',
  'libro-de-quejas',
]);

/** As the router reads it; null where it cannot be read. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/**
 * Whether scripts that measure may run on the page of a path (`/cart`, `/dashboard/orders`, the router's own
 * `/checkout.data`, percent-encoded or not): in what a shopper looks at, never where cards, passwords, tokens or personal
 * data are, nor on a path that cannot be read.
 */
export const isMeasuredPage = (pathname: string): boolean => {
  const [segment = ''] = pathname.split('/').filter((part) => part !== '');
  const name = decoded(segment)
    ?.replace(/\.data$/, '')
    .toLowerCase();
  return name !== undefined && !unmeasured.has(name);
};
