import {
  addDays,
  type CivilDate,
  civilDate,
  civilParts,
  guatemalaDate,
  parseCivilDate,
  weekday,
} from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { cx } from '@ceiba/ui/class-names';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { DeskAction } from '../actions/desk-action.ts';
import { useAction } from '../actions/use-action.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { countedText, momentText, timeText } from '../platform/formats.ts';
import { EmptyNote } from '../platform/notes.tsx';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';

type Group = DeskAnswer<'getFlashSaleCalendar'>['data'][number];

const listPath = '/promociones/relampago';

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];

const pills: Readonly<Record<Group['state'], PillStyle & { label: string }>> = {
  current: { look: 'good', icon: 'circle-check', label: 'En curso' },
  planned: { look: 'sky', icon: 'calendar-clock', label: 'Programada' },
  ended: { look: 'out', icon: 'ban', label: 'Terminada' },
};

/** "diciembre de 2026". */
const monthText = (first: CivilDate): string => formatDate(first).replace(/^\d+ de /, '');

const firstOfMonth = (day: CivilDate): CivilDate => civilDate(`${day.slice(0, 8)}01`);

/** The first day of the month that is some months before or after. */
const movedMonth = (first: CivilDate, by: 1 | -1): CivilDate => firstOfMonth(addDays(first, by === 1 ? 31 : -1));

/** The weeks of a month, from Monday to Sunday, with the days of other months that they contain. */
function weeksOf(first: CivilDate): CivilDate[][] {
  const weeks: CivilDate[][] = [];
  const { month } = civilParts(first);
  for (let monday = addDays(first, -((weekday(first) + 6) % 7)); ; monday = addDays(monday, 7)) {
    if (weeks.length > 0 && civilParts(monday).month !== month) return weeks;
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)));
  }
}

const runsOn = ({ startsAt, endsAt }: Group, day: CivilDate): boolean =>
  guatemalaDate(new Date(startsAt)) <= day && guatemalaDate(new Date(endsAt)) >= day;

const keyOf = ({ startsAt, endsAt }: Group): string => `${startsAt} ${endsAt}`;

/** The name of a single product, or the number of several products. */
const nameOf = ({ products, titles: [first = ''] }: Group): string =>
  products === 1 ? first : countedText(products, 'producto', 'productos');

/** The address of the sale's page, or of the list of sales that start on that day. */
const hrefOf = ({ id, startsAt }: Group): string => {
  const day = guatemalaDate(new Date(startsAt));
  return id === null ? `${listPath}?startsAtFrom=${day}&startsAtTo=${day}` : `${listPath}/${id}`;
};

/** Ends or removes all sales of a group immediately. */
const endOf = (group: Group, onEnded: () => Promise<void>): DeskAction => ({
  verb: `end ${keyOf(group)}`,
  label: 'Terminar todas',
  permission: 'promotions.edit',
  isDanger: true,
  confirm: {
    title: `¿Terminar las ofertas de ${nameOf(group)}?`,
    text:
      group.state === 'planned'
        ? 'Todavía no empiezan: se eliminan.'
        : 'Los productos vuelven ahora mismo a su precio de siempre, también en los carritos.',
    button: 'Terminar todas',
  },
  run: async (options) => {
    const { startsAt, endsAt } = group;
    const sent = await call('endFlashSales', { body: { startsAt, endsAt } }, options);
    if (sent.ok) await onEnded();
    return sent;
  },
  done: 'Ofertas terminadas',
});

