import { formatQ } from '@ceiba/domain/money/money';
import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { cx } from '@ceiba/ui/class-names';
import { useId } from 'react';
import { IconButton } from '../platform/button.tsx';
import { moneyText } from '../platform/formats.ts';
import { leftOf, type RefundRow, worthOf } from './refund-rows.ts';

/** One card for a line, or for its units of one shipment: what it was worth, how many units go back, and what they come to. */
export function RefundLine({
  row,
  units,
  onChange,
}: {
  row: RefundRow;
  units: number;
  onChange: (units: number) => void;
}) {
  const id = useId();
  const { line, shipment } = row;
  const left = leftOf(row);
  const isWrong = units > left;
  const title = shipment === undefined ? line.title : `${line.title}, envío ${shipment.id}`;
  const facts = [
    ...(row.isFirst ? [`Valió ${moneyText(line.worth ?? 0)}`] : []),
    ...(row.isFirst && line.refunded !== null && line.refunded > 0 ? [`reembolsado ${moneyText(line.refunded)}`] : []),
    ...(left === 0 ? [] : [`queda ${formatQ(worthOf(row, left))}`]),
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
        <span className="stepper">
          <IconButton
            label={`Una menos de ${title}`}
            icon="minus"
            aria-disabled={units === 0 || undefined}
            onClick={() => onChange(Math.max(0, units - 1))}
          />
          <input
            className="inp num"
            type="number"
            min={0}
            max={left}
            aria-label={`Cantidad de ${title}`}
            aria-invalid={isWrong || undefined}
            value={units === 0 ? '' : units}
            placeholder="0"
            onChange={({ target }) => onChange(Math.max(0, Math.trunc(Number(target.value) || 0)))}
          />
          <IconButton
            label={`Una más de ${title}`}
            icon="plus"
            aria-disabled={units >= left || undefined}
            onClick={() => onChange(Math.min(left, units + 1))}
          />
          <span className={cx('tiny', isWrong ? 'bad' : 'muted')}>{`de ${left}`}</span>
        </span>
      )}
      <span className={cx('refund-amount num', units > 0 ? 'strong' : 'muted')}>
        {formatQ(worthOf(row, isWrong ? 0 : units))}
      </span>
    </li>
  );
}
