import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Account paths of DEC-13; they share one page until the account area opens. */
const accountPaths = ['login', 'register', 'password/*', 'confirm-email', 'dashboard/*'];

export default [
  layout('shell/checkout-layout.tsx', [route('checkout', 'pages/checkout-page.tsx')]),
  layout('shell/shop-layout.tsx', [
    index('pages/home-page.tsx'),
    layout('shell/personal-layout.tsx', [
      route('cart', 'pages/cart-page.tsx'),
      route('confirmation', 'pages/confirmation-page.tsx'),
    ]),
    route('confirm-order', 'pages/confirm-order-page.tsx'),
    route('track-order', 'pages/track-order-page.tsx'),
    route('search', 'pages/search-page.tsx'),
    route('compare', 'pages/compare-page.tsx'),
    route('sellers/:slug', 'pages/seller-page.tsx'),
    ...accountPaths.map((path) => route(path, 'pages/account-page.tsx', { id: `account:${path}` })),
    // One segment: a product, else a category page; more segments: a category page; else the 404 page (DEC-13).
    route(':slug', 'pages/slug-page.tsx'),
    route('*', 'pages/category-page.tsx'),
  ]),
] satisfies RouteConfig;
