import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate, formatWeekdayDate } from '@ceiba/domain/dates/spanish-date';
import { countedFigures, figures } from '@ceiba/domain/reports/figures';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import { lazy, Suspense, useContext } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../detail/detail-frame.tsx';
import { FiguresHelp } from '../detail/figures-help.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { deskPath } from '../platform/desk-path.ts';
import { countedText, countText, moneyText, nothing, timeText } from '../platform/formats.ts';
import { EmptyNote } from '../platform/notes.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { FramePlacesContext, PageHead } from '../shell/page-head.tsx';
import { addressOf } from '../shell/section.ts';
import { OwnWaves, TakeButton } from '../shipments/take-wave.tsx';
import { missingText } from './missing-text.ts';

/** Loads only in a shop without products. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

type Home = DeskAnswer<'getDeskHome'>['data'];
type Queue = Home['queues'][number];

/** ms between two reads. The numbers of an open page then agree with the lists. */
const refreshMs = 60_000;

/** "Inicio" (OFF-12): today compared with the same hours a week ago, and the queues of this person. */
export function Component() {
  const home = useDeskQuery(
    'getDeskHome',
    {},
    { staleTime: 0, refetchInterval: refreshMs, refetchOnWindowFocus: true },
  );
  const now = new Date(home.dataUpdatedAt || Date.now());
  const today = guatemalaDate(now);
  const day = formatWeekdayDate(today);
  const caption = `${day.slice(0, 1).toUpperCase()}${day.slice(1)}${formatDate(today).slice(-8)}, ${timeText(now.toISOString())}`;
  const first = home.data?.data.firstSteps;
  // A shop without products has nothing to count yet (OFF-29).
  if (first !== undefined && !first.hasProducts && first.steps.length > 0)
    return (
      <>
        <PageHead title="Primeros pasos" caption="Lo que la tienda necesita para abrir" />
        <Suspense>
          <FirstSteps read={first} />
        </Suspense>
        <PhoneWays />
      </>
    );
  return (
    <>
      <PageHead title="Inicio" caption={caption} />
      <OwnPreparation />
      <Loaded query={home}>{({ data }) => <Overview home={data} time={timeText(now.toISOString())} />}</Loaded>
      <FirstStepsLeft steps={first?.steps ?? []} />
      <PhoneWays />
    </>
  );
}

/** The link to "Primeros pasos", until this person has done all steps (OFF-29). */
function FirstStepsLeft({ steps }: { steps: Home['firstSteps']['steps'] }) {
  const missing = steps.filter(({ isDone }) => !isDone).length;
  if (missing === 0) return null;
  return (
    <Link
      to="/primeros-pasos"
      className="card flex items-center gap-3 px-4 py-3 hover:border-border-control hover:shadow-sm"
    >
      <DeskIcon name="clipboard-list" size="md" />
      <span className="min-w-0 flex-1 font-semibold">Primeros pasos</span>
      <span className="text-dense text-ink-muted">{missingText(missing)}</span>
      <DeskIcon name="chevron-right" />
    </Link>
  );
}

/** The first part for people who prepare shipments and edit no orders: their waves, and the next wave of each place with ready shipments. */
function OwnPreparation() {
  const may = useMay();
  const isOn = may('shipments.pick') && !may('orders.edit');
  const preparation = useDeskQuery('getPreparation', {}, { enabled: isOn, refetchInterval: 15_000 });
  if (!isOn || preparation.data === undefined) return null;
  const { places, picks } = preparation.data.data;
  const ready = places.filter((place) => place.ready.all > 0);
  return (
    <section className="stack gap-3" aria-label="Preparación">
      <OwnWaves picks={picks} />
      {ready.map((place) => (
        <div key={place.storeCode} className="card flex items-center gap-4 px-4 py-3 max-lg:flex-wrap">
          <DeskIcon name="package-open" size="md" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <b className="font-semibold">{place.name}</b>
            <small className="block text-dense whitespace-nowrap text-ink-soft tabular-nums">
              {[
                countedText(place.ready.all, 'por preparar', 'por preparar'),
                ...(place.ready.late > 0 ? [countedText(place.ready.late, 'atrasado', 'atrasados')] : []),
              ].join(', ')}
            </small>
          </span>
          <TakeButton place={place} className="max-lg:min-h-12 max-lg:flex-[1_0_100%]" />
        </div>
      ))}
      {ready.length === 0 && picks.length === 0 && (
        <EmptyNote icon="package-open" title="Nada por aquí">
          No hay envíos por preparar.
        </EmptyNote>
      )}
    </section>
  );
}

