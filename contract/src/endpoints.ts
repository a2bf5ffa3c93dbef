import * as accounts from './accounts.ts';
import * as addresses from './addresses.ts';
import * as advisors from './advisors.ts';
import * as analytics from './analytics.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as captcha from './captcha.ts';
import * as cartCodes from './cart-codes.ts';
import * as carts from './carts.ts';
import * as catalog from './catalog.ts';
import * as checkout from './checkout.ts';
import * as complaints from './complaints.ts';
import * as content from './content.ts';
import * as coupons from './coupons.ts';
import * as customers from './customers.ts';
import * as delivery from './delivery.ts';
import * as donations from './donations.ts';
import * as flags from './flags.ts';
import * as giftCards from './gift-cards.ts';
import * as help from './help.ts';
import * as locations from './locations.ts';
import * as loyalty from './loyalty.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as passkeys from './passkeys.ts';
import * as paymentLinks from './payment-links.ts';
import * as payments from './payments.ts';
import * as points from './points.ts';
import * as policies from './policies.ts';
import * as prices from './prices.ts';
import * as recommendations from './recommendations.ts';
import * as restock from './restock.ts';
import * as returns from './returns.ts';
import * as search from './search.ts';
import * as sellers from './sellers.ts';
import * as stock from './stock.ts';
import * as wishlists from './wishlists.ts';

