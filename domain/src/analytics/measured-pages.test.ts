import { expect, test } from 'vitest';
import { isMeasuredPage } from './measured-pages.ts';

test.each([
  '/',
  '/cart',
  '/confirmation',
  '/search',
  '/televisor-tv-0017',
  '/tv-y-video/televisores',
  '/checkout-de-oro',
  '/compare',
  '/sellers/volcan',
])('the page %s is measured', (path) => {
  expect(isMeasuredPage(path)).toBe(true);
});

test.each([
  '/checkout',
  '/checkout/',
  '//checkout',
  '/Checkout',
  '/checkout.data',
  '/wa-link/0198c1d2',
  '/login',
  '/register',
  '/password/reset',
  '/dashboard',
  '/dashboard/cards',
  '/confirm-order',
  '/confirm-email',
  '/track-order',
  '/gift-card',
  '/change-email',
  '/wishlist/0198c1d2',
  // Percent-encoded, as the router decodes them.
  '/%63heckout',
  '/Wish%6Cist/0198c1d2',
  '/change-email%2Edata',
  // The router cannot decode this address.
  '/%E0%A4%A',
])('the page %s is not measured', (path) => {
  expect(isMeasuredPage(path)).toBe(false);
});
