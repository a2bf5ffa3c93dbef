import type { Field } from '@ceiba/contract/desk/fields';
import { outcomeFields } from '@ceiba/contract/desk/return-fields';
import type { DeskReturn } from '@ceiba/contract/desk/returns';
import { type Centavos, formatQ, fromQuetzales, subtract, sum, zero } from '@ceiba/domain/money/money';
import { firstFate, type ReturnFate } from '@ceiba/domain/returns/return-outcome';
import { useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { DialogButtons } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { Button } from '../platform/button.tsx';
import { ChoiceCard } from '../platform/choice-card.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { countedText, moneyText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { call, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

const fates = [
  { fate: 'restock', label: 'Reingresar', note: 'Vuelve a la venta' },
  { fate: 'scrap', label: 'Desechar', note: 'Baja por daño' },
  { fate: 'toSupplier', label: 'Al proveedor', note: 'Nota de devolución' },
  { fate: 'reject', label: 'Rechazar', note: 'Se regresa al cliente' },
] as const;

const ways = [
  { to: 'origin', label: 'Como se pagó' },
  { to: 'till', label: 'En una caja' },
  { to: 'transfer', label: 'Por transferencia' },
  { to: 'giftCard', label: 'En una tarjeta de regalo' },
] as const;

/** The fields of each unit; the unit's number is appended to the name. */
const unitFields = ['fate', 'storeCode', 'reason'] as const;
const unchosen = 'Elige qué pasa con esta unidad.';

const placeField = { kind: 'text', label: 'Lugar', max: 32 } as const satisfies Field;
const refundToField = { kind: 'text', label: 'Devolver como', max: 20 } as const satisfies Field;

const UnitFault = ({ error }: { error: string | undefined }) =>
  error === undefined ? null : <Note kind="error">{error}</Note>;

/** Nothing is proposed for a damaged product, because accepting a proposal must not scrap it. */
const proposed = (found: Parameters<typeof firstFate>[0]): ReturnFate | null => {
  const fate = firstFate(found);
  return fate === 'scrap' && found.isGoods ? null : fate;
};

/** The outcome of each waiting unit, and the refund for accepted units. */
export function OutcomeForm({ found, onDone }: { found: DeskReturn; onDone: (found: DeskReturn) => void }) {
  const {
    number,
    version,
    worths,
    shortfalls,
    title,
    sku,
    isGoods,
    isGiftCard,
    reason: asked,
    storeCode,
    paidBy,
    quantity,
    outcomes,
    serials,
  } = found;
  const undecided = quantity - outcomes.reduce((units, outcome) => units + outcome.quantity, 0);
  const isWide = useIsWide();
  const may = useMay();
  const places = useDeskQuery('listPlaces', {}, { enabled: isGoods });
  const numbers = Array.from({ length: undecided }, (_, index) => index);
  const first: Record<string, string> = {
    fate: proposed({ isGiftCard, isGoods, reason: asked }) ?? '',
    storeCode: storeCode ?? places.data?.data[0]?.storeCode ?? '',
    reason: '',
  };
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    // Places may load after the form, so an untouched field gets its initial value again.
    values: {
      ...Object.fromEntries(
        numbers.flatMap((index) => unitFields.map((name) => [`${name}${index}`, first[name] ?? ''])),
      ),
      refundTo: 'origin',
    },
    resetOptions: { keepDirtyValues: true },
  });
  const texts = form.watch();
  const fateOf = (index: number) => fates.find(({ fate }) => fate === texts[`fate${index}`])?.fate;
  const [isAsking, setIsAsking] = useState(false);
  const scrapped = isGoods ? numbers.filter((index) => fateOf(index) === 'scrap').length : 0;
  const submit = form.handleSubmit(() => {
    if (scrapped > 0) setIsAsking(true);
    else void decide();
  });
  const decide = async (): Promise<void> => {
    setIsAsking(false);
    const units = numbers.map((index) => {
      const [fate, reason] = [fateOf(index) ?? 'reject', (texts[`reason${index}`] ?? '').trim()];
      const storeCode = texts[`storeCode${index}`] ?? '';
      return {
        quantity: 1,
        fate,
        // Goods that the shop keeps are booked at their current place, wherever they came from.
        ...(isGoods && isKept(fate) && storeCode !== '' && { storeCode }),
        ...(reason !== '' && { reason }),
      };
    });
    const refundTo = ways.find(({ to }) => to === texts['refundTo'])?.to ?? 'origin';
    const body = { version, units, refundTo };
    const landings = Object.fromEntries(
      numbers.flatMap((index) => unitFields.map((name) => [`units.${index}.${name}`, `${name}${index}`])),
    );
    const decided = await send((options) => call('decideReturnUnits', { params: { number }, body }, options), landings);
    if (!decided.ok) return;
    showToast(`${number}: resultado registrado`);
    onDone(decided.value.data);
  };
  // Units are refunded in order, whichever are accepted.
  const accepted = numbers.filter((index) => fateOf(index) !== 'reject').length;
  const [worth, missing] = [sumOf(worths, accepted), sumOf(shortfalls, accepted)];
  const possible = fates.filter(({ fate }) => fate === 'reject' || (!isGiftCard && (isGoods || fate !== 'restock')));
  const placeOptions = (places.data?.data ?? []).map(({ storeCode: code, name }) => [code, name] as const);
  const wayOptions = ways
    .filter(({ to }) => to === 'origin' || may('orders.refund'))
    .map(({ to, label }) => [to, to === 'origin' && paidBy !== null ? `${label}: ${paidBy}` : label] as const);
  const button = (
    <Button type="submit" look="primary" size="large" block={isWide} loading={isSending}>
      Registrar resultado
    </Button>
  );
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <Card
        title={title}
        actions={
          <span className="text-ink-muted whitespace-nowrap tabular-nums">{`${sku} · ${countedText(undecided, 'unidad', 'unidades')}`}</span>
        }
        isBare
      >
        {numbers.map((index) => (
          <fieldset
            key={index}
            className="grid gap-3 border-t border-border p-4"
            aria-label={`Resultado de la unidad ${index + 1}`}
          >
            <div className="flex items-center gap-2 flex-wrap justify-between">
              <h3>
                {`Unidad ${index + 1}`}
                {serials[index] !== undefined && (
                  <span className="text-ink-muted whitespace-nowrap tabular-nums">{` Serie ${serials[index]}`}</span>
                )}
              </h3>
              {worths !== null && (
                <span className="whitespace-nowrap tabular-nums">
                  Valió <b className="font-semibold">{moneyText(worths[index] ?? 0)}</b>
                </span>
              )}
            </div>
            <div className="grid grid-cols-4 gap-2 max-lg:grid-cols-[1fr_1fr]">
              {possible.map(({ fate, label, note }) => (
                <ChoiceCard
                  key={fate}
                  title={label}
                  note={note}
                  value={fate}
                  {...form.register(`fate${index}`, { validate: (text) => text !== '' || unchosen })}
                />
              ))}
            </div>
            <UnitFault error={form.getFieldState(`fate${index}`, form.formState).error?.message} />
            <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
              {isGoods && isKept(fateOf(index)) && (
                <FieldControl form={form} name={`storeCode${index}`} field={placeField} options={placeOptions} />
              )}
              <FieldControl
                form={form}
                name={`reason${index}`}
                field={outcomeFields[fateOf(index) === 'reject' ? 'reject' : 'others']}
              />
            </div>
          </fieldset>
        ))}
      </Card>
      <Card title="Al registrar">
        {worths !== null && (
          <dl className="facts">
            {missing > zero && (
              <div>
                <dt>Faltó al cobrar en la entrega</dt>
                <dd>{`-${formatQ(missing)}`}</dd>
              </div>
            )}
            <div className="border-t border-border pt-1.5 font-semibold">
              <dt>A reembolsar</dt>
              <dd>{formatQ(subtract(worth, missing))}</dd>
            </div>
          </dl>
        )}
        <FieldControl form={form} name="refundTo" field={refundToField} options={wayOptions} />
        {said !== undefined && <Note kind="error">{said}</Note>}
        {isWide ? button : <ThumbBar>{button}</ThumbBar>}
      </Card>
      {isAsking && (
        <Dialog
          role="alertdialog"
          title={scrapped === 1 ? '¿Desechar 1 unidad?' : `¿Desechar ${scrapped} unidades?`}
          text={`${title}: se da de baja y no vuelve a la venta.${worths === null ? '' : ` Se reembolsan ${formatQ(subtract(worth, missing))}.`}`}
          onClose={() => setIsAsking(false)}
          footer={
            <DialogButtons
              onClose={() => setIsAsking(false)}
              isDanger
              isSending={isSending}
              button="Desechar"
              onClick={() => void decide()}
            />
          }
        />
      )}
      <LeaveGuard isDirty={form.formState.isDirty} />
    </form>
  );
}

const isKept = (fate: ReturnFate | undefined): boolean => fate !== undefined && fate !== 'reject';

/** The sum of the first units, in centavos, because decimal quetzales do not add up exactly. */
const sumOf = (quetzales: readonly number[] | null, units: number): Centavos =>
  sum(
    (quetzales ?? []).slice(0, units).map((each) => {
      const read = fromQuetzales(each);
      return read.ok ? read.value : zero;
    }),
  );
