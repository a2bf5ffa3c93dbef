import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';

/** The policy of a shop that is called as the demo shop is, for mails and papers that a test reads. */
export const ceibaPolicy: ShopPolicy = {
  ...defaultShopPolicy,
  shopName: 'Ceiba',
  shopSentence: 'Tecnología y hogar con envío a toda Guatemala',
};
