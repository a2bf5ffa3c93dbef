import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';

/** schema.org Organization: the shop's data, as far as set. */
export const organizationSchema = (origin: string, policy: PublicPolicy) => {
  const { shopName, shopLegalName, shopNit, shopLogo, shopEmail, shopAddress, shopLinks } = policy;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shopName,
    url: `${origin}/`,
    telephone: policy.supportPhone,
    ...(shopLegalName === '' ? {} : { legalName: shopLegalName }),
    ...(shopNit === null ? {} : { taxID: shopNit }),
    ...(shopLogo === null ? {} : { logo: `${origin}${shopLogo}` }),
    ...(shopEmail === null ? {} : { email: shopEmail }),
    ...(shopAddress === '' ? {} : { address: shopAddress }),
    ...(shopLinks.length === 0 ? {} : { sameAs: shopLinks }),
  };
};
