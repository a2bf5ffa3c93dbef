import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';
import { timeText } from '../platform/formats.ts';

const dayOf = (iso: string): string => {
  const day = guatemalaDate(new Date(iso));
  return day === guatemalaDate(new Date()) ? 'Hoy' : formatDate(day);
};

/** An event in a list with the newest first. Its day is shown above it, unless the entry `above` has the same day. */
export const DayEntry = ({
  at,
  above,
  icon,
  children,
}: {
  at: string;
  above: { at: string } | undefined;
  icon: DeskIconName;
  children: ReactNode;
}) => (
  <>
    {(above === undefined || dayOf(above.at) !== dayOf(at)) && (
      <li className="relative pt-2 pb-0.5 text-[length:var(--text-xs)] font-semibold text-ink-muted">{dayOf(at)}</li>
    )}
    <li className="relative grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 py-[7px] text-dense before:absolute before:top-8 before:-bottom-1.5 before:left-[11.5px] before:w-px before:bg-border-strong last:before:hidden">
      <span className="grid size-6 place-items-center rounded-full bg-surface-sunken text-ink-soft">
        <DeskIcon name={icon} className="size-[13px]" />
      </span>
      <span className="flex gap-2 flex-wrap justify-between items-start">
        <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
        <time className="text-xs text-ink-muted whitespace-nowrap tabular-nums" dateTime={at}>
          {timeText(at)}
        </time>
      </span>
    </li>
  </>
);
