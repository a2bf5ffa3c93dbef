import { z } from 'zod';
import { flag } from '../../platform/settings.ts';
import type { CyberSourceAccess } from './signed-line.ts';

/** Of the account that CyberSource's documentation gives to everybody. */
const publicMerchantId = 'testrest';
const publicKeyId = '08c94330-f618-42a3-b09d-e1e43be5efda';

/** Its test hosts (`apitest.cybersource.com`, `api-matest.cybersource.com`) approve cards and charge none. */
const isTestHost = ({ url }: CyberSourceAccess): boolean =>
  new URL(url).hostname.split('.', 1).some((label) => label.includes('test'));

/** Told at every start of a shop that was opened on a test host. */
export const testHostWarnings = (access: CyberSourceAccess): string[] =>
  isTestHost(access)
    ? [
        `CYBERSOURCE_URL is a test host (${new URL(access.url).hostname}): orders are confirmed, and no card is charged.`,
      ]
    : [];

/**
 * What is known to everybody, would send cards in the clear, or would confirm orders that nobody paid is only for a demo.
 *
 * @param isTest the operator says that the shop is on a test host for trying
 */
const unfitForRealShop = (access: CyberSourceAccess, isTest: boolean): string[] => {
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

/** The shop's own account; `.env.example` explains each. */
const account = z.object({
  CYBERSOURCE_URL: z.url().default(''),
  CYBERSOURCE_MERCHANT_ID: z.string().default(''),
  CYBERSOURCE_KEY_ID: z.uuid().default(''),
  CYBERSOURCE_SECRET: z.base64().min(16).default(''),
});

const trying = z.object({ CYBERSOURCE_TEST: flag.default(false) });

/** Throws a readable error naming everything that is missing, wrong, or unfit for a real shop; no secret is told with it. */
export const readCyberSourceAccess = (
  variables: Readonly<Record<string, string>>,
  isDemo: boolean,
): CyberSourceAccess => {
  const read = account.extend(trying.shape).safeParse(variables);
  if (!read.success) throw new Error(`Wrong settings:\n${z.prettifyError(read.error)}`);
  const { CYBERSOURCE_TEST: isTest, ...settings } = read.data;
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === '' ? [`${name} is not set`] : []));
  const access = {
    url: settings.CYBERSOURCE_URL.replace(/\/$/, ''),
    merchantId: settings.CYBERSOURCE_MERCHANT_ID,
    keyId: settings.CYBERSOURCE_KEY_ID,
    secret: settings.CYBERSOURCE_SECRET,
  };
  const faults = isDemo || missing.length > 0 ? missing : unfitForRealShop(access, isTest);
  if (faults.length === 0) return access;
  const list = faults.map((line) => `✖ ${line}`).join('\n');
  throw new Error(`PAYMENT_GATEWAY=cybersource wants the shop's own account (docs/operations.md):\n${list}`);
};
