import type { Order } from '@ceiba/contract/order-shapes';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { returnDescriptionMaxLength, returnReasons } from '@ceiba/domain/returns/return-window';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field, SelectField, TextArea } from '../ui/field.tsx';
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
  const form = useForm<FormValues>({
    mode: 'onTouched',
    defaultValues: { sku: first?.productSku ?? '', quantity: '1', reason: '', description: '' },
  });
  const { errors } = form.formState;
  const chosen = offered.find(({ productSku }) => productSku === form.watch('sku')) ?? offered[0];
  if (chosen === undefined) return null;
  const { units, until } = chosen.returnable;
  const send = ({ quantity, reason, description }: FormValues): void => {
    const values = { orderNumber: order.number, sku: chosen.productSku, quantity, reason, description };
    mutate({ values, photos });
  };
  return (
    <form
      noValidate
      aria-label={`Devolución del pedido ${order.number}`}
      onSubmit={form.handleSubmit(send)}
      className="grid gap-4"
    >
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
        <SelectField
          label="Motivo"
          required
          error={errors.reason?.message}
          {...form.register('reason', { required: 'Elige el motivo de la devolución.' })}
        >
          <option value="">Elige un motivo</option>
          {returnReasons.map((reason) => (
            <option key={reason} value={reason}>
              {reason}
            </option>
          ))}
        </SelectField>
      </div>
      <Field
        label="Descripción (opcional)"
        hint={`Cuéntanos qué pasó, en ${returnDescriptionMaxLength} caracteres como máximo.`}
      >
        {(control) => (
          <TextArea {...form.register('description')} {...control} maxLength={returnDescriptionMaxLength} />
        )}
      </Field>
      <PhotoField photos={photos} onChange={setPhotos} />
      <div className="flex flex-wrap justify-end gap-3 border-t border-border pt-4">
        <ButtonLink to={`/dashboard/orders/${order.number}`} variant="ghost">
          Volver al pedido
        </ButtonLink>
        <Button type="submit" loading={isPending}>
          Solicitar devolución
        </Button>
      </div>
    </form>
  );
}
