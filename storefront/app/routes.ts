import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('shell/checkout-layout.tsx', [
    route('checkout', 'pages/checkout-page.tsx'),
    // The same checkout for the cart of a payment link (APP-13).
    route('wa-link/:linkId', 'pages/checkout-page.tsx', { id: 'payment-link' }),
  ]),
  layout('shell/shop-layout.tsx', [
    index('pages/home-page.tsx'),
    layout('shell/personal-layout.tsx', [
      route('cart', 'pages/cart-page.tsx'),
      route('confirmation', 'pages/confirmation-page.tsx'),
      route('login', 'pages/login-page.tsx'),
      route('register', 'pages/register-page.tsx'),
      route('change-email', 'pages/change-email-page.tsx'),
      layout('shell/dashboard-layout.tsx', [
        route('dashboard', 'pages/dashboard-page.tsx'),
        route('dashboard/profile', 'pages/profile-page.tsx'),
        route('dashboard/orders', 'pages/orders-page.tsx'),
        route('dashboard/orders/:number', 'pages/order-page.tsx'),
        route('dashboard/returns', 'pages/returns-page.tsx'),
        route('dashboard/addresses', 'pages/addresses-page.tsx'),
        route('dashboard/cards', 'pages/cards-page.tsx'),
        route('dashboard/wishlists', 'pages/wishlists-page.tsx'),
        route('dashboard/points', 'pages/points-page.tsx'),
        route('dashboard/*', 'pages/account-page.tsx'),
      ]),
    ]),
    route('wishlist', 'pages/saved-page.tsx'),
    route('wishlist/:shareToken', 'pages/shared-wishlist-page.tsx'),
    route('c/:code', 'pages/shared-cart-page.tsx'),
    route('confirm-order', 'pages/confirm-order-page.tsx'),
    route('track-order', 'pages/track-order-page.tsx'),
    route('gift-card', 'pages/gift-card-page.tsx'),
    route('search', 'pages/search-page.tsx'),
    route('compare', 'pages/compare-page.tsx'),
    route('sellers/:slug', 'pages/seller-page.tsx'),
    route('password/request', 'pages/password-request-page.tsx'),
    route('password/reset', 'pages/password-reset-page.tsx'),
    route('confirm-email', 'pages/confirm-email-page.tsx'),
    route('tiendas', 'pages/stores-page.tsx'),
    route('tiendas/:slug', 'pages/store-page.tsx'),
    route('ayuda/:page?', 'pages/help-page.tsx'),
    route('libro-de-quejas', 'pages/complaints-page.tsx'),
    // One segment: a product, otherwise a category page. More segments: a category page. Otherwise the 404 page (DEC-13).
    route(':slug', 'pages/slug-page.tsx'),
    route('*', 'pages/category-page.tsx'),
  ]),
] satisfies RouteConfig;
