import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Order } from '@ceiba/contract/order-shapes';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import {
  returnDescriptionMaxLength,
  returnImageLimit,
  returnImageMaxSize,
  returnImageProblem,
  returnImageSide,
  returnImageTypes,
  returnReasons,
  returnReceivedText,
} from '@ceiba/domain/returns/return-window';
import { ButtonLink } from '@ceiba/ui/button';
import { Field, SelectField, TextAreaField } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { typedField } from '@ceiba/ui/typed-field';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { SubmitRow } from '../forms/submit-row.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { ordersKey } from '../orders/customer-orders.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { returnsKey } from './own-returns.ts';

/** Bytes. Smaller pictures are sent unchanged. */
const worthShrinking = 500_000;

/**
 * Shrinks a phone's photo to the size that the shop stores, so that sending takes seconds. Returns the original if the browser cannot do this, or if
 * the result is not smaller.
 */
async function shrinkPhoto(photo: File): Promise<File> {
  if (photo.size <= worthShrinking || !('createImageBitmap' in globalThis)) return photo;
  try {
    const bitmap = await createImageBitmap(photo);
    const scale = Math.min(1, returnImageSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
    return small !== null && small.size < photo.size ? new File([small], photo.name, { type: 'image/jpeg' }) : photo;
  } catch {
    // The server validates a photo that this browser cannot open.
    return photo;
  }
}

/**
 * Up to three pictures (DEC-142). Chosen pictures are listed. Invalid pictures are reported and left out. The size
 * limit applies to the shrunk photo.
 */
function PhotoField({ photos, onChange }: { photos: readonly File[]; onChange: (photos: readonly File[]) => void }) {
  const [problem, setProblem] = useState<string | undefined>();
  // Photos that were chosen or removed while others were still shrinking count too.
  const latest = useRef(photos);
  const change = (all: readonly File[]): void => {
    latest.current = all;
    onChange(all);
  };
  const add = async (chosen: readonly File[]): Promise<void> => {
    const ready = await Promise.all(chosen.map(shrinkPhoto));
    const all = [...latest.current];
    let firstProblem: string | null = null;
    for (const file of ready) {
      const wrong = returnImageProblem(file, all.length);
      if (wrong === null) all.push(file);
      else firstProblem ??= wrong;
    }
    setProblem(firstProblem ?? undefined);
    change(all);
  };
  const remove = (photo: File): void => {
    setProblem(undefined);
    change(latest.current.filter((one) => one !== photo));
  };
  return (
    <div className="grid gap-2">
      <Field
        label="Fotos (opcional)"
        error={problem}
        hint={`Hasta ${returnImageLimit} fotos JPG o PNG, de ${returnImageMaxSize} cada una como máximo.`}
      >
        {(control) => (
          <span className="relative">
            {/* The browser labels a native file control in the language of the browser. */}
            <input
              {...control}
              type="file"
              name="images"
              multiple
              accept={returnImageTypes.join(',')}
              className="peer sr-only"
              onChange={(event) => {
                void add([...(event.currentTarget.files ?? [])]);
                // The same file can be chosen again after it was removed.
                event.currentTarget.value = '';
              }}
            />
            <label
              htmlFor={control.id}
              className="flex min-h-control cursor-pointer items-center justify-center gap-2 rounded-md border-[1.5px] border-dashed border-border-control px-3.5 font-medium text-link peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary hover:bg-surface-tint"
            >
              <Icon name="plus" size="sm" />
              Elegir fotos
            </label>
          </span>
        )}
      </Field>
      {photos.length > 0 && (
        <ul aria-label="Fotos elegidas" className="grid gap-1">
          {photos.map((photo) => (
            <li key={`${photo.name}${photo.size}${photo.lastModified}`} className="flex items-center gap-2 text-sm">
              <Icon name="check" size="sm" className="flex-none text-success" />
              <span className="min-w-0 flex-1 truncate">{photo.name}</span>
              <IconButton label={`Quitar ${photo.name}`} onClick={() => remove(photo)}>
                <Icon name="trash-2" size="sm" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Fields of the form besides its pictures, as they are sent. */
interface ReturnValues {
  orderNumber: string;
  sku: string;
  quantity: string;
  reason: string;
  description: string;
}

interface ReturnToRequest {
  values: ReturnValues;
  photos: readonly File[];
}

const failed = 'No pudimos enviar tu solicitud de devolución';

const bodyOf = async ({ values, photos }: ReturnToRequest): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const photo of photos) form.append('images', photo);
  return form;
};

/** Two requests with the same content are the same return. */
const contentOf = ({ values, photos }: ReturnToRequest): string =>
  JSON.stringify([values, photos.map(({ name, size, lastModified }) => [name, size, lastModified])]);

/** Shows a failure: the alert's text, or the server's message about the form. */
function tellFailure(error: Error): void {
  const refusal = error instanceof ApiFailure ? error.error : null;
  const serverText = Object.values(refusal?.metadata.fields ?? {})[0] ?? refusal?.message ?? '';
  const message = serverText === '' ? 'Intenta de nuevo en un momento. No perdiste lo que escribiste.' : serverText;
  showAlert({ id: 'returns-alert', type: 'Error', ...failureWords(error, { title: failed, message }) });
}

/**
 * Sends a return with its captcha (RET-01). An unchanged form that is sent again is the same return, also after a lost
 * answer.
 */
function useRequestReturn(onRequested: () => void) {
  const queryClient = useQueryClient();
  const sent = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: async (wanted: ReturnToRequest) => {
      const content = contentOf(wanted);
      if (sent.current.content !== content) sent.current = { content, key: newUuid() };
      const [token, body] = await Promise.all([solveCaptcha(), bodyOf(wanted)]);
      const headers = { 'idempotency-key': sent.current.key, ...(token === null ? {} : { 'x-recaptcha': token }) };
      return unwrap(await api('requestReturn', { body }, { headers })).data.returnNumber;
    },
    onSuccess: (returnNumber) => {
      showAlert({
        id: 'returns-alert',
        type: 'Success',
        title: returnReceivedText(returnNumber),
        message: 'Abajo ves qué sigue.',
      });
      void queryClient.invalidateQueries({ queryKey: returnsKey });
      void queryClient.invalidateQueries({ queryKey: ordersKey });
      onRequested();
    },
    onError: tellFailure,
  });
}

type ReturnableProduct = Order['products'][number] & {
  returnable: NonNullable<Order['products'][number]['returnable']>;
};

export const returnableProducts = ({ products }: Pick<Order, 'products'>): ReturnableProduct[] =>
  products.flatMap((product) => (product.returnable === null ? [] : [{ ...product, returnable: product.returnable }]));

/** A product on two lines is listed once, with the line that has more units to return: the shop uses that line. */
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

const descriptionField = {
  label: 'Descripción (opcional)',
  hint: `Cuéntanos qué pasó, en ${returnDescriptionMaxLength} caracteres como máximo.`,
  maxLength: returnDescriptionMaxLength,
} as const;

const reasonField = {
  label: 'Motivo',
  required: true,
  validate: (chosen: string) => (chosen === '' ? 'Elige el motivo de la devolución.' : null),
};

/** The form for a return: product, quantity, reason and pictures (RET-02, DEC-142). */
export function ReturnForm({
  order,
  products,
  sku,
  onRequested,
}: {
  order: Pick<Order, 'number'>;
  /** The products to choose from, at least one. */
  products: readonly ReturnableProduct[];
  /** The preselected product, or the first product if the preselected product is not in the list. */
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
      <TextAreaField {...typedField(form, 'description', descriptionField)} />
      <PhotoField photos={photos} onChange={setPhotos} />
      <SubmitRow label="Solicitar devolución" loading={isPending}>
        <ButtonLink to={`/dashboard/orders/${order.number}`} variant="ghost">
          Volver al pedido
        </ButtonLink>
      </SubmitRow>
    </form>
  );
}
