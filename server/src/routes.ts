import { accountsRoutes } from './accounts/accounts.routes.ts';
import { addressesRoutes } from './addresses/addresses.routes.ts';
import { advisorsRoutes } from './advisors/advisors.routes.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { cartsRoutes } from './carts/carts.routes.ts';
import { catalogRoutes } from './catalog/catalog.routes.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { complaintsRoutes } from './complaints/complaints.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { couponsRoutes } from './coupons/coupons.routes.ts';
import { customersRoutes } from './customers/customers.routes.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { donationsRoutes } from './donations/donations.routes.ts';
import { flagsRoutes } from './flags/flags.routes.ts';
import { helpRoutes } from './help/help.routes.ts';
import { locationsRoutes } from './locations/locations.routes.ts';
import { loyaltyRoutes } from './loyalty/loyalty.routes.ts';
import { demoMailRoutes } from './notifications/demo-mailbox.routes.ts';
import { orderHistoryRoutes } from './orders/order-history.routes.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { paymentLinksRoutes } from './payment-links/payment-links.routes.ts';
import { installmentsRoutes } from './payments/installments.routes.ts';
import { savedCardsRoutes } from './payments/saved-cards.routes.ts';
import type { Route } from './platform/route.ts';
import { pointsRoutes } from './points/points.routes.ts';
import { policiesRoutes } from './policies/policies.routes.ts';
import { recommendationsRoutes } from './recommendations/recommendations.routes.ts';
import { restockRoutes } from './restock/restock.routes.ts';
import { returnsRoutes } from './returns/returns.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { sellersRoutes } from './sellers/sellers.routes.ts';
import type { Services } from './services.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { wishlistsRoutes } from './wishlists/wishlists.routes.ts';

/** Every route of the API. The one place where slices meet the server. */
export const routesOf = (services: Services): Route[] => [
  ...catalogRoutes(services),
  ...contentRoutes(services),
  ...searchRoutes({ ...services, counts: services.searchCounts }),
  ...sellersRoutes(services),
  ...stockRoutes(services),
  ...flagsRoutes(services),
  ...policiesRoutes(services),
  ...recommendationsRoutes(services),
  ...restockRoutes(services),
  ...locationsRoutes(services),
  ...deliveryRoutes(services),
  ...cartsRoutes(services),
  ...advisorsRoutes(services),
  ...paymentLinksRoutes(services),
  ...couponsRoutes(services),
  ...pointsRoutes(services),
  ...loyaltyRoutes(services),
  ...donationsRoutes(services),
  ...checkoutRoutes(services),
  ...installmentsRoutes(services),
  ...savedCardsRoutes(services),
  ...billingRoutes(services),
  ...captchaRoutes(services),
  ...authRoutes({ ...services, publicUrl: services.config.publicUrl }),
  ...passkeysRoutes({ ...services, publicUrl: services.config.publicUrl }),
  ...accountsRoutes({ ...services, publicUrl: services.config.publicUrl }),
  ...customersRoutes(services),
  ...addressesRoutes(services),
  ...wishlistsRoutes(services),
  ...ordersRoutes(services),
  ...orderHistoryRoutes(services),
  ...analyticsRoutes(services),
  ...returnsRoutes({ ...services, publicUrl: services.config.publicUrl }),
  ...helpRoutes(services),
  ...complaintsRoutes(services),
  ...demoMailRoutes(services),
];
