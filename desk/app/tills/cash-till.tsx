import { type UseFormReturn, useController } from 'react-hook-form';
import { SelectField } from '../platform/field.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { ownTillId } from './own-till.ts';

interface CashTill {
  /** Open tills of the store, by name. Empty if no till is needed or known. */
  choices: readonly (readonly [id: string, name: string])[];
  /** If undefined, the server uses the store's only till, or reports that the till is missing. */
  tillId: string | undefined;
  /** True while the tills load. The field already takes its space, so that no button below moves during a press. */
  isLoading: boolean;
}

type Form = UseFormReturn<Record<string, string>>;

/** The initial value of a form's till: this browser's till. */
export const firstTill = () => ({ tillId: ownTillId() ?? '' });

/**
 * The till that takes a pickup's cash (CASH-03): this browser's till if it belongs to the store; otherwise the store's
 * only till, or the chosen till. `isCollected`: this form takes money. Only at a store does a till take the money.
 */
export const useCashTill = (
  form: Form,
  { state, storeCode }: Pick<DeskAnswer<'getShipment'>['data'], 'state' | 'storeCode'>,
  isCollected: boolean,
): CashTill => {
  const may = useMay();
  const wantedTillId = form.watch('tillId');
  const isNeeded = isCollected && state === 'at_store' && storeCode !== null && may('tills.use');
  const tills = useDeskQuery(
    'listTills',
    { query: { state: 'open', storeCode: storeCode ?? '', limit: 100 } },
    { enabled: isNeeded },
  );
  const choices = isNeeded
    ? (tills.data?.data ?? []).flatMap(({ id, name, isGeneral }) => (isGeneral ? [] : [[id, name] as const]))
    : [];
  const [first, ...others] = choices;
  const [tillId] = choices.find(([id]) => id === wantedTillId) ?? (others.length === 0 ? first : undefined) ?? [];
  return { choices, tillId, isLoading: isNeeded && tills.isPending };
};

/** "Cobras en": the till, and the store's other tills. */
export function CashTillField({ form, till: { choices, tillId, isLoading } }: { form: Form; till: CashTill }) {
  const { field, fieldState } = useController({ control: form.control, name: 'tillId' });
  return (
    <SelectField
      label="Cobras en"
      error={fieldState.error?.message}
      {...field}
      value={tillId ?? ''}
      disabled={isLoading}
    >
      {tillId === undefined && <option value="">{isLoading ? 'Buscando cajas…' : 'Elige la caja'}</option>}
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
