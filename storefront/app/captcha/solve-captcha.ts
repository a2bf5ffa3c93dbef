import { tryToLoad } from '@ceiba/ui/try-to-load';
import { api } from '../platform/api.ts';

/** Milliseconds. A slow phone needs some seconds. After this limit an alert says so, and the shopper may press again. */
const captchaLimitMs = 30_000;

/** Returns the header `x-recaptcha`, solved in the browser. Null if the script, the challenge or its solution is not available. */
export const solveCaptcha = async (): Promise<string | null> => {
  try {
    const { solveChallenge } = await tryToLoad(() => import('./solve-challenge.ts'));
    return await solveChallenge(api, AbortSignal.timeout(captchaLimitMs));
  } catch {
    return null;
  }
};
