import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { sum, toQuetzales, zero } from '@ceiba/domain/money/money';
import { orderPaymentLabels } from '@ceiba/domain/orders/desk-labels';
import { movementTexts } from '@ceiba/domain/orders/timeline-texts';
import { refundDestinationLabels, refundStateLabels } from '@ceiba/domain/refunds/refund-labels';
import { countedFigures, figures } from '@ceiba/domain/reports/figures';
import { cx } from '@ceiba/ui/class-names';
import { Link } from 'react-router';
import { Card } from '../detail/detail-frame.tsx';
import { FiguresHelp } from '../detail/figures-help.tsx';
import { momentText, moneyText, nothing } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { refundPills } from '../refunds/refund-looks.ts';
import { centavosOf } from '../refunds/refund-rows.ts';
import { useMay } from '../session/session.ts';

/** Movements that take money away from the shop are shown below zero. */
const goesBack = (kind: string): boolean =>
  ['reversal', 'refund', 'refund_due', 'till_refund', 'points_given', 'gift_card_given', 'chargeback'].includes(kind);

const isOpen = (state: string): state is 'due' | 'sent' => state === 'due' || state === 'sent';

const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

/** "Tarjeta •••• 1111, 12 cuotas": how the order was paid. */
function wayText({ payment, card, installments }: DeskOrder): string {
  const way = card === null ? labelOf(orderPaymentLabels, payment) : `Tarjeta •••• ${card}`;
  return installments > 1 ? `${way}, ${installments} cuotas` : way;
}

/** Movements of the card itself; others say by their kind how they were paid. */
const isOfCard = (kind: string): boolean => ['capture', 'reversal', 'refund', 'chargeback'].includes(kind);

/** Ids of rows say nothing to anybody. */
const isInternal = (reference: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(reference);

/** The acquirer and its reference, as a bank or a till is asked by them (WORK-16). */
function MovementReference({ acquirer, reference }: { acquirer: string | null; reference: string | null }) {
  const shown = reference === null || isInternal(reference) ? null : reference;
  const text = [acquirer, shown].filter(Boolean).join(' · ');
  return text === '' ? nothing : <small className="tiny muted wrap-any">{text}</small>;
}

/** "Q4,999.00 a medio de pago original". */
const refundText = (amount: number, to: string): string =>
  `${moneyText(amount)} a ${labelOf(refundDestinationLabels, to).toLowerCase()}`;

/** What came, went back and is still to come, and each movement with its acquirer, reference and person (WORK-16). */
export function OrderMoney({ order }: { order: DeskOrder }) {
  const may = useMay();
  const { total, iva, shippingIva, paid, refunded, due, shipping, movements, refunds, waitingRefunds } = order;
  if (total === null) return null;
  // Units that nobody had paid: what the order owes is less by them, and nothing was given back.
  const canceled = sum(refunds.filter(({ to }) => to === 'bill').map(({ amount }) => centavosOf(amount)));
  const shown = [
    [shipping === 0 ? `${figures.orderTotal.label} (envío gratis)` : figures.orderTotal.label, total],
    ...(canceled === zero ? [] : [['Cancelado', -toQuetzales(canceled)] as const]),
    [figures.paid.label, paid ?? 0],
    [figures.returned.label, -(refunded ?? 0)],
    [countedFigures.due.label, due ?? 0],
  ] as const;
  const open = refunds.filter(({ state }) => isOpen(state));
  const mayOpen = ['orders.refund', 'refunds.approve', 'cash.read'] as const;
  const areLinked = mayOpen.some((permission) => may(permission));
  return (
    <Card title="Dinero" isBare actions={<span className="soft">{wayText(order)}</span>}>
      <dl className="figs">
        {shown.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={cx(amount === 0 && 'muted')}>{moneyText(amount)}</dd>
          </div>
        ))}
      </dl>
      {iva !== null && (
        <p className="pad dense muted">
          {[`IVA incluido: ${moneyText(iva)}`, shippingIva ? `del envío ${moneyText(shippingIva)}` : null]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <FiguresHelp
        figures={[
          figures.orderTotal,
          figures.paid,
          figures.returned,
          countedFigures.due,
          countedFigures.cashToCollect,
          figures.unitsWorth,
        ]}
      />
      {movements.length > 0 && (
        <Table
          label="Movimientos"
          frame="ruled"
          texts={['Fecha', 'Movimiento', 'Cómo se pagó', 'Persona']}
          numbers={['Monto']}
        >
          {movements.map(({ kind, amount, at, by, acquirer, reference }) => (
            <tr key={`${at} ${kind} ${reference ?? ''} ${amount}`}>
              <td className="soft">{momentText(at)}</td>
              <td>{labelOf(movementTexts, kind)}</td>
              <td className="soft">
                {isOfCard(kind) && order.card !== null && <span className="block">{wayText(order)}</span>}
                <MovementReference acquirer={acquirer} reference={reference} />
              </td>
              <td className="soft">{by || nothing}</td>
              <td className="r strong">{moneyText(goesBack(kind) ? -amount : amount)}</td>
            </tr>
          ))}
        </Table>
      )}
      {waitingRefunds.length + open.length > 0 && (
        <ul className="pad stack g4" aria-label="Reembolsos por entregar">
          {waitingRefunds.map(({ id, amount, to }) => (
            <li key={id} className="row between">
              {areLinked ? (
                <Link to={`/ordenes/reembolsos?q=${order.number}&state=awaiting_approval`}>
                  {refundText(amount, to)}
                </Link>
              ) : (
                <span>{refundText(amount, to)}</span>
              )}
              <Pill {...refundPills.awaiting_approval}>{refundStateLabels.awaiting_approval}</Pill>
            </li>
          ))}
          {open.map(({ id, amount, to, state }) => (
            <li key={id} className="row between">
              <span>{refundText(amount, to)}</span>
              {isOpen(state) && <Pill {...refundPills[state]}>{labelOf(refundStateLabels, state)}</Pill>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