/** Links to pages that do not fit in a phone's bar, one press away (§0.6). */
function PhoneWays() {
  const isWide = useIsWide();
  const { beyondBar } = useContext(FramePlacesContext);
  if (isWide || beyondBar.length === 0) return null;
  return (
    <nav className="flex items-center gap-2 flex-wrap" aria-label="Más páginas">
      {beyondBar.map((section) => (
        <ButtonLink key={section.label} to={addressOf(section)} icon={section.icon}>
          {section.label}
        </ButtonLink>
      ))}
    </nav>
  );
}

function Overview({ home: { today, lastWeek, queues }, time }: { home: Home; time: string }) {
  const showsAmounts = today.netSales !== null;
  return (
    <>
      {today.orders !== null && (
        <div className="stack gap-2">
          <div
            className={cx(
              'grid gap-4 max-lg:grid-cols-1 max-lg:gap-0 max-lg:rounded-md max-lg:border max-lg:border-border max-lg:bg-surface',
              showsAmounts ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))]' : 'grid-cols-[minmax(0,400px)]',
            )}
          >
            <Figure
              label={countedFigures.orders.label}
              today={today.orders}
              lastWeek={lastWeek.orders}
              show={countText}
            />
            {showsAmounts && (
              <>
                <Figure
                  label={figures.netSales.label}
                  today={today.netSales}
                  lastWeek={lastWeek.netSales}
                  show={moneyText}
                />
                <Figure
                  label={countedFigures.averageTicket.label}
                  today={today.averageTicket}
                  lastWeek={lastWeek.averageTicket}
                  show={moneyText}
                />
              </>
            )}
          </div>
          <p className="text-xs text-ink-muted max-lg:hidden">
            {`Hoy hasta las ${time} contra el mismo día de la semana pasada a la misma hora.`}
          </p>
          <FiguresHelp
            figures={
              showsAmounts
                ? [countedFigures.orders, figures.netSales, countedFigures.averageTicket]
                : [countedFigures.orders]
            }
          />
        </div>
      )}
      <section className="stack gap-3">
        <div className="flex items-center gap-2 flex-wrap justify-between">
          <h2>Pendientes</h2>
          {queues.length > 0 && (
            <span className="text-xs text-ink-muted max-lg:hidden">Cada número es el total de la lista que abre</span>
          )}
        </div>
        {queues.length === 0 ? (
          <EmptyNote icon="circle-check" title="Nada por aquí">
            No hay nada que espere por ti.
          </EmptyNote>
        ) : (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(256px,1fr))] gap-3 max-lg:grid-cols-1 max-lg:gap-0 max-lg:overflow-hidden max-lg:rounded-md max-lg:border max-lg:border-border max-lg:bg-surface">
            {queues.map((queue) => (
              <QueueLink key={queue.name} queue={queue} />
            ))}
          </div>
        )}
      </section>
    </>
  );
}

/** A percentage with one decimal below 100, and without decimals from 100 on. A change never shows as "0 %". */
const percentText = (percent: number): string =>
  percent < 100 ? String(Math.max(0.1, Math.round(percent * 10) / 10)) : countText(Math.round(percent));

/** "20.3 %" more or less than before. Null if there was nothing before, or no change. */
const changeOf = (today: number, before: number): { text: string; isUp: boolean } | null =>
  before === 0 || today === before
    ? null
    : { text: `${percentText(Math.abs((today - before) / before) * 100)} %`, isUp: today >= before };

function Figure({
  label,
  today,
  lastWeek,
  show,
}: {
  label: string;
  today: number | null;
  lastWeek: number | null;
  show: (value: number) => string;
}) {
  const change = today === null || lastWeek === null ? null : changeOf(today, lastWeek);
  const most = Math.max(today ?? 0, lastWeek ?? 0);
  const textOf = (value: number | null): string => (value === null ? nothing : show(value));
  return (
    <section className="card grid gap-3 p-4 *:min-w-0 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-3 max-lg:gap-y-0.5 max-lg:rounded-none max-lg:border-0 max-lg:bg-transparent max-lg:px-4 max-lg:py-3 max-lg:not-first:border-t">
      <div className="flex items-center gap-2 flex-wrap justify-between">
        <h2 className="text-dense text-ink-soft">{label}</h2>
        {change && (
          <span
            className={cx(
              'inline-flex items-center gap-[3px] text-dense font-semibold',
              change.isUp ? 'text-success' : 'text-danger',
            )}
          >
            <DeskIcon name={change.isUp ? 'arrow-up' : 'arrow-down'} />
            <span className="sr-only">{change.isUp ? 'Más: ' : 'Menos: '}</span>
            {change.text}
          </span>
        )}
      </div>
      <div className="text-3xl/9 font-bold tracking-tight wrap-anywhere tabular-nums max-lg:text-xl">
        {textOf(today)}
      </div>
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2.5 gap-y-[5px] text-xs max-lg:hidden">
        <span className="text-ink-muted">Hoy</span>
        <Bar value={today ?? 0} most={most} />
        <b className="text-right font-semibold tabular-nums">{textOf(today)}</b>
        <span className="text-ink-muted">Hace 7 días</span>
        <Bar value={lastWeek ?? 0} most={most} isBefore />
        <b className="text-right font-semibold tabular-nums">{textOf(lastWeek)}</b>
      </div>
    </section>
  );
}

