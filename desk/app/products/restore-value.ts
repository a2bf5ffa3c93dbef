import type { CallOptions } from '@ceiba/contract/client';
import type { DeskEndpoints } from '@ceiba/contract/desk/endpoints';
import { priceFields, productFields } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import type { Input } from '@ceiba/contract/endpoint';
import type { Restoring } from '../detail/history-card.tsx';
import { call } from '../session/desk-client.ts';

const isField = (name: string): boolean => name in productFields || name === 'attributes';

/** Rows from before attributes were recorded line by line hold texts, which a change does not take. */
const isSendable = (value: unknown): boolean =>
  !Array.isArray(value) || value.every((each) => typeof each === 'object');

const lineText = ({ label, value, unit }: { label: string; value: string; unit: string | null }): string =>
  JSON.stringify([label, value, unit]);

/** The present value of a field, comparable with one of the history. */
const textOf = (name: string, value: unknown): string =>
  name === 'attributes' && Array.isArray(value) ? JSON.stringify(value.map(lineText)) : JSON.stringify(value);

/** The values before an entry of the history that the product no longer has, and that this person may set (PROD-05). */
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

/** How "Historial" puts older values of a product back: as a change of the version that the page shows. */
export const productRestoring = ({
  product,
  isDirty,
  mayPrice,
  keep,
}: {
  product: DeskProduct;
  /** The form has unsaved changes. */
  isDirty: boolean;
  mayPrice: boolean;
  keep: (product: DeskProduct) => void;
}): Restoring => ({
  valuesOf: ({ before }) => formerValues(product, before, mayPrice),
  blocked: isDirty ? 'Guarda los cambios primero.' : undefined,
  send: async (values, options: CallOptions) => {
    // The history holds the values of these fields in the form of the call, which judges them again.
    // The person has confirmed the old price by choosing it (PROD-10).
    const reason = Object.keys(values).some((name) => priceFields.includes(name))
      ? 'Se volvió a un valor anterior'
      : undefined;
    const body = { version: product.version, ...(reason !== undefined && { reason }), ...values } as Body;
    const sent = await call('changeProduct', { params: { sku: product.sku }, body }, options);
    if (sent.ok) keep(sent.value.data);
    return sent;
  },
});