/** "Calendario de ofertas": the flash sales of a month, as a calendar and as a list (PROD-11). */
export function Component() {
  const [params] = useSearchParams();
  const today = guatemalaDate(new Date());
  const asked = parseCivilDate(`${params.get('mes') ?? ''}-01`);
  const first = asked.ok ? asked.value : firstOfMonth(today);
  const weeks = weeksOf(first);
  const days = weeks.flat();
  const query = { from: days[0] ?? first, to: days.at(-1) ?? first };
  const found = useDeskQuery('getFlashSaleCalendar', { query }, { staleTime: 0 });
  const monthOf = (by: 1 | -1): string => `?mes=${movedMonth(first, by).slice(0, 7)}`;
  const isWide = useIsWide();
  return (
    <>
      <PageHead
        title="Calendario de ofertas"
        path={[{ label: 'Ofertas relámpago', to: listPath }]}
        actions={
          <>
            <ButtonLink icon="file-check" to={`${listPath}/lista`}>
              Pegar una lista
            </ButtonLink>
            <ButtonLink look="primary" icon="plus" to={`${listPath}/+`}>
              Nueva oferta
            </ButtonLink>
          </>
        }
      />
      <nav aria-label="Mes" className="flex items-center gap-2">
        <ButtonLink size="small" icon="chevron-left" to={monthOf(-1)}>
          Anterior
        </ButtonLink>
        <h2 className="min-w-40 text-center" aria-live="polite">
          {monthText(first)}
        </h2>
        <ButtonLink size="small" icon="chevron-right" to={monthOf(1)}>
          Siguiente
        </ButtonLink>
      </nav>
      <Loaded query={found}>
        {({ data }) => (
          <>
            {isWide && <Month weeks={weeks} first={first} today={today} groups={data} />}
            <Agenda groups={data} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Month({
  weeks,
  first,
  today,
  groups,
}: {
  weeks: readonly (readonly CivilDate[])[];
  first: CivilDate;
  today: CivilDate;
  groups: readonly Group[];
}) {
  const { month } = civilParts(first);
  return (
    <table className="w-full table-fixed border-collapse bg-surface" aria-label={monthText(first)}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" className="border border-border p-1.5 text-left text-xs text-ink-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={cx(
                  'h-24 border border-border p-1.5 align-top text-dense',
                  civilParts(day).month !== month && 'bg-surface-sunken text-ink-muted',
                )}
                {...(day === today && { 'aria-current': 'date' as const })}
              >
                <time dateTime={day} className={cx(day === today && 'font-semibold text-link underline')}>
                  {civilParts(day).day}
                </time>
                <DayGroups day={day} groups={groups} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Maximum number of groups that a day of the calendar names. The list below the calendar names all groups. */
const shownGroups = 3;

function DayGroups({ day, groups }: { day: CivilDate; groups: readonly Group[] }) {
  const running = groups.filter((group) => runsOn(group, day));
  return (
    <ul className="mt-1 grid gap-0.5">
      {running.slice(0, shownGroups).map((group) => (
        <li key={keyOf(group)} className="truncate">
          <Link className="link" to={hrefOf(group)} title={group.titles.join(', ')}>
            {nameOf(group)}
          </Link>
        </li>
      ))}
      {running.length > shownGroups && <li className="text-ink-muted">{`y ${running.length - shownGroups} más`}</li>}
    </ul>
  );
}

/** The period of a sale: "Hoy, 08:00 a 20:00", or both days. */
const periodText = ({ startsAt, endsAt }: Group): string => {
  const isOneDay = guatemalaDate(new Date(startsAt)) === guatemalaDate(new Date(endsAt));
  return `${momentText(startsAt)} a ${isOneDay ? timeText(endsAt) : momentText(endsAt)}`;
};

function Agenda({ groups }: { groups: readonly Group[] }) {
  const queries = useQueryClient();
  const { start, dialog } = useAction();
  const reread = (): Promise<void> => queries.invalidateQueries({ queryKey: allDeskKeys });
  if (groups.length === 0)
    return (
      <EmptyNote icon="tag" title="Sin ofertas este mes">
        Una oferta relámpago rebaja un producto entre dos momentos.
      </EmptyNote>
    );
  return (
    <Card title="Ofertas del mes" isBare>
      <RowList aria-label="Ofertas del mes">
        {groups.map((group) => {
          const { label, ...pill } = pills[group.state];
          return (
            <li key={keyOf(group)} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <Link className="link" to={hrefOf(group)}>
                  {nameOf(group)}
                </Link>
                <small className="text-ink-muted">
                  {periodText(group)}
                  {group.products > 1 &&
                    ` · ${group.titles.join(', ')}${group.products > group.titles.length ? '…' : ''}`}
                </small>
              </span>
              <Pill {...pill}>{label}</Pill>
              {group.products > 1 && group.state !== 'ended' && (
                <Button size="small" look="danger" aria-haspopup="dialog" onClick={() => start(endOf(group, reread))}>
                  Terminar todas
                </Button>
              )}
            </li>
          );
        })}
      </RowList>
      {dialog}
    </Card>
  );
}
