import { missing } from '@ceiba/contract/desk/fields';
import { newReturnFields } from '@ceiba/contract/desk/return-fields';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { returnReasons } from '@ceiba/domain/returns/return-window';
import { typedField } from '@ceiba/ui/typed-field';
import { useNavigate } from 'react-router';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { SelectField, TextField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call, useDeskQuery } from '../session/desk-client.ts';

const { orderNumber: ofOrder, sku: ofProduct, quantity, reason, description } = newReturnFields;
const reasonOptions = [['', 'Elige el motivo'], ...returnReasons.map((each) => [each, each] as const)] as const;

const landings = {
  sku: 'sku',
  PRODUCT_NOT_FOUND: 'sku',
  quantity: 'quantity',
  RETURN_QUANTITY: 'quantity',
  reason: 'reason',
  description: 'description',
} as const;
/** Refusals for the field of the order's number, which a known order lacks. */
const typedOrder = { orderNumber: 'orderNumber', ORDER_NOT_FOUND: 'orderNumber' } as const;

/** Opens a return for a buyer who calls (WORK-20): for a known order, or for a typed number, with the order's lines to choose from. */
export function NewReturnDialog({ orderNumber: known, onClose }: { orderNumber?: string; onClose: () => void }) {
  const navigate = useNavigate();
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { orderNumber: known ?? '', sku: '', quantity: '1', reason: '', description: '' },
  });
  const orderNumber = form.watch('orderNumber')?.trim() ?? '';
  const order = useDeskQuery(
    'getDeskOrder',
    { params: { number: orderNumber } },
    { enabled: isOrderNumber(orderNumber), staleTime: 5_000 },
  );
  const lines = order.data?.data.lines.filter(({ isGiftCard }) => !isGiftCard) ?? [];
  const only = lines.length === 1 ? (lines[0]?.sku ?? '') : '';
  const chosen = form.watch('sku') || only;
  const create = form.handleSubmit(async (texts) => {
    const why = returnReasons.find((each) => each === texts['reason']);
    if (chosen === '' || why === undefined) return;
    const body = {
      orderNumber,
      sku: chosen,
      quantity: Number(texts['quantity']),
      reason: why,
      description: (texts['description'] ?? '').trim(),
    };
    const created = await send((options) => call('createReturn', { body }, options), {
      ...landings,
      ...(known === undefined && typedOrder),
    });
    if (!created.ok) return;
    onClose();
    showToast('Devolución creada');
    void navigate(`/devoluciones/${created.value.data.number}`);
  });
  const number = typedField(
    form,
    'orderNumber',
    {
      label: ofOrder.label,
      required: true,
      maxLength: ofOrder.max,
      validate: (text) => (text.trim() === '' ? missing : null),
    },
    { onChange: () => form.setValue('sku', '') },
  );
  const product = typedField(form, 'sku', {
    label: ofProduct.label,
    required: true,
    hint: lines.length === 0 ? 'Primero la orden: aquí salen sus productos.' : undefined,
    validate: () => (lines.length > 0 && chosen === '' ? missing : null),
  });
  return (
    <FormDialog
      title="Nueva devolución"
      text={`${known === undefined ? '' : `Orden ${known}. `}Para quien llama: queda aprobada, y le llega un correo.`}
      button="Crear devolución"
      isSending={isSending}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      {known === undefined && (
        <TextField
          {...number}
          error={number.error ?? (order.isError ? 'Ninguna orden tiene este número.' : undefined)}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <SelectField {...product} value={chosen} aria-disabled={lines.length === 0}>
        {chosen === '' && <option value="">Elige el producto</option>}
        {lines.map(({ line, sku: code, title, quantity: units }) => (
          <option key={line} value={code}>
            {`${title} (${code}, ${countedText(units, 'unidad', 'unidades')})`}
          </option>
        ))}
      </SelectField>
      <FieldControl form={form} name="quantity" field={quantity} />
      <FieldControl form={form} name="reason" field={reason} options={reasonOptions} />
      <FieldControl form={form} name="description" field={description} />
      {said !== undefined && <Note kind="error">{said}</Note>}
    </FormDialog>
  );
}
