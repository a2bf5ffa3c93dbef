import { fieldLabel } from '@ceiba/contract/desk/audit-words';
import { nothing } from '../platform/formats.ts';
import { Table } from '../platform/table.tsx';

/** A line of a technical sheet: "Potencia: 20 W". */
const isLine = (value: unknown): value is { label: string; value: string; unit?: string | null } =>
  typeof value === 'object' && value !== null && 'label' in value && 'value' in value;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || nothing;
  if (Array.isArray(value) && value.every(isLine))
    return value.map((line) => `${line.label}: ${line.value}${line.unit ? ` ${line.unit}` : ''}`).join(', ') || nothing;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The fields of a change, with their values before and after. */
export function ChangesTable({
  entity,
  before,
  after,
}: {
  /** The entity's name in the audit. */
  entity: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return <p className="text-ink-muted">No cambió ningún campo.</p>;
  return (
    <div className="overflow-hidden rounded-sm border border-border max-lg:overflow-x-auto">
      <Table label="Campos que cambiaron" look="changes-table" texts={['Campo', 'Antes', 'Después']}>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row" className="font-semibold">
              {fieldLabel(name, entity)}
            </th>
            <td>
              <del>{textOf(before[name])}</del>
            </td>
            <td>
              <ins>{textOf(after[name])}</ins>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
