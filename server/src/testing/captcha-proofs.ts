import { randomBytes } from 'node:crypto';
import type { CaptchaChallenge } from '@ceiba/contract/captcha';
import { createChallenge } from '../captcha/altcha.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import type { TestShop } from './test-shop.ts';

/** Returns the `x-recaptcha` header for a solved challenge. */
export const proofOf = ({ maxnumber: _, ...challenge }: CaptchaChallenge, number: number): string =>
  Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');

/** Creates a valid proof without the work. The second parameter is the time of its challenge. */
export const mintProof = async ({ db }: TestShop, begun = new Date(), isHard = false): Promise<string> => {
  const parts = { salt: randomBytes(12).toString('hex'), number: 1 };
  return proofOf(createChallenge(await getShopSecret(db.write, 'captcha'), begun, isHard, parts), parts.number);
};
