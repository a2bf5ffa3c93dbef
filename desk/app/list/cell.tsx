import type { ListColumn } from '@ceiba/contract/desk/list';
import type { ReactNode } from 'react';
import { countText, dayText, momentText, moneyText, nothing } from '../platform/formats.ts';
import { Pill, type PillStyle } from '../platform/pill.tsx';

/** Looks of a list's states, by column and value. */
export type Pills = Readonly<Record<string, Readonly<Record<string, PillStyle>>>>;

const plainPill: PillStyle = { look: 'stone', icon: 'circle' };

/** Numbers and amounts are right-aligned. */
export const isRight = ({ kind }: ListColumn): boolean => kind === 'money' || kind === 'number';

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.join(', ');
  return value === null || value === undefined || value === '' ? nothing : String(value);
};

/** Renders a value by its column's kind. Renders "–" if the value is missing. */
export function CellValue({
  column,
  value,
  pills,
}: {
  column: ListColumn;
  value: unknown;
  pills?: Readonly<Record<string, PillStyle>> | undefined;
}): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="text-ink-muted">{nothing}</span>;
  switch (column.kind) {
    case 'money':
      return <span className={Number(value) === 0 ? 'text-ink-muted' : undefined}>{moneyText(Number(value))}</span>;
    case 'number':
      return countText(Number(value));
    case 'moment':
      return <time dateTime={String(value)}>{momentText(String(value))}</time>;
    case 'date':
      return <time dateTime={String(value)}>{dayText(String(value))}</time>;
    case 'flag':
      return value === true ? 'Sí' : 'No';
    case 'state': {
      const state = String(value);
      return <Pill {...(pills?.[state] ?? plainPill)}>{column.values?.[state] ?? state}</Pill>;
    }
    default:
      return typeof value === 'string' && column.wordsOf ? column.wordsOf(value) : textOf(value);
  }
}
