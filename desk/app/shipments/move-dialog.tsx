import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { failureReasons } from '@ceiba/domain/orders/shipment';
import type { Result } from '@ceiba/domain/result';
import { useState } from 'react';
import { typedMoney } from '../actions/field-dialog.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { SelectField, TextField } from '../platform/field.tsx';
import { moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { CashTillField, useCashTill } from '../tills/cash-till.tsx';
import type { Shipment } from './shipment-page.tsx';

export type MoveField =
  | 'courier'
  | 'trackingNumber'
  | 'parcels'
  | 'receiver'
  | 'amountReceived'
  | 'code'
  | 'failure'
  | 'reason'
  | 'optionalReason';

/** The field of the call that each fills. */
const nameOf = (field: MoveField): string => (field === 'failure' || field === 'optionalReason' ? 'reason' : field);

/** What a form's texts are in the call: numbers as numbers, nothing where nothing was typed. */
export function bodyOf(
  fields: readonly MoveField[],
  values: Readonly<Record<string, string>>,
): Record<string, string | number> {
  const body: Record<string, string | number> = {};
  for (const field of fields) {
    const text = (values[field] ?? '').trim();
    if (text === '') continue;
    const isNumber = field === 'parcels' || field === 'amountReceived';
    body[nameOf(field)] = isNumber ? Number(typedMoney(text)) : text;
  }
  return body;
}

/**
 * What a form says of a refusal beside the fields it draws, by their names in the call: what the server says of others, or of none. Undefined:
 * its fields say all.
 */
const textBeside = (error: ApiError, drawn: readonly string[]): string | undefined => {
  const said = Object.entries(error.metadata.fields ?? {});
  if (said.length === 0) return refusalText(error);
  const others = said.flatMap(([name, text]) => (drawn.includes(name) ? [] : [text]));
  return others.length === 0 ? undefined : others.join(' ');
};

export const firstValues = (
  fields: readonly MoveField[],
  { courier, trackingNumber, parcels, cashToCollect }: Shipment,
) => ({
  courier: courier ?? '',
  trackingNumber: trackingNumber ?? '',
  parcels: String(parcels),
  // What was due is what most often was paid.
  ...(fields.includes('amountReceived') && { amountReceived: String(cashToCollect) }),
  failure: failureReasons.nadie,
});

interface MoveFieldsProps {
  fields: readonly MoveField[];
  shipment: Shipment;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onChange: (field: MoveField, value: string) => void;
}

/** The inputs of a move, the till its money goes to, and what it was refused with. */
export function MoveForm({
  till,
  error,
  onChange,
  ...of
}: Omit<MoveFieldsProps, 'errors' | 'onChange'> & {
  till: ReturnType<typeof useCashTill>;
  error: ApiError | undefined;
  onChange: (values: Record<string, string>) => void;
}) {
  const errors: Readonly<Record<string, string>> = error?.metadata.fields ?? {};
  const drawn = [...of.fields.map(nameOf), ...(till.choices.length === 0 ? [] : ['tillId'])];
  const said = error && textBeside(error, drawn);
  return (
    <>
      <MoveFields {...of} errors={errors} onChange={(field, value) => onChange({ ...of.values, [field]: value })} />
      <CashTillField till={till} error={errors.tillId} />
      {said !== undefined && <Note kind="error">{said}</Note>}
    </>
  );
}

function MoveFields({ fields, shipment, values, errors, onChange }: MoveFieldsProps) {
  return fields.map((field) => {
    const shared = {
      value: values[field] ?? '',
      error: errors[nameOf(field)],
      onChange: ({ target }: { target: { value: string } }) => onChange(field, target.value),
    };
    switch (field) {
      case 'courier':
        return <TextField key={field} label="Sale por" maxLength={60} {...shared} />;
      case 'trackingNumber':
        return <TextField key={field} label="Guía" maxLength={60} {...shared} />;
      case 'parcels':
        return <TextField key={field} label="Bultos" inputMode="numeric" maxLength={2} {...shared} />;
      case 'receiver':
        return <TextField key={field} label="Quién recibió" maxLength={100} autoComplete="off" {...shared} />;
      case 'amountReceived':
        return (
          <TextField
            key={field}
            label="Recibido en efectivo"
            inputMode="decimal"
            hint={`Se debía cobrar ${moneyText(shipment.cashToCollect)}.`}
            {...shared}
          />
        );
      case 'code':
        return (
          <TextField
            key={field}
            label="Código para recoger"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            controlClass="code-input"
            {...shared}
          />
        );
      case 'failure':
        return (
          <SelectField key={field} label="Motivo" {...shared}>
            {Object.entries(failureReasons)
              .filter(([key]) => shipment.isPickup || key !== 'no-recogido')
              .map(([key, words]) => (
                <option key={key} value={words}>
                  {words}
                </option>
              ))}
          </SelectField>
        );
      case 'reason':
        return <TextField key={field} label="Motivo" required maxLength={300} {...shared} />;
      default:
        return <TextField key={field} label="Motivo, si hace falta" maxLength={300} {...shared} />;
    }
  });
}

/** What a move wants to know, and the button that does it. */
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
  const [values, setValues] = useState<Record<string, string>>(() => firstValues(fields, shipment));
  const { error, ...change } = useChange();
  const till = useCashTill(shipment, fields.includes('amountReceived'));
  const { tillId } = till;
  const submit = async (): Promise<void> => {
    const body = { ...bodyOf(fields, values), ...(tillId !== undefined && { tillId }) };
    const moved = await change.send((options) => send(body, options));
    if (!moved.ok) return;
    dialog.onClose();
    showToast(done);
  };
  return (
    <FormDialog {...dialog} isSending={change.isSending} onSubmit={() => void submit()}>
      <MoveForm fields={fields} shipment={shipment} values={values} till={till} error={error} onChange={setValues} />
    </FormDialog>
  );
}
