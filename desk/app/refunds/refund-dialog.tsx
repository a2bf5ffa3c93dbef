import { typedMoney } from '@ceiba/contract/desk/fields';
import type { DeskOrder } from '@ceiba/contract/desk/orders';
import type { Centavos } from '@ceiba/domain/money/money';
import { formatQ, fromQuetzales, larger, subtract, sum, toQuetzales, zero } from '@ceiba/domain/money/money';
import { otherStoresText } from '@ceiba/domain/orders/desk-labels';
import { shortfallsOf } from '@ceiba/domain/refunds/refund';
import type { UnsentUnits } from '@ceiba/domain/refunds/refund-approval';
import { cx } from '@ceiba/ui/class-names';
import { useState } from 'react';
import { FormDialog, useReason } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { SelectField, TextField } from '../platform/field.tsx';
import { countedText, momentText, moneyText, nothing } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { RefundLine } from './refund-line.tsx';
import {
  centavosOf,
  isOwnRow,
  leftOf,
  partsOf,
  rowsOf,
  type UnsentChoice,
  unsentOf,
  waitingOf,
  worthOf,
} from './refund-rows.ts';

type Way = 'origin' | 'till' | 'transfer' | 'giftCard';

/** What is typed into a field of money; undefined: it cannot be read as one. */
const typedAmount = (text: string): Centavos | undefined => {
  const read = fromQuetzales(typedMoney(text) || 0);
  return read.ok ? read.value : undefined;
};

/** A till gives such an order's money back: to its origin, and to a till, is the same. */
const isOfTill = ({ card, payment }: DeskOrder): boolean =>
  card === null && (payment === 'Cash' || payment === 'StorePayment');

const originText = (order: DeskOrder): string =>
  order.card !== null ? `Tarjeta •••• ${order.card} (origen)` : isOfTill(order) ? 'Caja (origen)' : 'Origen';

