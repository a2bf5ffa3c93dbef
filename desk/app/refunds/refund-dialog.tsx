import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { type Centavos, formatQ, fromQuetzales, subtract, sum, toQuetzales, zero } from '@ceiba/domain/money/money';
import { otherStoresText, shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { shortfallsOf, takeUnits, worthInShipment } from '@ceiba/domain/refunds/refund';
import { cx } from '@ceiba/ui/class-names';
import { useState } from 'react';
import { typedMoney } from '../actions/field-dialog.tsx';
import { FormDialog, useReason } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { IconButton } from '../platform/button.tsx';
import { SelectField } from '../platform/field.tsx';
import { countedText, moneyText, nothing } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Table } from '../platform/table.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';

type Line = DeskOrder['lines'][number];
type Way = 'origin' | 'till' | 'transfer' | 'giftCard';

const centavosOf = (quetzales: number | string | null): Centavos => {
  const read = fromQuetzales(quetzales ?? 0);
  return read.ok ? read.value : zero;
};

/** What is typed into a field of money; undefined: it cannot be read as one. */
const typedAmount = (text: string): Centavos | undefined => {
  const read = fromQuetzales(typedMoney(text) || 0);
  return read.ok ? read.value : undefined;
};

/** What is given back of together: a line, or its units that go with one of the order's shipments. */
interface Row {
  key: string;
  line: Line;
  /** In the turn in which its units are given back. */
  parts: Line['parts'];
  /** Needed where another of the line's may still be lost, and is given back then. */
  shipment?: { id: string; state: ShipmentState; isOwn: boolean };
  /** What the whole line was worth and got back stands in its first row alone. */
  isFirst: boolean;
}

function rowsOf(line: Line, shipments: DeskOrder['shipments']): Row[] {
  const parts = line.parts.flatMap((part) => {
    const shipment = shipments.find(({ id }) => id === part.shipmentId);
    return part.quantity > part.refunded && shipment !== undefined ? [{ part, shipment }] : [];
  });
  if (parts.length < 2 || parts.every(({ shipment }) => shipment.state === 'delivered'))
    return [{ key: String(line.line), line, parts: line.parts, isFirst: true }];
  return parts.map(({ part, shipment }, at) => ({
    key: `${line.line} ${shipment.id}`,
    line,
    parts: [part],
    shipment,
    isFirst: at === 0,
  }));
}

/** Whether this person gives it back: it leaves from places of theirs (record 0086). */
const isOwnRow = ({ line, shipment }: Row): boolean => shipment?.isOwn ?? line.isOwn;

const leftOf = ({ line, parts, shipment }: Row): number =>
  shipment === undefined
    ? line.quantity - line.refundedQuantity
    : parts.reduce((left, { quantity, refunded }) => left + quantity - refunded, 0);

/** What the next units of a row are worth, by the one rule that decides it (WORK-18), and which shipments they go with. */
const partsOf = ({ line: { worth, quantity }, parts }: Row, units: number): { shipment: string; amount: Centavos }[] =>
  (takeUnits(parts, units) ?? []).map((part) => ({
    shipment: part.held.shipmentId,
    amount: worthInShipment({ net: centavosOf(worth), quantity }, part.held, part.units),
  }));

const worthOf = (row: Row, units: number): Centavos => sum(partsOf(row, units).map(({ amount }) => amount));

const originText = ({ card, payment }: DeskOrder): string =>
  card !== null
    ? `Tarjeta •••• ${card} (origen)`
    : payment === 'Cash' || payment === 'StorePayment'
      ? 'Caja (origen)'
      : 'Origen';

