import { randomBytes } from 'node:crypto';
import type { CaptchaChallenge } from '@ceiba/contract/captcha';
import { createChallenge } from '../captcha/altcha.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import type { TestShop } from './test-shop.ts';

/** The header `x-recaptcha` of a solved challenge. */
export const proofOf = ({ maxnumber: _, ...challenge }: CaptchaChallenge, number: number): string =>
  Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');

/** A good proof without the work; `begun` is when its challenge was given. */
export const mintProof = async ({ db }: TestShop, begun = new Date(), isHard = false): Promise<string> => {
  const parts = { salt: randomBytes(12).toString('hex'), number: 1 };
  return proofOf(createChallenge(await getShopSecret(db.write, 'captcha'), begun, isHard, parts), parts.number);
};
