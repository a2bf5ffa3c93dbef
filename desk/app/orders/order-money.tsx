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

/** Movements that take money from the shop are shown as negative. */
const goesBack = (kind: string): boolean =>
  ['reversal', 'refund', 'refund_due', 'till_refund', 'points_given', 'gift_card_given', 'chargeback'].includes(kind);

const isOpen = (state: string): state is 'due' | 'sent' => state === 'due' || state === 'sent';

const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

/** "Tarjeta •••• 1111, 12 cuotas": how the order was paid. */
function wayText({ payment, card, installments }: DeskOrder): string {
  const way = card === null ? labelOf(orderPaymentLabels, payment) : `Tarjeta •••• ${card}`;
  return installments > 1 ? `${way}, ${installments} cuotas` : way;
}

/** Movements on the card itself. The kind of others names the payment method. */
const isOfCard = (kind: string): boolean => ['capture', 'reversal', 'refund', 'chargeback'].includes(kind);

/** Row IDs mean nothing to people. */
const isInternal = (reference: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(reference);

/** The acquirer and its reference, for questions to a bank or a till (WORK-16). */
function MovementReference({ acquirer, reference }: { acquirer: string | null; reference: string | null }) {
  const shown = reference === null || isInternal(reference) ? null : reference;
  const text = [acquirer, shown].filter(Boolean).join(' · ');
  return text === '' ? nothing : <small className="text-xs text-ink-muted wrap-anywhere">{text}</small>;
}

/** "Q4,999.00 a medio de pago original". */
const refundText = (amount: number, to: string): string =>
  `${moneyText(amount)} a ${labelOf(refundDestinationLabels, to).toLowerCase()}`;

/** Amounts paid, refunded and due, and each movement with its acquirer, reference and person (WORK-16). */
export function OrderMoney({ order }: { order: DeskOrder }) {
  const may = useMay();
  const { total, iva, shippingIva, paid, refunded, due, shipping, movements, refunds, waitingRefunds } = order;
  if (total === null) return null;
  // Cancelled units that were not paid yet: the amount due is lower, and nothing was refunded.
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
    <Card title="Dinero" isBare actions={<span className="text-ink-soft">{wayText(order)}</span>}>
      <dl className="grid grid-cols-4 max-lg:grid-cols-[1fr_1fr]">
        {shown.map(([label, amount]) => (
          <div
            key={label}
            className="border-border px-4 py-3 not-first:border-l max-lg:nth-3:border-l-0 max-lg:nth-[n+3]:border-t"
          >
            <dt className="text-right text-xs text-ink-muted">{label}</dt>
            <dd className={cx('text-right text-lg font-semibold tabular-nums', amount === 0 && 'text-ink-muted')}>
              {moneyText(amount)}
            </dd>
          </div>
        ))}
      </dl>
      {iva !== null && (
        <p className="p-4 text-dense text-ink-muted">
          {[`IVA incluido: ${moneyText(iva)}`, shippingIva ? `del envío ${moneyText(shippingIva)}` : null]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <div className="px-4 pb-2">
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
      </div>
      {movements.length > 0 && (
        <Table
          label="Movimientos"
          frame="border-t border-border"
          texts={['Fecha', 'Movimiento', 'Cómo se pagó', 'Persona']}
          numbers={['Monto']}
        >
          {movements.map(({ kind, amount, at, by, acquirer, reference }) => (
            <tr key={`${at} ${kind} ${reference ?? ''} ${amount}`}>
              <td className="text-ink-soft">{momentText(at)}</td>
              <td>{labelOf(movementTexts, kind)}</td>
              <td className="text-ink-soft">
                {isOfCard(kind) && order.card !== null && <span className="block">{wayText(order)}</span>}
                <MovementReference acquirer={acquirer} reference={reference} />
              </td>
              <td className="text-ink-soft">{by || nothing}</td>
              <td className="text-right font-semibold">{moneyText(goesBack(kind) ? -amount : amount)}</td>
            </tr>
          ))}
        </Table>
      )}
      {waitingRefunds.length + open.length > 0 && (
        <ul className="stack gap-1 p-4" aria-label="Reembolsos por entregar">
          {waitingRefunds.map(({ id, amount, to }) => (
            <li key={id} className="flex items-center gap-2 flex-wrap justify-between">
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
            <li key={id} className="flex items-center gap-2 flex-wrap justify-between">
              <span>{refundText(amount, to)}</span>
              {isOpen(state) && <Pill {...refundPills[state]}>{labelOf(refundStateLabels, state)}</Pill>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
