import { tryToLoad } from '@ceiba/ui/try-to-load';
import { api } from '../platform/api.ts';

/** A slow telephone needs some seconds; after so long an alert says so, and the shopper may press again. */
const captchaLimitMs = 30_000;

/** The header `x-recaptcha`, solved by the browser. Null when it cannot be had: the file, the challenge, or its solution. */
export const solveCaptcha = async (): Promise<string | null> => {
  try {
    const { solveChallenge } = await tryToLoad(() => import('./solve-challenge.ts'));
    return await solveChallenge(api, AbortSignal.timeout(captchaLimitMs));
  } catch {
    return null;
  }
};
