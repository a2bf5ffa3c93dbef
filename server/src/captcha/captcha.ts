import { createHash } from 'node:crypto';
import { type CaptchaChallenge, captchaTokenMaxLength } from '@ceiba/contract/captcha';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import type { Refusal, RequestContext, Route } from '../platform/http/route.ts';
import { createChallenge, isProof, type Proof, proofLifeMs, readProof } from './altcha.ts';
import { consumeProof } from './captcha.store.ts';
import type { TokenVerifier } from './recaptcha.ts';

type CaptchaRefusal = Refusal<'CAPTCHA_FAILED'>;

/** The client that sends a token, and the moment. */
type CaptchaCaller = Pick<RequestContext, 'client' | 'now'>;

/**
 * Distinguishes people from programs (DEC-11). Accepts the shop's own proofs of work, which its checkout solves, and
 * the tokens of an outside service if one is configured.
 */
export interface Captcha {
  challenge(now: Date): Promise<CaptchaChallenge>;
  /**
   * Takes the header `x-recaptcha`. An accepted token is used up, even if the call fails. Missing, wrong, used and expired tokens are
   * refused (DEC-171). Tokens are also refused while the outside service does not answer.
   */
  redeem(token: string | undefined, caller: CaptchaCaller, wish?: Wish): Promise<Result<null, CaptchaRefusal>>;
}

/** `isHard`: own challenges must be of the harder kind. A token of the outside service counts as hard. */
interface Wish {
  isHard: boolean;
}

export interface CaptchaOptions {
  db: Database;
  /** Undefined if only the shop's own challenge is accepted. */
  verifier: TokenVerifier | undefined;
  /** Returns whether challenges are of the harder kind now (DEC-219). */
  areHard(): Promise<boolean>;
}

/** For a call that always needs the header (DEC-11). The token is checked and used up before the body is read (DEC-171). */
export const requireCaptcha =
  (captcha: Pick<Captcha, 'redeem'>): NonNullable<Route['refuseFirst']> =>
  async ({ captchaToken, ...caller }) => {
    const proven = await captcha.redeem(captchaToken, caller);
    return proven.ok ? undefined : proven.error;
  };

const failed = refuse<CaptchaRefusal>({ code: 'CAPTCHA_FAILED' });

const away = refuse<CaptchaRefusal>({
  code: 'CAPTCHA_FAILED',
  message: 'El servicio que verifica que no eres un robot no responde. Espera un momento e intenta de nuevo.',
});

export const createCaptcha = ({ db, verifier, areHard }: CaptchaOptions): Captcha => {
  let secret: string | undefined;
  const getSecret = async (): Promise<string> => {
    secret ??= await getShopSecret(db.write, 'captcha');
    return secret;
  };
  const judge = async (token: string, { client, now }: CaptchaCaller): Promise<Result<Proof, CaptchaRefusal>> => {
    // The token has the form of the shop's own proofs, or there is no outside service that could check it.
    if (verifier === undefined || isProof(token)) {
      const proof = readProof(token, await getSecret(), now);
      return proof === undefined ? failed : ok(proof);
    }
    const verdict = await verifier.verify(token, client);
    if (verdict !== 'accepted') return verdict === 'unavailable' ? away : failed;
    // The service should accept each token only once. This check ensures it.
    const challenge = createHash('sha256').update(token).digest('base64url');
    return ok({ challenge, expiresAt: new Date(now.getTime() + proofLifeMs), isHard: true });
  };
  return {
    challenge: async (now) => createChallenge(await getSecret(), now, await areHard()),
    redeem: async (token, caller, { isHard } = { isHard: false }) => {
      if (token === undefined || token.length > captchaTokenMaxLength) return failed;
      const judged = await judge(token, caller);
      if (!judged.ok) return judged;
      if (isHard && !judged.value.isHard) return failed;
      return (await consumeProof(db.write, judged.value.challenge, judged.value.expiresAt)) ? ok(null) : failed;
    },
  };
};
