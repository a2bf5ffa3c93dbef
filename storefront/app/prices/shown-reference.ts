import type { Product } from '@ceiba/contract/catalog';
import { civilDate } from '@ceiba/domain/dates/civil-date';
import { referenceText } from '@ceiba/domain/prices/price-history';
import { amountOf } from '@ceiba/ui/price';

export type ShownReference = NonNullable<NonNullable<Product['discount']>['reference']>;

/** "Precio más bajo en los 30 días antes de esta oferta: Q1,234.50" (PRICE-02). */
export const shownReference = ({ price, days, since }: ShownReference): string =>
  referenceText({ price: amountOf(price), days, since: since === undefined ? null : civilDate(since) });