/** All calls of the API by name. */
export const endpoints = {
  getProductBySlug: catalog.getProductBySlug,
  getProductBySku: catalog.getProductBySku,
  getProductPreview: catalog.getProductPreview,
  listProducts: catalog.listProducts,
  getProductWarranties: catalog.getProductWarranties,
  getCategories: catalog.getCategories,
  getCurrentAddress: catalog.getCurrentAddress,
  getCategoryInfo: catalog.getCategoryInfo,
  getHome: content.getHome,
  getRecommendations: recommendations.getRecommendations,
  searchProducts: search.searchProducts,
  searchSuggestions: search.searchSuggestions,
  getSeller: sellers.getSeller,
  listCategoryPages: content.listCategoryPages,
  listCategoryInfos: content.listCategoryInfos,
  getDashboardTexts: content.getDashboardTexts,
  listStockOffers: stock.listStockOffers,
  getFlags: flags.getFlags,
  getPolicy: policies.getPolicy,
  getChatAnswer: policies.getChatAnswer,
  listDepartments: locations.listDepartments,
  listStores: locations.listStores,
  getDeliveryTimes: delivery.getDeliveryTimes,
  computeDeliveryTimes: delivery.computeDeliveryTimes,
  checkDeliveryStock: delivery.checkDeliveryStock,
  checkPickupStock: delivery.checkPickupStock,
  getProductStores: delivery.getProductStores,
  getProductPrices: prices.getProductPrices,
  createCart: carts.createCart,
  getCart: carts.getCart,
  addCartProduct: carts.addCartProduct,
  changeCartProduct: carts.changeCartProduct,
  syncCart: carts.syncCart,
  findAdvisor: advisors.findAdvisor,
  attachAdvisor: advisors.attachAdvisor,
  cloneCart: paymentLinks.cloneCart,
  openPaymentLink: paymentLinks.openPaymentLink,
  getLinkCart: paymentLinks.getLinkCart,
  setCartDonation: donations.setCartDonation,
  removeCartDonation: donations.removeCartDonation,
  applyCoupon: coupons.applyCoupon,
  removeCoupon: coupons.removeCoupon,
  getGiftCardBalance: giftCards.getGiftCardBalance,
  getPointsOptions: points.getPointsOptions,
  requestPoints: points.requestPoints,
  applyPoints: points.applyPoints,
  setCartShippingAddress: checkout.setCartShippingAddress,
  changeCartShippingAddress: checkout.changeCartShippingAddress,
  setCartShippingMethod: checkout.setCartShippingMethod,
  getCartTableRate: checkout.getCartTableRate,
  setCartBillingAddress: checkout.setCartBillingAddress,
  setCartPaymentMethod: checkout.setCartPaymentMethod,
  confirmCart: checkout.confirmCart,
  validateGuestCheckout: checkout.validateGuestCheckout,
  login: auth.login,
  register: auth.register,
  requestPassword: auth.requestPassword,
  resetPassword: auth.resetPassword,
  changePassword: auth.changePassword,
  confirmEmail: auth.confirmEmail,
  listPasskeys: passkeys.listPasskeys,
  startPasskey: passkeys.startPasskey,
  addPasskey: passkeys.addPasskey,
  removePasskey: passkeys.removePasskey,
  startPasskeyLogin: passkeys.startPasskeyLogin,
  loginByPasskey: passkeys.loginByPasskey,
  requestConfirmation: auth.requestConfirmation,
  requestEmailChange: auth.requestEmailChange,
  changeEmail: auth.changeEmail,
  exportAccount: accounts.exportAccount,
  closeAccount: accounts.closeAccount,
  logout: auth.logout,
  getCustomer: customers.getCustomer,
  changeProfile: customers.changeProfile,
  listAddresses: addresses.listAddresses,
  addAddress: addresses.addAddress,
  changeAddress: addresses.changeAddress,
  deleteAddress: addresses.deleteAddress,
  setDefaultAddress: addresses.setDefaultAddress,
  listWishlists: wishlists.listWishlists,
  getWishlist: wishlists.getWishlist,
  addWishlistProducts: wishlists.addWishlistProducts,
  moveWishlistItems: wishlists.moveWishlistItems,
  removeWishlistItems: wishlists.removeWishlistItems,
  shareWishlist: wishlists.shareWishlist,
  unshareWishlist: wishlists.unshareWishlist,
  getSharedWishlist: wishlists.getSharedWishlist,
  makeCartCode: cartCodes.makeCartCode,
  getCartCode: cartCodes.getCartCode,
  addCartCode: cartCodes.addCartCode,
  lookUpTaxpayer: billing.lookUpTaxpayer,
  getInstallments: payments.getInstallments,
  getBankPlans: payments.getBankPlans,
  listSavedCards: payments.listSavedCards,
  deleteSavedCard: payments.deleteSavedCard,
  getCaptchaChallenge: captcha.getCaptchaChallenge,
  placeOrder: orders.placeOrder,
  placeStoreOrder: orders.placeStoreOrder,
  issueOneTimeCode: orders.issueOneTimeCode,
  placeLinkOrder: orders.placeLinkOrder,
  findPlacement: orders.findPlacement,
  confirmOrder: orders.confirmOrder,
  findOrder: orders.findOrder,
  openOrderLink: orders.openOrderLink,
  registerLoyalty: loyalty.registerLoyalty,
  getLoyalty: loyalty.getLoyalty,
  listOrders: orders.listOrders,
  getOrder: orders.getOrder,
  getTracking: orders.getTracking,
  getTrackingByNumber: orders.getTrackingByNumber,
  advanceDemoShipment: orders.advanceDemoShipment,
  sendMessagingEvent: analytics.sendMessagingEvent,
  sendSponsoredEvent: analytics.sendSponsoredEvent,
  requestRestockNotice: restock.requestRestockNotice,
  requestRestockByEmail: restock.requestRestockByEmail,
  listRestockNotices: restock.listRestockNotices,
  cancelRestockNotice: restock.cancelRestockNotice,
  requestReturn: returns.requestReturn,
  listReturns: returns.listReturns,
  cancelReturn: returns.cancelReturn,
  getReturnImage: returns.getReturnImage,
  feedStock: stock.feedStock,
  getHelp: help.getHelp,
  fileComplaint: complaints.fileComplaint,
  listDemoMails: notifications.listDemoMails,
} as const;

export type Endpoints = typeof endpoints;
