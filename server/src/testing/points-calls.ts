import type { CallAnswer, CallInput } from '@ceiba/contract/client';
import { z } from 'zod';
import type { PointsLedger } from '../invariants/check-reservations.store.ts';
import { createHttpPointsPrograms, type PointsPrograms } from '../points/points-programs.ts';
import { settlePoints } from '../points/settle-points.ts';
import { mintProof } from './captcha-proofs.ts';
import { done } from './cart-calls.ts';
import { merchantKey, type TestBank } from './order-calls.ts';
import type { TestShop } from './test-shop.ts';

/** For orders without a certificate, which call no program. */
export const noPrograms: Pick<PointsPrograms, 'findReservation'> = {
  findReservation: () => Promise.reject(new Error('there is no certificate to ask about')),
};

/** Programs without a reservation for the shop. */
export const emptyPrograms: PointsLedger = {
  listReservations: async () => ({ reservations: [], next: null }),
  findReservation: async () => ({ kind: 'closed' }),
};

/** The points programs of a test bank. */
export const programsOf = ({ url }: Pick<TestBank, 'url'>, timeoutMs = 60_000): PointsPrograms =>
  createHttpPointsPrograms({ url, merchantKey, timeoutMs });

/** A member with 40,000 points (DEC-165). */
export const member = { name: 'MaxpointsPoints', dpi: '1234567890101', birthDate: '1990-05-15' } as const;

/** A Puntos BI account, identified by its card. */
export const biCard = (ccNumber = '4111111111111111') =>
  ({ name: 'BiPoints', ccNumber, ccDate: '12/39', ccCVV: '123', ccOwner: 'Lucía Paz' }) as const;

type PointsForm = Omit<CallInput<'requestPoints'>['body'], 'cartId'>;

/** Calls POST /v1/catalogs/coupons/points/request with a valid captcha. */
export const requestPoints = async (shop: TestShop, cartId: string, form: PointsForm = member) =>
  shop.call('requestPoints', { body: { cartId, ...form } }, { headers: { 'x-recaptcha': await mintProof(shop) } });

/** Returns the code of the certificate of this number of quetzales that an account is offered for a cart. */
export const offeredCode = async (
  shop: TestShop,
  cartId: string,
  amount: number,
  form: PointsForm = member,
): Promise<string> => {
  const { coupons } = done(await requestPoints(shop, cartId, form));
  const coupon = coupons.find(({ discountAmount }) => discountAmount === amount);
  if (coupon === undefined) throw new Error(`no certificate of Q${amount} is offered`);
  return coupon.couponCode;
};

export const applyPoints = (shop: TestShop, cartId: string, couponCode: string) =>
  shop.call('applyPoints', { body: { cartId, couponCode } });

/** Applies a certificate of this number of quetzales to a cart. */
export const redeem = async (
  shop: TestShop,
  cartId: string,
  amount: number,
  form: PointsForm = member,
): Promise<CallAnswer<'applyPoints'>> =>
  done(await applyPoints(shop, cartId, await offeredCode(shop, cartId, amount, form)));

const reservationsView = z.object({
  holds: z.array(z.object({ key: z.string(), status: z.string(), points: z.int() })),
});

/** Returns the state of each reservation at a test bank's program, by its key. */
export const reservationsOf = async ({ url }: Pick<TestBank, 'url'>): Promise<Record<string, string>> => {
  const answer = await fetch(`${url}/points/holds?limit=500`, { headers: { authorization: `Bearer ${merchantKey}` } });
  const { holds } = reservationsView.parse(await answer.json());
  return Object.fromEntries(holds.map(({ key, status }) => [key, status]));
};

/** Returns the free points of an account at the program. */
export const freePoints = async (
  bank: Pick<TestBank, 'url'>,
  form: typeof member | ReturnType<typeof biCard> = member,
) => {
  const identity =
    'dpi' in form
      ? ({ kind: 'person', dpi: form.dpi, birthDate: form.birthDate } as const)
      : ({ kind: 'card', number: form.ccNumber, expiry: form.ccDate, cvv: form.ccCVV, holder: form.ccOwner } as const);
  const balance = await programsOf(bank).findBalance(form.name, identity);
  return balance.kind === 'found' ? balance.points : balance.kind;
};

/** Runs the settling job once. Returns the number of settled certificates. */
export const settle = ({ db }: TestShop, programs: PointsPrograms): Promise<number> =>
  settlePoints({ db, programs, log: { info: () => {}, warn: () => {}, error: () => {} } });

/** Expires the lease of all unsettled certificates. */
export const overdue = ({ db }: TestShop) =>
  db.pool.query(
    "update points_certificates set settle_after = now() - interval '1 second' where settle_after is not null",
  );
