/**
 * First path segments of pages that are never measured: payment, sign-in, complaints, the account, and links that carry a token.
 */
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
  'c',
  'libro-de-quejas',
]);

/** Decodes a path segment as the router does. Null if it cannot be decoded. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/**
 * Returns whether measuring scripts may run on a page. The scripts run on pages with products. They never run on pages
 * with cards, passwords, tokens or personal data, nor on a path that cannot be decoded. The path may be
 * percent-encoded, or the router's own `/checkout.data`.
 */
export const isMeasuredPage = (pathname: string): boolean => {
  const [segment = ''] = pathname.split('/').filter((part) => part !== '');
  const name = decoded(segment)
    ?.replace(/\.data$/, '')
    .toLowerCase();
  return name !== undefined && !unmeasured.has(name);
};
