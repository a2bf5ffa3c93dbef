import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';
import { timeText } from '../platform/formats.ts';

const dayOf = (iso: string): string => {
  const day = guatemalaDate(new Date(iso));
  return day === guatemalaDate(new Date()) ? 'Hoy' : formatDate(day);
};

/** What happened at a time, in a list of the newest first: below its day, where the entry `above` is of another. */
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
    {(above === undefined || dayOf(above.at) !== dayOf(at)) && <li className="day">{dayOf(at)}</li>}
    <li>
      <span className="d">
        <DeskIcon name={icon} />
      </span>
      <span className="row between top-a">
        <span className="grow">{children}</span>
        <time className="tiny muted num" dateTime={at}>
          {timeText(at)}
        </time>
      </span>
    </li>
  </>
);
