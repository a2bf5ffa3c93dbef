import { useState } from 'react';
import { SelectField } from '../platform/field.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { ownTillId } from './own-till.ts';

interface CashTill {
  /** Open tills of the store, by their names; empty: none is needed, or none is known. */
  choices: readonly (readonly [id: string, name: string])[];
  /** Undefined: the server takes the only one, or says what is missing. */
  tillId: string | undefined;
  choose: (id: string) => void;
}

/**
 * The till at which a pickup's cash is collected (CASH-03): the one that this browser stands at, where it is the store's; else the only one, or
 * the one that is chosen. `isCollected`: this form takes money; elsewhere than at a store no till takes it.
 */
export const useCashTill = (
  { state, storeCode }: Pick<DeskAnswer<'getShipment'>['data'], 'state' | 'storeCode'>,
  isCollected: boolean,
): CashTill => {
  const may = useMay();
  const [wanted, choose] = useState(ownTillId);
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
  const [tillId] = choices.find(([id]) => id === wanted) ?? (others.length === 0 ? first : undefined) ?? [];
  return { choices, tillId, choose };
};

/** "Cobras en": the till, with the store's others. Nothing where there is none to choose. */
export function CashTillField({ till, error }: { till: CashTill; error: string | undefined }) {
  const { choices, tillId, choose } = till;
  if (choices.length === 0) return null;
  return (
    <SelectField label="Cobras en" error={error} value={tillId ?? ''} onChange={({ target }) => choose(target.value)}>
      {tillId === undefined && <option value="">Elige la caja</option>}
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
