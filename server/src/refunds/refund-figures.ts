import type { Centavos } from '@ceiba/domain/money/money';
import { figureOf, figures } from '@ceiba/domain/reports/figures';
import { figureSql } from '../platform/db/figure-sql.ts';

/** SQL for the total of a refund. `r`: the row of `refunds`. */
export const refundAmountOf = (r: string): string =>
  figureSql(figures.refund, { money: `${r}.amount`, points: `${r}.points_amount`, giftCards: `${r}.gift_card_amount` });

/** SQL for the worth of a refund's units. `f`: the row of `refund_lines`. */
export const unitsWorthOf = (f: string): string =>
  figureSql(figures.unitsWorth, { worth: `${f}.amount`, shortfall: `${f}.shortfall` });

/** SQL for the amount by which a refund reduces the sales. `r`: the row of `refunds`. */
export const salesBackOf = (r: string): string =>
  figureSql(figures.salesBack, {
    money: `${r}.amount`,
    giftCards: `${r}.gift_card_amount`,
    shipping: `${r}.shipping`,
    donation: `${r}.donation`,
    giftCardsSold: `coalesce((select sum(${unitsWorthOf('f')}) from refund_lines f
      join order_lines l on l.order_id = f.order_id and l.position = f.position where f.refund_id = ${r}.id and line_kind(l.kind) = 'gift_card'), 0)`,
  });

/** Returns the total of a refund, as `refundAmountOf` does in SQL. */
export const amountOfRefund = (refund: { amount: number; pointsAmount: number; giftCardAmount: number }): Centavos =>
  figureOf(figures.refund, { money: refund.amount, points: refund.pointsAmount, giftCards: refund.giftCardAmount });
