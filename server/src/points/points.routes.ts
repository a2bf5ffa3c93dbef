import { applyPoints, getPointsOptions, requestPoints } from '@ceiba/contract/points';
import { certificateLabel } from '@ceiba/domain/carts/cart-totals';
import { toQuetzales } from '@ceiba/domain/money/money';
import { availablePrograms, balanceOf, type PointsProgram } from '@ceiba/domain/points/points';
import { pointsInputFields } from '@ceiba/domain/points/points-inputs';
import { ok, refuse } from '@ceiba/domain/result';
import { type Captcha, requireCaptcha } from '../captcha/captcha.ts';
import { toPrices } from '../carts/cart-answer.ts';
import { readCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import { applyCertificate, readPointsFlags } from './apply-certificate.ts';
import type { PointsPrograms } from './points-programs.ts';
import { type OfferedPoints, requestCertificates } from './request-certificates.ts';

export interface PointsRoutesDeps {
  db: Database;
  programs: PointsPrograms;
  captcha: Captcha;
  config: Pick<Config, 'rateLimitFactor'>;
}

export const pointsRoutes = (deps: PointsRoutesDeps): Route[] => {
  const { db } = deps;
  const withFlags = { ...deps, readFlags: () => readPointsFlags(db.read) };
  return [
    route(getPointsOptions, async ({ query }, { now, policy }) => {
      const cart = await readCart(db.write, query.cartId, now, policy);
      if (cart === undefined) return refuse({ code: 'CART_NOT_FOUND' });
      const forPoints = { isThirdParty: cart.isThirdParty, hasDonation: cart.donation !== null };
      return ok(availablePrograms(forPoints, await readPointsFlags(db.read)).map(optionOf));
    }),

    {
      ...route(requestPoints, async ({ body }, context) => {
        const caller = { ...context, factor: deps.config.rateLimitFactor };
        const offered = await requestCertificates(withFlags, { ...context, body, caller });
        return offered.ok ? ok(offerAnswer(offered.value)) : offered;
      }),
      refuseFirst: requireCaptcha(deps.captcha),
    },

    route(applyPoints, async ({ body }, context) => {
      const applied = await applyCertificate(withFlags, { ...context, ...body });
      if (!applied.ok) return applied;
      const { certificate, cart } = applied.value;
      const { code, amount } = certificate;
      const appliedCoupon = { code, discountAmount: toQuetzales(amount), label: certificateLabel(amount) };
      return ok({ status: 200, data: { appliedCoupon, grandTotal: toPrices(cart).grandTotal } });
    }),
  ];
};

const optionOf = ({ optionId, name, title, inputs }: PointsProgram, index: number) => ({
  optionID: optionId,
  name,
  title,
  iconUrl: `/art/${optionId}.svg`,
  index,
  inputs: inputs.map((input) => ({ name: input, ...pointsInputFields[input], required: true })),
});

const offerAnswer = ({ id: uid, program, formValues, points, certificates, message }: OfferedPoints) => {
  const optionID = program.optionId;
  return {
    status: 200,
    optionID,
    uid,
    coupons: certificates.map(({ code: couponCode, amount }) => {
      const discountAmount = toQuetzales(amount);
      return { couponCode, uid, optionID, formValues, ruleId: `${optionID}-${discountAmount}`, discountAmount };
    }),
    availablePoints: points,
    availableBalance: toQuetzales(balanceOf(points)),
    message,
  };
};
