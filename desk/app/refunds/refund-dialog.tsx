import { reasonField, typedMoney } from '@ceiba/contract/desk/fields';
import type { DeskOrder } from '@ceiba/contract/desk/orders';
import type { Centavos } from '@ceiba/domain/money/money';
import { formatQ, fromQuetzales, larger, subtract, sum, toQuetzales, zero } from '@ceiba/domain/money/money';
import { otherStoresText } from '@ceiba/domain/orders/desk-labels';
import { shortfallsOf } from '@ceiba/domain/refunds/refund';
import type { UnsentUnits } from '@ceiba/domain/refunds/refund-approval';
import { typedField } from '@ceiba/ui/typed-field';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { ChoiceCard } from '../platform/choice-card.tsx';
import { SelectField, TextField } from '../platform/field.tsx';
import { countedText, momentText, moneyText, nothing } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
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

/** The amount typed into a money field. Undefined if the text is not an amount. */
const typedAmount = (text: string): Centavos | undefined => {
  const read = fromQuetzales(typedMoney(text) || 0);
  return read.ok ? read.value : undefined;
};

/** For an order paid at a till, "to its origin" and "at a till" are the same refund. */
const isOfTill = ({ card, payment }: DeskOrder): boolean =>
  card === null && (payment === 'Cash' || payment === 'StorePayment');

const originText = (order: DeskOrder): string =>
  order.card !== null ? `Tarjeta •••• ${order.card} (origen)` : isOfTill(order) ? 'Caja (origen)' : 'Origen';

/** The only dialog for refunds (WORK-17): each line's value, the refunded part, and the rest. */
export function RefundDialog({
  order,
  start,
  onClose,
  onDone,
}: {
  order: DeskOrder;
  /** Preselected units, by row key, and the choice for unsent units. */
  start?: { units: Readonly<Record<string, number>>; unsent: UnsentUnits };
  onClose: () => void;
  onDone: () => void;
}) {
  const [units, setUnits] = useState<Readonly<Record<string, number>>>(start?.units ?? {});
  const [shipping, setShipping] = useState('');
  const [goodwill, setGoodwill] = useState('');
  const [unsent, setUnsent] = useState<UnsentUnits | undefined>(start?.unsent);
  const [isMissed, setIsMissed] = useState(false);
  const [way, setWay] = useState<Way>('origin');
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { reason: '', courtesy: '' },
  });
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
  // Ignores a choice that is no longer needed or possible.
  const decided = choice.isAsked && !(unsent === 'cancel' && choice.fault !== undefined) ? unsent : undefined;
  const isWhole = decided === 'cancel' && choice.isWholeOrder;
  const typed = sum([subtract(ofLines, missing), typedAmount(shipping) ?? zero, typedAmount(goodwill) ?? zero]);
  const total = isWhole ? centavosOf(order.refundable) : typed;
  const count = chosen.reduce((all, { quantity }) => all + quantity, 0);

  const isAnswered = !choice.isAsked || decided !== undefined;
  const refund = form.handleSubmit(async ({ reason = '', courtesy = '' }) => {
    if (!isAnswered || total === 0) return;
    const answer = await send(
      (options) =>
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
              reason: reason.trim(),
              ...(decided !== undefined && { unsent: decided }),
              ...(decided === 'send' && { courtesyReason: courtesy.trim() }),
              to: way,
            },
          },
          options,
        ),
      { reason: 'reason', courtesyReason: 'courtesy' },
    );
    if (!answer.ok) return;
    const { state, amount } = answer.value.data;
    showToast(
      state === 'awaiting_approval'
        ? `El reembolso de ${moneyText(amount)} espera la aprobación de otra persona`
        : `Reembolso de ${moneyText(amount)}`,
    );
    onDone();
    onClose();
  });

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
      onSubmit={() => {
        setIsMissed(!isAnswered);
        void refund();
      }}
    >
      {said !== undefined && <Note kind="error">{said}</Note>}
      <WaitingNote order={order} />
      {!order.isOwn && <Note kind="info">{otherStoresText}</Note>}
      <ul className="grid gap-2" aria-label="Productos">
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
        <UnsentField choice={choice} unsent={decided} onChoose={setUnsent} form={form} isMissed={isMissed} />
      )}
      {isWhole && (
        <Note kind="info" title="Se cancela la orden">
          {`Con esto no queda nada por enviar: vuelve todo lo que queda, ${formatQ(total)}, con el envío.`}
        </Note>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-6 max-[900px]:grid-cols-1">
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
          <FieldControl form={form} name="reason" field={reasonField} hint="Lo lee el cliente en su correo" />
        </div>
        <dl className="facts *:items-center">
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
          <div className="border-t border-border pt-1.5 font-semibold">
            <dt>A reembolsar</dt>
            <dd aria-live="polite">{formatQ(total)}</dd>
          </div>
        </dl>
      </div>
      <p className="text-xs text-ink-muted">Se envía una sola vez. No se puede deshacer.</p>
    </FormDialog>
  );
}

/** Names the refunds that already wait for approval, so that a person does not request a refund twice. */
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

/** Asks what happens with refunded units that have not left yet. */
function UnsentField({
  choice,
  unsent,
  onChoose,
  form,
  isMissed,
}: {
  choice: UnsentChoice;
  unsent: UnsentUnits | undefined;
  onChoose: (unsent: UnsentUnits) => void;
  form: UseFormReturn<Record<string, string>>;
  /** True after an attempt to send without an answer to this question. */
  isMissed: boolean;
}) {
  const ways = [
    { value: 'cancel', label: 'No se envía', note: choice.fault ?? 'Se cancela, y vuelve a la venta' },
    { value: 'send', label: 'Se envía igual (cortesía)', note: 'El cliente se queda con el producto y con su dinero' },
  ] as const;
  return (
    <fieldset className="stack gap-2">
      <legend className="mb-2 font-semibold">Una parte no se ha enviado. ¿Qué pasa con ella?</legend>
      <div className="grid grid-cols-[1fr_1fr] gap-2 max-[900px]:grid-cols-1">
        {ways.map(({ value, label, note }) => (
          <ChoiceCard
            key={value}
            title={label}
            note={note}
            name="unsent"
            checked={unsent === value}
            disabled={value === 'cancel' && choice.fault !== undefined}
            onChange={() => onChoose(value)}
          />
        ))}
      </div>
      {isMissed && unsent === undefined && <Note kind="error">Elige si ya no se envía o si se envía igual.</Note>}
      {unsent === 'send' && (
        <TextField
          {...typedField(form, 'courtesy', {
            label: 'Por qué se envía igual',
            required: true,
            maxLength: reasonField.max,
            hint: 'Queda en la orden y en el reembolso; el cliente no lo lee',
            validate: (text) => (text.trim() === '' ? 'Escribe por qué se envía igual.' : null),
          })}
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
    className="control control-small w-[104px] text-right whitespace-nowrap tabular-nums"
    inputMode="decimal"
    aria-label={label}
    placeholder="0.00"
    value={value}
    aria-invalid={typedAmount(value) === undefined || undefined}
    onChange={({ target }) => onChange(target.value.replace(/[^\d.,]/g, ''))}
  />
);
