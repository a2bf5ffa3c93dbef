import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';

/** schema.org Organization: who the shop is, as far as it has said so. */
export const organizationSchema = (origin: string, policy: PublicPolicy) => {
  const { shopName, shopLegalName, shopNit, shopSentence, shopLogo, shopAppIcon, shopEmail, shopAddress, shopLinks } =
    policy;
  const logo = shopLogo ?? shopAppIcon;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shopName,
    url: `${origin}/`,
    telephone: policy.supportPhone,
    ...(shopLegalName === '' ? {} : { legalName: shopLegalName }),
    ...(shopNit === null ? {} : { taxID: shopNit }),
    ...(shopSentence === '' ? {} : { slogan: shopSentence }),
    ...(logo === null ? {} : { logo: `${origin}${logo}` }),
    ...(shopEmail === null ? {} : { email: shopEmail }),
    ...(shopAddress === '' ? {} : { address: shopAddress }),
    ...(shopLinks.length === 0 ? {} : { sameAs: shopLinks }),
  };
};
