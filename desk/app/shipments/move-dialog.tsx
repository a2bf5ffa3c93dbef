import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { reasonField, typedFault, typedMoney } from '@ceiba/contract/desk/fields';
import { moveFields } from '@ceiba/contract/desk/shipment-fields';
import type { Shipment } from '@ceiba/contract/desk/shipments';
import { failureReasons } from '@ceiba/domain/orders/shipment';
import type { Result } from '@ceiba/domain/result';
import { typedField } from '@ceiba/ui/typed-field';
import { type UseFormReturn, useController } from 'react-hook-form';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { TextField } from '../platform/field.tsx';
import { moneyText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Stepper } from '../platform/stepper.tsx';
import { showToast } from '../platform/toasts.tsx';
import { CashReceived } from '../tills/cash-received.tsx';
import { CashTillField, firstTill, useCashTill } from '../tills/cash-till.tsx';
import { CourierField } from './courier-field.tsx';

export type MoveField =
  | 'courier'
  | 'trackingNumber'
  | 'parcels'
  | 'receiver'
  | 'amountReceived'
  | 'handedOver'
  | 'code'
  | 'failure'
  | 'reason'
  | 'optionalReason';

/** The name in the call for each field. */
const nameOf = (field: MoveField): string => {
  if (field === 'failure' || field === 'optionalReason') return 'reason';
  return field === 'handedOver' ? 'amountReceived' : field;
};

/**
 * Converts a form's texts for the call: numbers as numbers, empty texts left out. `due`: the maximum of the received
 * cash that is collected. The rest is change.
 */
export function bodyOf(
  fields: readonly MoveField[],
  values: Readonly<Record<string, string>>,
  due = 0,
): Record<string, string | number> {
  const body: Record<string, string | number> = {};
  for (const field of fields) {
    const text = (values[field] ?? '').trim();
    if (field === 'handedOver') {
      const handedOver = text === '' ? due : Number(typedMoney(text));
      Object.assign(body, { amountReceived: Math.min(due, handedOver), ...(handedOver > due && { handedOver }) });
      continue;
    }
    if (text === '') continue;
    const isNumber = field === 'parcels' || field === 'amountReceived';
    body[nameOf(field)] = isNumber ? Number(typedMoney(text)) : text;
  }
  return body;
}

const firstValues = (
  fields: readonly MoveField[],
  { courier, trackingNumber, parcels, cashToCollect }: Shipment,
): Record<string, string> => ({
  courier: courier ?? '',
  trackingNumber: trackingNumber ?? '',
  parcels: String(parcels),
  receiver: '',
  // The amount due is the most common payment.
  amountReceived: fields.includes('amountReceived') ? String(cashToCollect) : '',
  handedOver: '',
  code: '',
  failure: failureReasons.nadie,
  reason: '',
  optionalReason: '',
});

/**
 * The form of a move, and the till that takes its money. `code`: an already scanned code. With `focuses`, the first
 * wrong field gets the focus.
 */
export function useMoveForm(
  fields: readonly MoveField[],
  shipment: Shipment,
  { code = '', focuses = true }: { code?: string; focuses?: boolean } = {},
) {
  const { form, send, ...sending } = useLandingForm<Record<string, string>>({
    defaultValues: { ...firstValues(fields, shipment), ...firstTill(), code },
    shouldFocusError: focuses,
  });
  const till = useCashTill(form, shipment, fields.includes('amountReceived') || fields.includes('handedOver'));
  const landings = {
    ...Object.fromEntries(fields.map((field) => [nameOf(field), field])),
    ...(till.choices.length > 0 && { tillId: 'tillId' }),
  };
  return {
    ...sending,
    form,
    till,
    /** Sends the typed values in the form of the call. */
    send: <T,>(
      texts: Readonly<Record<string, string>>,
      work: (body: Record<string, string | number>, options: CallOptions) => Promise<Result<T, ApiError>>,
    ): Promise<Result<T, ApiError>> => {
      const { tillId } = till;
      const body = { ...bodyOf(fields, texts, shipment.cashToCollect), ...(tillId !== undefined && { tillId }) };
      return send((options) => work(body, options), landings);
    },
  };
}

