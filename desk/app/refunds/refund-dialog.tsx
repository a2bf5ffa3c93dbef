import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { type Centavos, formatQ, fromQuetzales, sum, toQuetzales, zero } from '@ceiba/domain/money/money';
import { takeUnits, worthInShipment } from '@ceiba/domain/refunds/refund';
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

const leftOf = ({ quantity, refundedQuantity }: Line): number => quantity - refundedQuantity;

/** What the next units of a line are worth, by the one rule that decides it (WORK-18). */
const worthOf = ({ worth, quantity, parts }: Line, units: number): Centavos =>
  sum(
    (takeUnits(parts, units) ?? []).map((part) =>
      worthInShipment({ net: centavosOf(worth), quantity }, part.held, part.units),
    ),
  );

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
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({});
  const [shipping, setShipping] = useState('');
  const [goodwill, setGoodwill] = useState('');
  const { reason, isGiven, field } = useReason('Lo lee el cliente en su correo');
  const [way, setWay] = useState<Way>('origin');
  const { error, isSending, send } = useChange();
  const chosen = order.lines.flatMap((line) => {
    const quantity = units[line.line] ?? 0;
    return quantity > 0 && quantity <= leftOf(line) ? [{ line, quantity }] : [];
  });
  const ofLines = sum(chosen.map(({ line, quantity }) => worthOf(line, quantity)));
  const isUnreadable = typedAmount(shipping) === undefined || typedAmount(goodwill) === undefined;
  const total = sum([ofLines, typedAmount(shipping) ?? zero, typedAmount(goodwill) ?? zero]);
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
            lines: chosen.map(({ line, quantity }) => ({ line: line.line, quantity })),
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
      <Table
        label="Productos"
        frame="bordered"
        look="refund"
        texts={['Producto']}
        numbers={['Valió', 'Reembolsado', 'Queda', 'Cantidad', 'Reembolsar']}
      >
        {order.lines.map((line) => (
          <LineRow
            key={line.line}
            line={line}
            units={units[line.line] ?? 0}
            onChange={(quantity) => setUnits({ ...units, [line.line]: quantity })}
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
          <div className="sum">
            <dt>A reembolsar</dt>
            <dd aria-live="polite">{formatQ(total)}</dd>
          </div>
        </dl>
      </div>
    </FormDialog>
  );
}

function LineRow({ line, units, onChange }: { line: Line; units: number; onChange: (units: number) => void }) {
  const left = leftOf(line);
  const isWrong = units > left;
  const worth = worthOf(line, units);
  return (
    <tr className={cx(units > 0 && 'sel-row')}>
      <td>
        <span className="ell">{line.title}</span>
      </td>
      <td className="r">{moneyText(line.worth ?? 0)}</td>
      <td className="r soft">{line.refunded === null || line.refunded === 0 ? nothing : moneyText(-line.refunded)}</td>
      <td className="r">{left === 0 ? nothing : formatQ(worthOf(line, left))}</td>
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
              aria-label={`Cantidad de ${line.title}`}
              aria-invalid={isWrong || undefined}
              value={units === 0 ? '' : units}
              placeholder="0"
              onChange={({ target }) => onChange(Math.max(0, Math.trunc(Number(target.value) || 0)))}
            />
            <span className="muted">{`de ${left}`}</span>
            <IconButton
              label={`Una más de ${line.title}`}
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