/** The one way to give money back (WORK-17): what each line was worth, what of it was given back, and what is left. */
export function RefundDialog({
  order,
  start,
  onClose,
  onDone,
}: {
  order: DeskOrder;
  /** Units that stand there at once, by the keys of their rows, and what becomes of them. */
  start?: { units: Readonly<Record<string, number>>; unsent: UnsentUnits };
  onClose: () => void;
  onDone: () => void;
}) {
  const [units, setUnits] = useState<Readonly<Record<string, number>>>(start?.units ?? {});
  const [shipping, setShipping] = useState('');
  const [goodwill, setGoodwill] = useState('');
  const { reason, isGiven, field } = useReason('Lo lee el cliente en su correo');
  const [unsent, setUnsent] = useState<UnsentUnits | undefined>(start?.unsent);
  const [courtesy, setCourtesy] = useState('');
  const [isMissed, setIsMissed] = useState(false);
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
  const choice = unsentOf(order, chosen);
  // A choice that is not asked for any more, or cannot be made any more, is none.
  const decided = choice.isAsked && !(unsent === 'cancel' && choice.fault !== undefined) ? unsent : undefined;
  const isWhole = decided === 'cancel' && choice.isWholeOrder;
  const typed = sum([subtract(ofLines, missing), typedAmount(shipping) ?? zero, typedAmount(goodwill) ?? zero]);
  const total = isWhole ? centavosOf(order.refundable) : typed;
  const count = chosen.reduce((all, { quantity }) => all + quantity, 0);
  const why = courtesy.trim();

  const refund = async (): Promise<void> => {
    const isAnswered = !choice.isAsked || decided === 'cancel' || (decided === 'send' && why !== '');
    setIsMissed(!isAnswered);
    if (!isGiven() || !isAnswered || total === 0) return;
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
            shipping: toQuetzales(isWhole ? zero : (typedAmount(shipping) ?? zero)),
            goodwill: toQuetzales(isWhole ? zero : (typedAmount(goodwill) ?? zero)),
            reason,
            ...(decided !== undefined && { unsent: decided }),
            ...(decided === 'send' && { courtesyReason: why }),
            to: way,
          },
        },
        options,
      ),
    );
    if (!made.ok) return;
    const { state, amount } = made.value.data;
    showToast(
      state === 'awaiting_approval'
        ? `El reembolso de ${moneyText(amount)} espera la aprobación de otra persona`
        : `Reembolso de ${moneyText(amount)}`,
    );
    onDone();
    onClose();
  };

  const [paid, left] = [centavosOf(order.paid), centavosOf(order.refundable)];
  const waiting = sum(order.waitingRefunds.map(({ amount }) => centavosOf(amount)));
  const facts = [
    `Pagado ${formatQ(paid)}`,
    `reembolsado o por reembolsar ${formatQ(subtract(paid, left))}`,
    ...(waiting > zero ? [`espera aprobación ${formatQ(waiting)}`] : []),
    `queda ${formatQ(larger(zero, subtract(left, waiting)))}`,
  ];
  return (
    <FormDialog
      isWide
      title="Reembolsar"
      text={`Orden ${order.number}. ${facts.join(', ')}.`}
      onClose={onClose}
      button={`Reembolsar ${formatQ(total)}`}
      isSending={isSending}
      isOff={total === 0 || isUnreadable}
      onSubmit={() => void refund()}
    >
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <WaitingNote order={order} />
      {!order.isOwn && <Note kind="info">{otherStoresText}</Note>}
      <ul className="refund-lines" aria-label="Productos">
        {rows.map((row) => (
          <RefundLine
            key={row.key}
            row={row}
            units={units[row.key] ?? 0}
            waiting={waitingOf(row, order.waitingRefunds)}
            onChange={(quantity) => setUnits({ ...units, [row.key]: quantity })}
          />
        ))}
      </ul>
      {choice.isAsked && (
        <UnsentField
          choice={choice}
          unsent={decided}
          onChoose={setUnsent}
          courtesy={courtesy}
          onCourtesy={setCourtesy}
          isMissed={isMissed}
        />
      )}
      {isWhole && (
        <Note kind="info" title="Se cancela la orden">
          {`Con esto no queda nada por enviar: vuelve todo lo que queda, ${formatQ(total)}, con el envío.`}
        </Note>
      )}
      <div className="refund-more">
        <div className="stack">
          <SelectField
            label="Devolver a"
            value={way}
            onChange={({ target }) => {
              const ways: readonly Way[] = ['origin', 'till', 'transfer', 'giftCard'];
              setWay(ways.find((each) => each === target.value) ?? 'origin');
            }}
          >
            <option value="origin">{originText(order)}</option>
            {!isOfTill(order) && <option value="till">Caja</option>}
            <option value="transfer">Transferencia</option>
            <option value="giftCard">Tarjeta de regalo, por correo</option>
          </SelectField>
          {field}
        </div>
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
          {!isWhole && order.isOwn && (
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
      <p className="tiny muted">Se envía una sola vez. No se puede deshacer.</p>
    </FormDialog>
  );
}

/** Names the refunds that wait for approval already, so that nobody asks for the same one twice. */
function WaitingNote({ order: { lines, waitingRefunds } }: { order: DeskOrder }) {
  if (waitingRefunds.length === 0) return null;
  const count = waitingRefunds.length;
  const titleOf = (position: number): string => lines.find(({ line }) => line === position)?.title ?? nothing;
  return (
    <Note
      kind="warning"
      isNews
      title={
        count === 1 ? 'Ya hay un reembolso que espera aprobación' : `Ya hay ${count} reembolsos que esperan aprobación`
      }
    >
      <ul>
        {waitingRefunds.map(({ id, amount, by, at, lines: units }) => {
          const products = units.map(({ line, quantity }) => `${quantity} de ${titleOf(line)}`).join(', ');
          return (
            <li key={id}>
              {`${moneyText(amount)}${products === '' ? '' : `: ${products}`}. Lo pidió ${by || nothing}, ${momentText(at)}.`}
            </li>
          );
        })}
      </ul>
    </Note>
  );
}

/** Asks what becomes of refunded units that are still here. */
function UnsentField({
  choice,
  unsent,
  onChoose,
  courtesy,
  onCourtesy,
  isMissed,
}: {
  choice: UnsentChoice;
  unsent: UnsentUnits | undefined;
  onChoose: (unsent: UnsentUnits) => void;
  courtesy: string;
  onCourtesy: (reason: string) => void;
  /** It was sent without an answer. */
  isMissed: boolean;
}) {
  const ways = [
    { value: 'cancel', label: 'No se envía', note: choice.fault ?? 'Se cancela, y vuelve a la venta' },
    { value: 'send', label: 'Se envía igual (cortesía)', note: 'El cliente se queda con el producto y con su dinero' },
  ] as const;
  return (
    <fieldset className="ask stack g8">
      <legend className="strong">Una parte no se ha enviado. ¿Qué pasa con ella?</legend>
      <div className="ways">
        {ways.map(({ value, label, note }) => (
          <label key={value} className={cx('fate', unsent === value && 'on')}>
            <input
              type="radio"
              className="rad"
              name="unsent"
              checked={unsent === value}
              disabled={value === 'cancel' && choice.fault !== undefined}
              onChange={() => onChoose(value)}
            />
            <span>
              <b className="strong">{label}</b>
              <small>{note}</small>
            </span>
          </label>
        ))}
      </div>
      {isMissed && unsent === undefined && <Note kind="error">Elige si ya no se envía o si se envía igual.</Note>}
      {unsent === 'send' && (
        <TextField
          label="Por qué se envía igual"
          required
          maxLength={300}
          hint="Queda en la orden y en el reembolso; el cliente no lo lee"
          error={isMissed && courtesy.trim() === '' ? 'Escribe por qué se envía igual.' : undefined}
          value={courtesy}
          onChange={({ target }) => onCourtesy(target.value)}
        />
      )}
    </fieldset>
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
    value={value}
    aria-invalid={typedAmount(value) === undefined || undefined}
    onChange={({ target }) => onChange(target.value.replace(/[^\d.,]/g, ''))}
  />
);
