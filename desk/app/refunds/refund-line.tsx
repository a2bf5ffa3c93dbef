import { formatQ } from '@ceiba/domain/money/money';
import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { cx } from '@ceiba/ui/class-names';
import { useId } from 'react';
import { countedText, moneyText } from '../platform/formats.ts';
import { Stepper } from '../platform/stepper.tsx';
import { leftOf, type RefundRow, worthOf } from './refund-rows.ts';

/** A card for a line, or for its units in one shipment: its value, the number of units to refund, and their amount. */
export function RefundLine({
  row,
  units,
  waiting,
  onChange,
}: {
  row: RefundRow;
  units: number;
  /** Units that already wait for approval. The buttons do not offer these units, but a person may type them. */
  waiting: number;
  onChange: (units: number) => void;
}) {
  const id = useId();
  const { line, shipment } = row;
  const refundable = leftOf(row);
  const offered = Math.max(0, refundable - waiting);
  const isWrong = units > refundable;
  const title = shipment === undefined ? line.title : `${line.title}, envío ${shipment.id}`;
  const facts = [
    ...(row.isFirst ? [`Valió ${moneyText(line.worth ?? 0)}`] : []),
    ...(row.isFirst && line.refunded !== null && line.refunded > 0 ? [`reembolsado ${moneyText(line.refunded)}`] : []),
    ...(refundable === 0 ? [] : [`queda ${formatQ(worthOf(row, refundable))}`]),
    ...(waiting === 0 ? [] : [`${countedText(waiting, 'espera', 'esperan')} aprobación`]),
  ];
  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto_104px] items-center gap-x-4 gap-y-2 rounded-sm px-3 py-2.5 max-[900px]:grid-cols-[minmax(0,1fr)_auto] max-[900px]:*:first:col-span-full',
        units > 0 ? 'bg-surface-tint inset-ring-2 inset-ring-primary' : 'inset-ring inset-ring-border',
      )}
      aria-labelledby={id}
    >
      <div className="stack gap-1">
        <b id={id} className="font-semibold wrap-anywhere">
          {line.title}
          {shipment && <span className="sr-only">{`, envío ${shipment.id}`}</span>}
        </b>
        {shipment && (
          <span className="text-xs text-ink-muted">{`Envío ${shipment.id}, ${shipmentStateLabels[shipment.state].toLowerCase()}`}</span>
        )}
        <span className="text-xs text-ink-soft whitespace-nowrap tabular-nums">{facts.join(' · ')}</span>
      </div>
      {refundable === 0 ? (
        <span className="text-ink-muted">Nada que reembolsar</span>
      ) : (
        <Stepper
          label={`Cantidad de ${title}`}
          name={title}
          value={units}
          most={refundable}
          offered={offered}
          onChange={onChange}
        />
      )}
      <span className={cx('text-right whitespace-nowrap tabular-nums', units > 0 ? 'font-semibold' : 'text-ink-muted')}>
        {formatQ(worthOf(row, isWrong ? 0 : units))}
      </span>
    </li>
  );
}
