import type { ComponentProps } from 'react';
import { SelectField, TextField } from '../platform/field.tsx';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

/** The names of the shop's couriers, for people who send shipments. Empty while loading, or without registered couriers. */
function useCourierNames(): string[] {
  const may = useMay();
  const couriers = useDeskQuery(
    'listCouriers',
    { query: { isActive: 'true', limit: 100 } },
    { enabled: may('shipments.send') },
  );
  return (couriers.data?.data ?? []).map(({ name }) => name);
}

/** The couriers as choices of a form, including the current name. Empty if the name is typed. */
export function useCourierChoices(current: string | null): (readonly [string, string])[] {
  const names = useCourierNames();
  if (names.length === 0) return [];
  const others = current === null || names.includes(current) ? [] : [current];
  return [
    ...(current === null ? [['', undecided] as const] : []),
    ...[...others, ...names].map((name) => [name, name] as const),
  ];
}

const undecided = 'Se decide en el manifiesto';

/** "Sale por": chosen from the shop's couriers, or typed if no courier is registered. An earlier name stays a choice. */
export function CourierField({
  value,
  error,
  onChange,
}: Pick<ComponentProps<typeof TextField>, 'error'> & { value: string; onChange: (name: string) => void }) {
  const names = useCourierNames();
  const shared = {
    label: 'Sale por',
    error,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (names.length === 0) return <TextField {...shared} maxLength={60} />;
  const choices = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <SelectField {...shared}>
      <option value="">{undecided}</option>
      {choices.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  );
}