const Bar = ({ value, most, isBefore = false }: { value: number; most: number; isBefore?: boolean }) => (
  <i
    className={cx('block h-2 rounded-[2px]', isBefore ? 'bg-arena-400' : 'bg-primary')}
    style={{ width: `${most === 0 ? 0 : (value / most) * 100}%` }}
  />
);

/** The look of a queue. `hot`: shown as an error unless the queue is empty. `wait`: the queue waits for a decision. */
const queueLooks: Readonly<Record<string, { label: string; text: string; icon: DeskIconName; look?: 'hot' | 'wait' }>> =
  {
    toPrepare: { label: 'Por preparar', text: 'Pagados y libres para tomar', icon: 'package' },
    toCollect: { label: 'Por cobrar en tienda', text: 'Órdenes que se pagan en caja', icon: 'banknote' },
    pickupsWaiting: {
      label: 'Recogidas que esperan',
      text: 'Listas en la tienda para quien las compró',
      icon: 'store',
    },
    cashRefunds: {
      label: 'Reembolsos por pagar',
      text: 'Se entregan en una caja',
      icon: 'undo-2',
      look: 'wait',
    },
    missingLines: {
      label: 'Renglones sin existencias',
      text: 'No están en ninguna tienda: acuérdalo con quien compró',
      icon: 'package-x',
      look: 'hot',
    },
    stockBreaks: {
      label: 'Productos agotados',
      text: 'Tienen aviso y nada para vender',
      icon: 'package-x',
      look: 'wait',
    },
    late: { label: 'Atrasados', text: 'Pasaron el límite de su estado', icon: 'clock-alert', look: 'hot' },
    held: { label: 'Detenidas', text: 'Por revisar antes de enviarlas', icon: 'circle-pause', look: 'wait' },
    cashToConfirm: {
      label: 'Efectivo por confirmar',
      text: 'Sin abrir el enlace del correo',
      icon: 'phone',
      look: 'wait',
    },
    returns: { label: 'Devoluciones', text: 'Pedidas, por llegar, sin resultado o por regresar', icon: 'undo-2' },
    refundsToApprove: {
      label: 'Reembolsos por aprobar',
      text: 'Superan lo que una persona devuelve sola',
      icon: 'circle-check',
      look: 'wait',
    },
    refundsToPay: {
      label: 'Reembolsos por pagar',
      text: 'En caja o por transferencia',
      icon: 'banknote',
      look: 'wait',
    },
    tillDifferences: { label: 'Diferencias de caja', text: 'Sin motivo todavía', icon: 'wallet', look: 'wait' },
    doorCash: {
      label: 'Efectivo con mensajeros',
      text: 'Entregas a las que les falta dinero',
      icon: 'truck',
      look: 'wait',
    },
  };

const iconLooks = {
  plain: 'bg-surface-tint text-link',
  hot: 'bg-danger-soft text-on-danger-soft',
  wait: 'bg-maiz-100 text-tag-regalo-fg',
};

function QueueLink({ queue: { name, count, capped, href } }: { queue: Queue }) {
  const found = queueLooks[name] ?? { label: name, text: '', icon: 'clipboard-list' as const };
  const { label, text, icon, look = 'plain' } = found;
  return (
    <Link
      to={deskPath(href)}
      className="card grid min-h-[84px] grid-cols-[36px_minmax(0,1fr)_auto] grid-rows-[auto_1fr] items-start gap-x-3 gap-y-0.5 px-4 py-3.5 hover:border-border-control hover:shadow-sm max-lg:min-h-16 max-lg:rounded-none max-lg:border-0 max-lg:py-2.5 max-lg:text-sm max-lg:not-first:border-t"
    >
      <span
        className={cx(
          'row-[1/3] grid size-9 place-items-center self-start rounded-leaf-sm',
          iconLooks[count === 0 ? 'plain' : look],
        )}
      >
        <DeskIcon name={icon} size="md" />
      </span>
      <span className="pt-px leading-5 font-semibold">{label}</span>
      <span
        className={cx(
          'text-xl/6 tabular-nums',
          count === 0 ? 'font-medium text-ink-muted' : look === 'hot' ? 'font-bold text-danger' : 'font-bold',
        )}
      >
        {capped ? `${countText(count)}+` : countText(count)}
      </span>
      <span className="col-[2/4] text-xs text-ink-muted">{text}</span>
    </Link>
  );
}
