import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';

/** The policy of a shop that is called as the demo shop is, for mails and papers that a test reads. */
export const ceibaPolicy: ShopPolicy = {
  ...defaultShopPolicy,
  shopName: 'Ceiba',
  shopSentence: 'Tecnología y hogar con envío a toda Guatemala',
};

/** The policy of a shop that is another than the demo's in all that says who it is. */
export const mayaPolicy: ShopPolicy = {
  ...defaultShopPolicy,
  shopName: 'Electrónica Maya, S.A.',
  shopLegalName: 'Electrónica Maya, Sociedad Anónima',
  shopNit: '576937-K',
  shopSentence: 'Todo para tu casa',
  shopColour: '#8a1538',
  supportPhone: '2222-3333',
};