/** The one way to give money back (WORK-17): what each line was worth, what of it was given back, and what is left. */
export function RefundDialog({
  order,
  onClose,
  onDone,
}: {
  order: DeskOrder;
  onClose: () => void;
  onDone: () => void;
}) {
  const [units, setUnits] = useState<Readonly<Record<string, number>>>({});
  const [shipping, setShipping] = useState('');
  const [goodwill, setGoodwill] = useState('');
  const { reason, isGiven, field } = useReason('Lo lee el cliente en su correo');
  const [way, setWay] = useState<Way>('origin');
  const { error, isSending, send } = useChange();
  const rows = order.lines.flatMap((line) => rowsOf(line, order.shipments)).filter(isOwnRow);
  const chosen = rows.flatMap((row) => {
    const quantity = units[row.key] ?? 0;
    return quantity > 0 && quantity <= leftOf(row) ? [{ row, quantity }] : [];
  });
  const ofLines = sum(chosen.map(({ row, quantity }) => worthOf(row, quantity)));
  const isUnreadable =
    typedAmount(shipping) === undefined ||
    typedAmount(goodwill) === undefined ||
    rows.some((row) => (units[row.key] ?? 0) > leftOf(row));
  const missing = sum(
    shortfallsOf(
      chosen.flatMap(({ row, quantity }) => partsOf(row, quantity)),
      new Map(order.shipments.map(({ id, shortfall }) => [id, centavosOf(shortfall)])),
    ),
  );
  const total = sum([subtract(ofLines, missing), typedAmount(shipping) ?? zero, typedAmount(goodwill) ?? zero]);
  const count = chosen.reduce((all, { quantity }) => all + quantity, 0);

  const refund = async (): Promise<void> => {
    if (total === 0 || !isGiven()) return;
    const made = await send((options) =>
      call(
        'createRefund',
        {
          body: {
            orderNumber: order.number,
            version: order.version,
            lines: chosen.map(({ row: { line, shipment }, quantity }) => ({
              line: line.line,
              quantity,
              ...(shipment && { shipment: shipment.id }),
            })),
            shipping: toQuetzales(typedAmount(shipping) ?? zero),
            goodwill: toQuetzales(typedAmount(goodwill) ?? zero),
            reason,
            to: way,
          },
        },
        options,
      ),
    );
    if (!made.ok) return;
    showToast(`Reembolso de ${moneyText(made.value.data.amount)}`);
    onDone();
    onClose();
  };

  const [paid, left] = [order.paid ?? 0, order.refundable ?? 0];
  return (
    <FormDialog
      isWide
      title="Reembolsar"
      text={`Orden ${order.number}. Pagado ${moneyText(paid)}, reembolsado o por reembolsar ${moneyText(paid - left)}, queda ${moneyText(left)}.`}
      onClose={onClose}
      foot={<span className="tiny muted">Se envía una sola vez. No se puede deshacer.</span>}
      button={`Reembolsar ${formatQ(total)}`}
      isSending={isSending}
      isOff={total === 0 || isUnreadable}
      onSubmit={() => void refund()}
    >
      {error && <Note kind="error">{refusalText(error)}</Note>}
      {!order.isOwn && <Note kind="info">{otherStoresText}</Note>}
      <Table
        label="Productos"
        frame="bordered"
        look="refund"
        texts={['Producto']}
        numbers={['Valió', 'Reembolsado', 'Queda', 'Cantidad', 'Reembolsar']}
      >
        {rows.map((row) => (
          <LineRow
            key={row.key}
            row={row}
            units={units[row.key] ?? 0}
            onChange={(quantity) => setUnits({ ...units, [row.key]: quantity })}
          />
        ))}
      </Table>
      <div className="refund-more">
        <SelectField
          label="Devolver a"
          value={way}
          onChange={({ target }) => {
            const ways: readonly Way[] = ['origin', 'till', 'transfer', 'giftCard'];
            setWay(ways.find((each) => each === target.value) ?? 'origin');
          }}
        >
          <option value="origin">{originText(order)}</option>
          <option value="till">Caja</option>
          <option value="transfer">Transferencia</option>
          <option value="giftCard">Tarjeta de regalo, por correo</option>
        </SelectField>
        {field}
        <dl className="kv">
          <div>
            <dt>{`Productos, ${countedText(count, 'unidad', 'unidades')}`}</dt>
            <dd>{formatQ(ofLines)}</dd>
          </div>
          {missing > zero && (
            <div>
              <dt>Faltó al cobrar en la entrega</dt>
              <dd>{`-${formatQ(missing)}`}</dd>
            </div>
          )}
          {order.isOwn && (
            <>
              <div>
                <dt>{`Envío (queda ${moneyText(order.shippingLeft ?? 0)})`}</dt>
                <dd>
                  <AmountInput label="Envío" value={shipping} onChange={setShipping} />
                </dd>
              </div>
              <div>
                <dt>Cortesía</dt>
                <dd>
                  <AmountInput label="Cortesía" value={goodwill} onChange={setGoodwill} />
                </dd>
              </div>
            </>
          )}
          <div className="sum">
            <dt>A reembolsar</dt>
            <dd aria-live="polite">{formatQ(total)}</dd>
          </div>
        </dl>
      </div>
    </FormDialog>
  );
}

function LineRow({ row, units, onChange }: { row: Row; units: number; onChange: (units: number) => void }) {
  const { line, shipment } = row;
  const left = leftOf(row);
  const isWrong = units > left;
  const worth = worthOf(row, units);
  const title = shipment === undefined ? line.title : `${line.title}, envío ${shipment.id}`;
  return (
    <tr className={cx(units > 0 && 'sel-row')}>
      <td>
        <span className="ell">{line.title}</span>
        {shipment && (
          <div className="tiny muted">{`Envío ${shipment.id}, ${shipmentStateLabels[shipment.state].toLowerCase()}`}</div>
        )}
      </td>
      <td className="r">{row.isFirst ? moneyText(line.worth ?? 0) : nothing}</td>
      <td className="r soft">
        {!row.isFirst || line.refunded === null || line.refunded === 0 ? nothing : moneyText(-line.refunded)}
      </td>
      <td className="r">{left === 0 ? nothing : formatQ(worthOf(row, left))}</td>
      <td className="r">
        {left === 0 ? (
          <span className="muted">Nada</span>
        ) : (
          <span className="row end">
            <input
              className="inp sm num w-qty"
              type="number"
              min={0}
              max={left}
              aria-label={`Cantidad de ${title}`}
              aria-invalid={isWrong || undefined}
              value={units === 0 ? '' : units}
              placeholder="0"
              onChange={({ target }) => onChange(Math.max(0, Math.trunc(Number(target.value) || 0)))}
            />
            <span className="muted">{`de ${left}`}</span>
            <IconButton
              label={`Una más de ${title}`}
              icon="plus"
              size="sm"
              aria-disabled={units >= left || undefined}
              onClick={() => onChange(Math.min(left, units + 1))}
            />
          </span>
        )}
      </td>
      <td className={cx('r', units > 0 ? 'strong' : 'muted')}>{units > 0 ? formatQ(worth) : nothing}</td>
    </tr>
  );
}

const AmountInput = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) => (
  <input
    className="inp sm num w-amount"
    inputMode="decimal"
    aria-label={label}
    placeholder="0.00"
    maxLength={10}
    value={value}
    aria-invalid={typedAmount(value) === undefined || undefined}
    onChange={({ target }) => onChange(target.value.replace(/[^\d.,]/g, ''))}
  />
);
