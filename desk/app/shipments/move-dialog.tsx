import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { typedMoney } from '@ceiba/contract/desk/fields';
import { failureReasons } from '@ceiba/domain/orders/shipment';
import type { Result } from '@ceiba/domain/result';
import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { SelectField, TextField } from '../platform/field.tsx';
import { moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Stepper } from '../platform/stepper.tsx';
import { showToast } from '../platform/toasts.tsx';
import { CashReceived } from '../tills/cash-received.tsx';
import { CashTillField, useCashTill } from '../tills/cash-till.tsx';
import { CourierField } from './courier-field.tsx';
import type { Shipment } from './shipment-page.tsx';

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

/** The field of the call that each fills. */
const nameOf = (field: MoveField): string => {
  if (field === 'failure' || field === 'optionalReason') return 'reason';
  return field === 'handedOver' ? 'amountReceived' : field;
};

/**
 * What a form's texts are in the call: numbers as numbers, nothing where nothing was typed. `due`: of what a buyer handed over, so much is
 * collected at most; the rest is change.
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
        return (
          <CourierField
            key={field}
            value={shared.value}
            error={shared.error}
            onChange={(name) => onChange(field, name)}
          />
        );
      case 'trackingNumber':
        return <TextField key={field} label="Guía" maxLength={60} {...shared} />;
      case 'parcels':
        return (
          <div key={field} className="fld">
            <span className="lab" aria-hidden="true">
              Bultos
            </span>
            <Stepper
              label="Bultos"
              name={shipment.id}
              least={1}
              most={99}
              hasMost={false}
              value={Number(shared.value)}
              onChange={(count) => onChange(field, String(count))}
            />
            {shared.error !== undefined && <span className="emsg">{shared.error}</span>}
          </div>
        );
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
      case 'handedOver':
        return (
          <CashReceived
            key={field}
            label="Recibido en efectivo"
            hint={`Se debía cobrar ${moneyText(shipment.cashToCollect)}.`}
            due={shipment.cashToCollect}
            text={shared.value}
            error={shared.error}
            onChange={(text) => onChange(field, text)}
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
            onChange={({ target }) => onChange(field, target.value.replace(/\s/g, ''))}
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
  const till = useCashTill(shipment, fields.includes('amountReceived') || fields.includes('handedOver'));
  const { tillId } = till;
  const submit = async (): Promise<void> => {
    const body = { ...bodyOf(fields, values, shipment.cashToCollect), ...(tillId !== undefined && { tillId }) };
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
