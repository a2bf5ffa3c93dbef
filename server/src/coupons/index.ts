import { databaseCommand, type Slice } from '../slice.ts';
import { couponUsage, runCouponCommand } from './coupon-command.ts';
import { couponsRoutes } from './coupons.routes.ts';

export const coupons: Slice = {
  routes: couponsRoutes,
  commands: { coupon: databaseCommand(couponUsage, runCouponCommand) },
};
