import { randomUUID } from 'node:crypto';
import { type shopper, textIn } from '../purchase-journey.ts';

type Shopper = Pick<ReturnType<typeof shopper>, 'call'>;

/** A customer's account and the card it keeps. */
export interface Wallet {
  /** Headers of the customer's session; the account is opened by the first call. */
  session(guest: Shopper): Promise<{ authorization: string }>;
  /** What pays with the card that was kept last; undefined while none is. */
  savedToken(customer: Shopper): Promise<string | undefined>;
}

const tokenIn = (answer: string): { authorization: string } => ({
  authorization: `Bearer ${textIn(answer, /"sessionToken":"([^"]+)"/)}`,
});

export const openWallet = (): Wallet => {
  const email = `${randomUUID()}@correo.gt`;
  const password = randomUUID();
  let headers: { authorization: string } | undefined;
  const account = {
    firstName: 'Lucía',
    lastName: 'Paz',
    email,
    phone: '55554444',
    password,
    registerLeal: false,
    acceptTerms: true,
  };
  return {
    session: async ({ call }) => {
      // An answer that was lost may have opened the account: then it is there to sign in to.
      headers ??= tokenIn(
        await call('POST', '/v1/auth/register', account).catch(() =>
          call('POST', '/v1/auth/login', { email, password }),
        ),
      );
      return headers;
    },
    savedToken: async ({ call }) => {
      const answer = await call('GET', '/v1/payments/instruments');
      return /"instrumentToken":"([0-9a-f-]{36})"/.exec(answer)?.[1];
    },
  };
};
