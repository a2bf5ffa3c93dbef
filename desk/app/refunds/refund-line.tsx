import { formatQ } from '@ceiba/domain/money/money';
import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { cx } from '@ceiba/ui/class-names';
import { useId } from 'react';
import { countedText, moneyText } from '../platform/formats.ts';
import { Stepper } from '../platform/stepper.tsx';
import { leftOf, type RefundRow, worthOf } from './refund-rows.ts';

/** One card for a line, or for its units of one shipment: what it was worth, how many units go back, and what they come to. */
export function RefundLine({
  row,
  units,
  waiting,
  onChange,
}: {
  row: RefundRow;
  units: number;
  /** Units that wait for approval already. The buttons do not offer them; a person may still type them. */
  waiting: number;
  onChange: (units: number) => void;
}) {
  const id = useId();
  const { line, shipment } = row;
  const left = leftOf(row);
  const offered = Math.max(0, left - waiting);
  const isWrong = units > left;
  const title = shipment === undefined ? line.title : `${line.title}, envío ${shipment.id}`;
  const facts = [
    ...(row.isFirst ? [`Valió ${moneyText(line.worth ?? 0)}`] : []),
    ...(row.isFirst && line.refunded !== null && line.refunded > 0 ? [`reembolsado ${moneyText(line.refunded)}`] : []),
    ...(left === 0 ? [] : [`queda ${formatQ(worthOf(row, left))}`]),
    ...(waiting === 0 ? [] : [`${countedText(waiting, 'espera', 'esperan')} aprobación`]),
  ];
  return (
    <li className={cx('refund-line', units > 0 && 'on')} aria-labelledby={id}>
      <div className="stack g4">
        <b id={id} className="strong wrap-any">
          {line.title}
          {shipment && <span className="sr">{`, envío ${shipment.id}`}</span>}
        </b>
        {shipment && (
          <span className="tiny muted">{`Envío ${shipment.id}, ${shipmentStateLabels[shipment.state].toLowerCase()}`}</span>
        )}
        <span className="tiny soft num">{facts.join(' · ')}</span>
      </div>
      {left === 0 ? (
        <span className="muted">Nada que reembolsar</span>
      ) : (
        <Stepper
          label={`Cantidad de ${title}`}
          name={title}
          value={units}
          most={left}
          offered={offered}
          onChange={onChange}
        />
      )}
      <span className={cx('refund-amount num', units > 0 ? 'strong' : 'muted')}>
        {formatQ(worthOf(row, isWrong ? 0 : units))}
      </span>
    </li>
  );
}
