import type { CallOptions } from '@ceiba/contract/client';
import type { DeskEndpoints } from '@ceiba/contract/desk/endpoints';
import { priceFields, productFields } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import type { Input } from '@ceiba/contract/endpoint';
import type { ValueRestorer } from '../detail/history-card.tsx';
import { call } from '../session/desk-client.ts';

const isField = (name: string): boolean => name in productFields || name === 'attributes';

/** Returns whether a change accepts the value. Old rows of the history store attributes as texts, which no change accepts. */
const isSendable = (value: unknown): boolean =>
  !Array.isArray(value) || value.every((each) => typeof each === 'object');

const lineText = ({ label, value, unit }: { label: string; value: string; unit: string | null }): string =>
  JSON.stringify([label, value, unit]);

/** A field's value as text, to compare the present value with a value of the history. */
const textOf = (name: string, value: unknown): string =>
  name === 'attributes' && Array.isArray(value) ? JSON.stringify(value.map(lineText)) : JSON.stringify(value);

/** The previous values that differ from the present values, and that this person may set (PROD-05). */
const formerValues = (
  product: DeskProduct,
  before: Readonly<Record<string, unknown>>,
  mayPrice: boolean,
): Readonly<Record<string, unknown>> | undefined => {
  const now: Readonly<Record<string, unknown>> = { ...product };
  const values = Object.entries(before).filter(
    ([name, value]) =>
      isField(name) &&
      (mayPrice || !priceFields.includes(name)) &&
      isSendable(value) &&
      textOf(name, now[name]) !== textOf(name, value),
  );
  return values.length === 0 ? undefined : Object.fromEntries(values);
};

type Body = Input<DeskEndpoints['changeProduct']>['body'];

/** "Historial" restores older values of a product by changing the version that the page shows. */
export const productRestoring = ({
  product,
  isDirty,
  mayPrice,
  keep,
}: {
  product: DeskProduct;
  /** True if the form has unsaved changes. */
  isDirty: boolean;
  mayPrice: boolean;
  keep: (product: DeskProduct) => void;
}): ValueRestorer => ({
  valuesOf: ({ before }) => formerValues(product, before, mayPrice),
  blocked: isDirty ? 'Guarda los cambios primero.' : undefined,
  send: async (values, options: CallOptions) => {
    // The history stores these values in the form of the call, which validates them again. Choosing an old price confirms it (PROD-10).
    const reason = Object.keys(values).some((name) => priceFields.includes(name))
      ? 'Se volvió a un valor anterior'
      : undefined;
    const body = { version: product.version, ...(reason !== undefined && { reason }), ...values } as Body;
    const sent = await call('changeProduct', { params: { sku: product.sku }, body }, options);
    if (sent.ok) keep(sent.value.data);
    return sent;
  },
});
