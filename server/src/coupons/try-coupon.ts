import type { tryCoupon as tryCouponCall } from '@ceiba/contract/desk/coupons';
import type { Parsed } from '@ceiba/contract/endpoint';
import { applyCoupon, type Coupon, couponConditionText } from '@ceiba/domain/coupons/coupon';
import { readSampleCart, sampleCartText } from '@ceiba/domain/coupons/sample-cart';
import { type Centavos, fromQuetzales, subtract, times, toQuetzales, zero } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, refuse } from '@ceiba/domain/result';
import { priceLooseLines, selectLooseProducts } from '../carts/read-cart.store.ts';
import { priceNow } from '../catalog/product-card.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { oneValue } from './coupons.table.ts';

type Trial = Parsed<typeof tryCouponCall>['query'];

const fieldRefusal = (field: string, text: string) =>
  refuse<Refusal<'VALIDATION_ERROR'>>({
    code: 'VALIDATION_ERROR',
    message: text,
    metadata: { fields: { [field]: text } },
  });

/** The centavos of a typed amount. Null if no amount was typed, or it has parts of a centavo. */
const centavosOf = (quetzales: number | undefined): Centavos | null => {
  const read = quetzales === undefined ? undefined : fromQuetzales(quetzales);
  return read?.ok ? read.value : null;
};

const momentOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

/** The typed coupon. Undefined if the coupon has neither a percentage nor an amount, or both. */
function couponOf({ percent, amount, cap, minimum, startsAt, endsAt }: Trial): Coupon | undefined {
  const [share, fixed] = [centavosOf(percent), centavosOf(amount)];
  if ((share === null) === (fixed === null)) return undefined;
  return {
    ...{ code: '', label: '' },
    // A percentage with two decimals has as many basis points as an amount has centavos.
    value: share === null ? { kind: 'fixed', amount: fixed ?? zero } : { kind: 'percent', basisPoints: share },
    cap: centavosOf(cap),
    minimumSubtotal: centavosOf(minimum) ?? zero,
    startsAt: momentOf(startsAt),
    endsAt: momentOf(endsAt),
    ...{ totalLimit: null, customerLimit: null },
  };
}

/** Applies a coupon that is not saved yet to a sample cart, by the rules of a guest's cart (PROD-13). Stock does not matter. */
export async function tryCoupon(tx: Tx, trial: Trial, now: Date, policy: ShopPolicy) {
  const coupon = couponOf(trial);
  if (coupon === undefined) return fieldRefusal('percent', oneValue);
  const asked = readSampleCart(trial.goods);
  if (!asked.ok) return fieldRefusal('goods', sampleCartText(asked.error));
  const skus = asked.value.map(({ sku }) => sku);
  const found = await selectLooseProducts(tx, [skus, asked.value.map(({ quantity }) => quantity), now]);
  const rows = found.filter((row) => priceNow(row) !== null);
  const { totals } = priceLooseLines(
    rows.map((row) => ({ ...row, warranty: null })),
    now,
    policy,
  );
  const { firstPartyBase, subtotal, grandTotal } = totals;
  const use = { now, isSlotTaken: false, firstPartyBase, uses: 0, customerUses: 0 };
  const judged = applyCoupon(coupon, use);
  const discount = judged.ok ? judged.value : zero;
  const known = new Set(rows.map(({ sku }) => sku));
  return ok({
    lines: rows.map((row) => ({
      sku: row.sku,
      title: row.title,
      quantity: row.line_quantity,
      lineTotal: toQuetzales(times(priceNow(row) ?? zero, row.line_quantity)),
    })),
    unknown: skus.filter((sku) => !known.has(sku)),
    subtotal: toQuetzales(subtotal),
    discount: toQuetzales(discount),
    total: toQuetzales(subtract(grandTotal, discount)),
    problem: judged.ok ? null : couponConditionText(judged.error, coupon, firstPartyBase),
  });
}
