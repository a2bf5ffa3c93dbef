import type { Order } from '@ceiba/contract/order-shapes';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { returnDescriptionMaxLength, returnReasons } from '@ceiba/domain/returns/return-window';
import { ButtonLink } from '@ceiba/ui/button';
import { SelectField, TextAreaField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useState } from 'react';
import { SubmitRow } from '../forms/submit-row.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { PhotoField } from './photo-field.tsx';
import { useRequestReturn } from './use-request-return.ts';

type ReturnableProduct = Order['products'][number] & {
  returnable: NonNullable<Order['products'][number]['returnable']>;
};

export const returnableProducts = ({ products }: Pick<Order, 'products'>): ReturnableProduct[] =>
  products.flatMap((product) => (product.returnable === null ? [] : [{ ...product, returnable: product.returnable }]));

/** A product bought in two lines is named once, by the one with more units to return: the shop takes the line that has them. */
const isNamed = (product: ReturnableProduct, index: number, all: readonly ReturnableProduct[]): boolean =>
  all.every(
    ({ productSku, returnable: { units } }, other) =>
      productSku !== product.productSku ||
      units < product.returnable.units ||
      (units === product.returnable.units && other >= index),
  );

interface FormValues {
  sku: string;
  quantity: string;
  reason: string;
  description: string;
}

const reasonField = {
  label: 'Motivo',
  required: true,
  validate: (chosen: string) => (chosen === '' ? 'Elige el motivo de la devolución.' : null),
};

/** What of an order is returned, how many, why, and pictures of it (RET-02, DEC-142). */
export function ReturnForm({
  order,
  products,
  sku,
  onRequested,
}: {
  order: Pick<Order, 'number'>;
  /** At least one. */
  products: readonly ReturnableProduct[];
  /** The one to begin with; the first where it is none of them. */
  sku: string | null;
  onRequested: () => void;
}) {
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const { mutate, isPending } = useRequestReturn(onRequested);
  const offered = products.filter(isNamed);
  const first = offered.find(({ productSku }) => productSku === sku) ?? offered[0];
  const { form, submit } = useSubmitForm(
    { defaultValues: { sku: first?.productSku ?? '', quantity: '1', reason: '', description: '' } },
    async ({ quantity, reason, description }: FormValues) => {
      if (chosen === undefined) return;
      const values = { orderNumber: order.number, sku: chosen.productSku, quantity, reason, description };
      mutate({ values, photos });
    },
  );
  const chosen = offered.find(({ productSku }) => productSku === form.watch('sku')) ?? offered[0];
  if (chosen === undefined) return null;
  const { units, until } = chosen.returnable;
  return (
    <form noValidate aria-label={`Devolución del pedido ${order.number}`} onSubmit={submit} className="grid gap-4">
      <SelectField
        label="Producto"
        required
        hint={`Puedes devolverlo hasta el ${formatDateText(until)}.`}
        {...form.register('sku', { onChange: () => form.setValue('quantity', '1') })}
      >
        {offered.map(({ productSku, productName }) => (
          <option key={productSku} value={productSku}>
            {productName}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-[120px_minmax(0,1fr)]">
        <SelectField label="Cantidad" required {...form.register('quantity')}>
          {Array.from({ length: units }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
        <SelectField {...typedField(form, 'reason', reasonField)}>
          <option value="">Elige un motivo</option>
          {returnReasons.map((reason) => (
            <option key={reason} value={reason}>
              {reason}
            </option>
          ))}
        </SelectField>
      </div>
      <TextAreaField
        label="Descripción (opcional)"
        hint={`Cuéntanos qué pasó, en ${returnDescriptionMaxLength} caracteres como máximo.`}
        {...form.register('description')}
        maxLength={returnDescriptionMaxLength}
      />
      <PhotoField photos={photos} onChange={setPhotos} />
      <SubmitRow label="Solicitar devolución" loading={isPending}>
        <ButtonLink to={`/dashboard/orders/${order.number}`} variant="ghost">
          Volver al pedido
        </ButtonLink>
      </SubmitRow>
    </form>
  );
}
