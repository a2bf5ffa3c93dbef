import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('shell/checkout-layout.tsx', [route('checkout', 'pages/checkout-page.tsx')]),
  layout('shell/shop-layout.tsx', [
    index('pages/home-page.tsx'),
    layout('shell/personal-layout.tsx', [
      route('cart', 'pages/cart-page.tsx'),
      route('confirmation', 'pages/confirmation-page.tsx'),
      route('login', 'pages/login-page.tsx'),
      route('register', 'pages/register-page.tsx'),
      layout('shell/dashboard-layout.tsx', [
        route('dashboard', 'pages/dashboard-page.tsx'),
        route('dashboard/profile', 'pages/profile-page.tsx'),
        route('dashboard/addresses', 'pages/addresses-page.tsx'),
        route('dashboard/*', 'pages/account-page.tsx'),
      ]),
    ]),
    route('confirm-order', 'pages/confirm-order-page.tsx'),
    route('track-order', 'pages/track-order-page.tsx'),
    route('search', 'pages/search-page.tsx'),
    route('compare', 'pages/compare-page.tsx'),
    route('sellers/:slug', 'pages/seller-page.tsx'),
    route('password/request', 'pages/password-request-page.tsx'),
    route('password/reset', 'pages/password-reset-page.tsx'),
    route('confirm-email', 'pages/confirm-email-page.tsx'),
    // One segment: a product, else a category page; more segments: a category page; else the 404 page (DEC-13).
    route(':slug', 'pages/slug-page.tsx'),
    route('*', 'pages/category-page.tsx'),
  ]),
] satisfies RouteConfig;
