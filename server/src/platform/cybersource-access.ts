/** CyberSource's REST API and the shop's keys for it. */
export interface CyberSourceAccess {
  /** Origin, without a trailing slash. */
  url: string;
  merchantId: string;
  keyId: string;
  secret: string;
}

/** Of the account that CyberSource's documentation gives to everybody. */
const publicMerchantId = 'testrest';
const publicKeyId = '08c94330-f618-42a3-b09d-e1e43be5efda';

/** Its test hosts (`apitest.cybersource.com`, `api-matest.cybersource.com`) approve cards and charge none. */
const isTestHost = ({ url }: CyberSourceAccess): boolean =>
  new URL(url).hostname.split('.', 1).some((label) => label.includes('test'));

/** Told at every start of a shop that was opened on a test host. */
export const testHostWarnings = (access: CyberSourceAccess | undefined): string[] =>
  access !== undefined && isTestHost(access)
    ? [
        `CYBERSOURCE_URL is a test host (${new URL(access.url).hostname}): orders are confirmed, and no card is charged.`,
      ]
    : [];

/**
 * What is known to everybody, would send cards in the clear, or would confirm orders that nobody paid is only for a demo.
 *
 * @param isTest the operator says that the shop is on a test host for trying
 */
export const unfitForRealShop = (access: CyberSourceAccess, isTest: boolean): string[] => {
  const { url, merchantId, keyId } = access;
  return [
    ...(url.startsWith('https:') ? [] : ['CYBERSOURCE_URL is not https']),
    ...(merchantId === publicMerchantId
      ? ["CYBERSOURCE_MERCHANT_ID is the documentation's own, which everybody knows"]
      : []),
    ...(keyId === publicKeyId ? ["CYBERSOURCE_KEY_ID is the documentation's own, which everybody knows"] : []),
    ...(isTestHost(access) && !isTest
      ? ['CYBERSOURCE_URL is a test host, which charges no card; to try it all the same, set CYBERSOURCE_TEST=true']
      : []),
  ];
};
