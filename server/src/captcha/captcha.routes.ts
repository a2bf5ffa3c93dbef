import { getCaptchaChallenge } from '@ceiba/contract/captcha';
import { ok } from '@ceiba/domain/result';
import { type Route, route } from '../platform/http/route.ts';
import type { Captcha } from './captcha.ts';

export const captchaRoutes = ({ captcha }: { captcha: Captcha }): Route[] => [
  route(getCaptchaChallenge, async (_input, { now, setHeader }) => {
    setHeader('Cache-Control', 'no-store');
    return ok(await captcha.challenge(now));
  }),
];
