import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Maximum length of the header `x-recaptcha`. A reCAPTCHA token has about 2,000 characters. */
export const captchaTokenMaxLength = 8_192;

/**
 * A challenge in ALTCHA's version 1 format (DEC-171). The solution is the number below `maxnumber` whose hash with the salt
 * equals `challenge`.
 */
export const captchaChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  /** SHA-256 of salt and number, hexadecimal. */
  challenge: z.string(),
  /** A random text, with the time until which the challenge is valid. */
  salt: z.string(),
  signature: z.string(),
  maxnumber: z.int(),
});
export type CaptchaChallenge = z.infer<typeof captchaChallenge>;

export const getCaptchaChallenge = endpoint({
  name: 'getCaptchaChallenge',
  slice: 'captcha',
  method: 'GET',
  path: '/v1/captcha/challenge',
  summary:
    'Returns a challenge for the header x-recaptcha, a proof of work that is valid for 10 minutes and only once (DEC-11, DEC-171)',
  auth: 'public',
  limit: 'captcha',
  answers: { 200: captchaChallenge },
  errors: [],
});
