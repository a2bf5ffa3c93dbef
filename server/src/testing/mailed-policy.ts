import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';

/** The policy of a shop with the demo shop's name, for mails and documents that a test reads. */
export const ceibaPolicy: ShopPolicy = {
  ...defaultShopPolicy,
  shopName: 'Ceiba',
  shopSentence: 'Tecnología y hogar con envío a toda Guatemala',
};

/** The policy of a shop whose name and contact data all differ from the demo's. */
export const mayaPolicy: ShopPolicy = {
  ...defaultShopPolicy,
  shopName: 'Electrónica Maya, S.A.',
  shopLegalName: 'Electrónica Maya, Sociedad Anónima',
  shopNit: '576937-K',
  shopSentence: 'Todo para tu casa',
  shopColour: '#8a1538',
  supportPhone: '2222-3333',
};
