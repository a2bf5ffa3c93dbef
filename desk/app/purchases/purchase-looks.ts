import { type Field, readTyped } from '@ceiba/contract/desk/fields';
import type { PurchaseState } from '@ceiba/domain/purchases/purchase';
import { moneyText } from '../platform/formats.ts';
import type { PillStyle } from '../platform/pill.tsx';

export const purchasePills: Readonly<Record<PurchaseState, PillStyle>> = {
  draft: { look: 'stone', icon: 'pencil' },
  ordered: { look: 'sky', icon: 'mail' },
  partlyReceived: { look: 'corn', icon: 'package-open' },
  received: { look: 'good', icon: 'circle-check' },
  closed: { look: 'out', icon: 'ban' },
};

export const purchasesPath = [{ label: 'Compras', to: '/compras' }] as const;
export const purchaseHref = (number: string): string => `/compras/${number}`;

/** The text of a cost. A missing cost does not show as zero (BUY-04). */
export const costText = (cost: number | null): string => (cost === null ? 'Sin costo' : moneyText(cost));

/** The number in the text of a field. Null if the text is empty or wrong. */
export const numberIn = (field: Field, text: string | undefined): number | null => {
  const read = readTyped(field, text ?? '');
  return read.ok && typeof read.value === 'number' ? read.value : null;
};
