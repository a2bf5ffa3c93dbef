import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate, formatWeekdayDate } from '@ceiba/domain/dates/spanish-date';
import { countedFigures, figures } from '@ceiba/domain/reports/figures';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import { useContext } from 'react';
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

type Home = DeskAnswer<'getDeskHome'>['data'];
type Queue = Home['queues'][number];

/** ms between two looks: while somebody looks at the page its numbers stay those of the lists. */
const refreshMs = 60_000;

/** "Inicio" (OFF-12): today against the same hours a week ago, and what waits for this person. */
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
  return (
    <>
      <PageHead title="Inicio" caption={caption} />
      <OwnPreparation />
      <Loaded query={home}>{({ data }) => <Overview home={data} time={timeText(now.toISOString())} />}</Loaded>
      <PhoneWays />
    </>
  );
}

/** Whoever prepares and takes no care of orders begins here: their own waves, and the next one of each place that has something ready. */
function OwnPreparation() {
  const may = useMay();
  const isOn = may('shipments.pick') && !may('orders.edit');
  const preparation = useDeskQuery('getPreparation', {}, { enabled: isOn, refetchInterval: 15_000 });
  if (!isOn || preparation.data === undefined) return null;
  const { places, picks } = preparation.data.data;
  const ready = places.filter((place) => place.ready.all > 0);
  return (
    <section className="stack g12" aria-label="Preparación">
      <OwnWaves picks={picks} />
      {ready.map((place) => (
        <div key={place.storeCode} className="card wave">
          <DeskIcon name="package-open" size="md" />
          <span className="grow">
            <b>{place.name}</b>
            <small className="soft num">
              {[
                countedText(place.ready.all, 'por preparar', 'por preparar'),
                ...(place.ready.late > 0 ? [countedText(place.ready.late, 'atrasado', 'atrasados')] : []),
              ].join(', ')}
            </small>
          </span>
          <TakeButton place={place} />
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

/** One press from here, too (§0.6): what a phone's bar has no room for. */
function PhoneWays() {
  const isWide = useIsWide();
  const { beyondBar } = useContext(FramePlacesContext);
  if (isWide || beyondBar.length === 0) return null;
  return (
    <nav className="row wrapx" aria-label="Más páginas">
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
        <div className="stack g8">
          <div className={cx('kpis', !showsAmounts && 'one')}>
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
          <p className="tiny muted only-d">
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
      <section className="stack g12">
        <div className="row between">
          <h2>Pendientes</h2>
          {queues.length > 0 && <span className="tiny muted only-d">Cada número es el total de la lista que abre</span>}
        </div>
        {queues.length === 0 ? (
          <EmptyNote icon="circle-check" title="Nada por aquí">
            No hay nada que espere por ti.
          </EmptyNote>
        ) : (
          <div className="queues wide">
            {queues.map((queue) => (
              <QueueLink key={queue.name} queue={queue} />
            ))}
          </div>
        )}
      </section>
    </>
  );
}

/** With a tenth below a hundred, as of more nobody reads it. */
const percentText = (percent: number): string =>
  percent < 100 ? String(Math.round(percent * 10) / 10) : countText(Math.round(percent));

/** "20.3 %" more or less than before; nothing where there was nothing before, or as much. */
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
    <section className="card kpi">
      <div className="row between">
        <h2 className="dense soft">{label}</h2>
        {change && (
          <span className={cx('delta', change.isUp ? 'ok' : 'bad')}>
            <DeskIcon name={change.isUp ? 'arrow-up' : 'arrow-down'} />
            <span className="sr">{change.isUp ? 'Más: ' : 'Menos: '}</span>
            {change.text}
          </span>
        )}
      </div>
      <div className="big">{textOf(today)}</div>
      <div className="cmp">
        <span className="muted">Hoy</span>
        <Bar value={today ?? 0} most={most} />
        <b>{textOf(today)}</b>
        <span className="muted">Hace 7 días</span>
        <Bar value={lastWeek ?? 0} most={most} isBefore />
        <b>{textOf(lastWeek)}</b>
      </div>
    </section>
  );
}

const Bar = ({ value, most, isBefore = false }: { value: number; most: number; isBefore?: boolean }) => (
  <i className={isBefore ? 'b' : undefined} style={{ width: `${most === 0 ? 0 : (value / most) * 100}%` }} />
);

/** How a queue is shown. `hot`: something is wrong where it is not empty; `wait`: somebody has to decide. */
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

function QueueLink({ queue: { name, count, capped, href } }: { queue: Queue }) {
  const { label, text, icon, look } = queueLooks[name] ?? { label: name, text: '', icon: 'clipboard-list' as const };
  return (
    <Link to={deskPath(href)} className={cx('card q', count === 0 ? 'zero' : look)}>
      <span className="ic">
        <DeskIcon name={icon} size="md" />
      </span>
      <span className="nm">{label}</span>
      <span className="ct">{capped ? `${countText(count)}+` : countText(count)}</span>
      <span className="tx">{text}</span>
    </Link>
  );
}
