import type { Centavos } from '@ceiba/domain/money/money';
import { figureOf, figures } from '@ceiba/domain/reports/figures';
import { figureSql } from '../platform/db/figure-sql.ts';

/** SQL of all that a refund gives back; `r`: the row of `refunds`. */
export const refundAmountOf = (r: string): string =>
  figureSql(figures.refund, { money: `${r}.amount`, points: `${r}.points_amount`, giftCards: `${r}.gift_card_amount` });

/** SQL of what units were worth that a refund is for; `f`: the row of `refund_lines`. */
export const unitsWorthOf = (f: string): string =>
  figureSql(figures.unitsWorth, { worth: `${f}.amount`, shortfall: `${f}.shortfall` });

/** SQL of what a refund lowers the sales by. */
export const salesBackOf = (r: string): string =>
  figureSql(figures.salesBack, {
    money: `${r}.amount`,
    giftCards: `${r}.gift_card_amount`,
    shipping: `${r}.shipping`,
    donation: `${r}.donation`,
    giftCardsSold: `coalesce((select sum(${unitsWorthOf('f')}) from refund_lines f
      join order_lines l on l.order_id = f.order_id and l.position = f.position where f.refund_id = ${r}.id and l.kind = 'giftCard'), 0)`,
  });

/** All that a refund gives back, by its row: `figures.refund`. */
export const amountOfRefund = (refund: { amount: number; pointsAmount: number; giftCardAmount: number }): Centavos =>
  figureOf(figures.refund, { money: refund.amount, points: refund.pointsAmount, giftCards: refund.giftCardAmount });
