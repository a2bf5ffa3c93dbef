import type { CaptchaChallenge } from '@ceiba/contract/captcha';
import type { Client } from '@ceiba/contract/client';

/** Hashes computed at the same time: enough to use the processor, few enough to keep the page responsive. */
const portion = 250;

/**
 * Fetches a challenge and finds its number (DEC-171). Returns the header `x-recaptcha`, or null if there is no challenge or no number. Throws if
 * `signal` aborts, or if the browser has no hash functions (a page over plain HTTP).
 */
export async function solveChallenge(call: Client, signal: AbortSignal): Promise<string | null> {
  const answer = await call('getCaptchaChallenge', {}, { signal });
  if (!answer.ok) return null;
  const { algorithm, challenge, salt, signature, maxnumber } = answer.value;
  const number = await findNumber({ algorithm, challenge, salt, maxnumber }, signal);
  return number === null ? null : btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

async function findNumber(
  { algorithm, challenge, salt, maxnumber }: Omit<CaptchaChallenge, 'signature'>,
  signal: AbortSignal,
): Promise<number | null> {
  const encoder = new TextEncoder();
  const hashOf = async (number: number): Promise<string> => {
    const hash = await crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  for (let from = 0; from <= maxnumber; from += portion) {
    signal.throwIfAborted();
    const length = Math.min(portion, maxnumber + 1 - from);
    const hashes = await Promise.all(Array.from({ length }, (_, index) => hashOf(from + index)));
    const found = hashes.indexOf(challenge);
    if (found !== -1) return from + found;
  }
  return null;
}