/** The inputs of a move, the till that takes its money, and the part of a refusal that no field shows. */
export function MoveForm({
  move: { form, till, said },
  fields,
  shipment,
}: {
  move: Pick<ReturnType<typeof useMoveForm>, 'form' | 'till' | 'said'>;
  fields: readonly MoveField[];
  shipment: Shipment;
}) {
  return (
    <>
      {fields.map((field) => (
        <MoveInput key={field} form={form} field={field} shipment={shipment} />
      ))}
      {(till.isLoading || till.choices.length > 0) && <CashTillField form={form} till={till} />}
      {said !== undefined && <Note kind="error">{said}</Note>}
    </>
  );
}

interface InputProps {
  form: UseFormReturn<Record<string, string>>;
  shipment: Shipment;
}

function MoveInput({ field, form, shipment }: InputProps & { field: MoveField }) {
  const due = `Se debía cobrar ${moneyText(shipment.cashToCollect)}.`;
  switch (field) {
    case 'courier':
      return <CourierInput form={form} />;
    case 'parcels':
      return <ParcelsInput form={form} shipment={shipment} />;
    case 'amountReceived':
      return <AmountInput form={form} hint={due} />;
    case 'handedOver':
      return (
        <CashReceived form={form} name={field} field={moveFields.received} due={shipment.cashToCollect} hint={due} />
      );
    case 'code':
      return <CodeInput form={form} />;
    case 'failure': {
      const reasons = Object.entries(failureReasons).filter(([key]) => shipment.isPickup || key !== 'no-recogido');
      const options = reasons.map(([, words]) => [words, words] as const);
      return <FieldControl form={form} name={field} field={reasonField} options={options} />;
    }
    case 'reason':
      return <FieldControl form={form} name="reason" field={reasonField} />;
    default:
      return <FieldControl form={form} name={field} field={moveFields[field]} />;
  }
}

function CourierInput({ form: { control } }: Pick<InputProps, 'form'>) {
  const { field, fieldState } = useController({ control, name: 'courier' });
  return <CourierField value={field.value ?? ''} error={fieldState.error?.message} onChange={field.onChange} />;
}

function ParcelsInput({ form: { control }, shipment }: InputProps) {
  const { field, fieldState } = useController({ control, name: 'parcels' });
  const { label, min, max } = moveFields.parcels;
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-dense font-semibold" aria-hidden="true">
        {label}
      </span>
      <Stepper
        label={label}
        name={shipment.id}
        least={min}
        most={max}
        hasMost={false}
        value={Number(field.value)}
        onChange={(count) => field.onChange(String(count))}
      />
      {fieldState.error !== undefined && (
        <span className="flex items-center gap-1.5 text-dense font-medium text-danger">{fieldState.error.message}</span>
      )}
    </div>
  );
}

const AmountInput = ({ form, hint }: Pick<InputProps, 'form'> & { hint: string }) => (
  <TextField
    {...typedField(form, 'amountReceived', {
      label: moveFields.received.label,
      inputMode: 'decimal',
      hint,
      validate: (text) => typedFault(moveFields.received, text),
    })}
  />
);

/** Removes spaces, because a code may be pasted or scanned as "204 815". */
function CodeInput({ form: { control } }: Pick<InputProps, 'form'>) {
  const { field, fieldState } = useController({ control, name: 'code' });
  return (
    <TextField
      label={moveFields.code.label}
      maxLength={moveFields.code.max}
      inputMode="numeric"
      autoComplete="off"
      controlClass="text-center text-[length:var(--text-3xl)] tracking-[.3em] tabular-nums"
      error={fieldState.error?.message}
      {...field}
      onChange={({ target }) => field.onChange(target.value.replace(/\s/g, ''))}
    />
  );
}

/** A dialog with the inputs of a move, and the button that runs it. */
export function MoveDialog({
  fields,
  shipment,
  send,
  done,
  ...dialog
}: {
  title: string;
  button: string;
  isDanger: boolean;
  fields: readonly MoveField[];
  shipment: Shipment;
  send: (body: Record<string, string | number>, options: CallOptions) => Promise<Result<unknown, ApiError>>;
  done: string;
  onClose: () => void;
}) {
  const move = useMoveForm(fields, shipment);
  const submit = move.form.handleSubmit(async (texts) => {
    const moved = await move.send(texts, send);
    if (!moved.ok) return;
    dialog.onClose();
    showToast(done);
  });
  return (
    <FormDialog {...dialog} isSending={move.isSending} onSubmit={() => void submit()}>
      <MoveForm move={move} fields={fields} shipment={shipment} />
    </FormDialog>
  );
}
