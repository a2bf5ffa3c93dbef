import { type Centavos, formatQ, fromQuetzales, subtract, sum, zero } from '@ceiba/domain/money/money';
import { firstFate, type ReturnFate } from '@ceiba/domain/returns/return-outcome';
import { cx } from '@ceiba/ui/class-names';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { SelectField, TextField } from '../platform/field.tsx';
import { countedText, moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { call, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import type { DeskReturn } from './return-page.tsx';

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

interface Unit {
  /** From 1, as it is called. */
  n: number;
  /** Null: nobody has said it yet. */
  fate: ReturnFate | null;
  storeCode: string;
  reason: string;
}

/** Nobody scraps a product of the shop by a press that only accepts the proposal: a damaged one has none. */
const proposed = (found: Parameters<typeof firstFate>[0]): ReturnFate | null => {
  const fate = firstFate(found);
  return fate === 'scrap' && found.isGoods ? null : fate;
};

/** What becomes of each unit that waits for its outcome, and what is given back for those that are kept. */
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
    reason: said,
    storeCode,
    paidBy,
    quantity,
    outcomes,
    serials,
  } = found;
  const left = quantity - outcomes.reduce((units, outcome) => units + outcome.quantity, 0);
  const isWide = useIsWide();
  const may = useMay();
  const places = useDeskQuery('listPlaces', {}, { enabled: isGoods });
  const first: Omit<Unit, 'n'> = {
    fate: proposed({ isGiftCard, isGoods, reason: said }),
    storeCode: storeCode ?? places.data?.data[0]?.storeCode ?? '',
    reason: '',
  };
  const [changed, setChanged] = useState<readonly Partial<Unit>[]>([]);
  const [refundTo, setRefundTo] = useState<(typeof ways)[number]['to']>('origin');
  const { error, isSending, send } = useChange();
  const units: Unit[] = Array.from({ length: left }, (_, index) => ({ ...first, ...changed[index], n: index + 1 }));
  const change = (index: number, to: Partial<Unit>): void =>
    setChanged(units.map((unit, at) => (at === index ? { ...unit, ...to } : unit)));
  const [isMissed, setIsMissed] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const scrapped = isGoods ? units.filter(({ fate }) => fate === 'scrap').length : 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isDecided = units.every(({ fate }) => fate !== null);
    setIsMissed(!isDecided);
    if (!isDecided) return;
    if (scrapped > 0) setIsAsking(true);
    else void decide();
  };
  const decide = async (): Promise<void> => {
    setIsAsking(false);
    const asked = units.map(({ fate, storeCode: place, reason }) => ({
      quantity: 1,
      fate: fate ?? 'reject',
      ...(fate === 'restock' && { storeCode: place }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    }));
    const body = { version, units: asked, refundTo };
    const decided = await send((options) => call('decideReturnUnits', { params: { number }, body }, options));
    if (!decided.ok) return;
    showToast(`${number}: resultado registrado`);
    onDone(decided.value.data);
  };
  const errors: Readonly<Record<string, string>> = error?.metadata.fields ?? {};
  // They are given back in turn, whichever of them are kept.
  const kept = units.filter(({ fate }) => fate !== 'reject').length;
  const [worth, missing] = [sumOf(worths, kept), sumOf(shortfalls, kept)];
  const possible = fates.filter(({ fate }) => fate === 'reject' || (!isGiftCard && (isGoods || fate !== 'restock')));
  const button = (
    <Button type="submit" look="primary" size="large" block={isWide} loading={isSending}>
      Registrar resultado
    </Button>
  );
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Card
        title={title}
        actions={<span className="muted num">{`${sku} · ${countedText(left, 'unidad', 'unidades')}`}</span>}
        isBare
      >
        {units.map((unit, index) => (
          <fieldset key={unit.n} className="unit" aria-label={`Resultado de la unidad ${unit.n}`}>
            <div className="row between wrapx">
              <h3>
                {`Unidad ${unit.n}`}
                {serials[index] !== undefined && <span className="muted num">{` Serie ${serials[index]}`}</span>}
              </h3>
              {worths !== null && (
                <span className="num">
                  Valió <b className="strong">{moneyText(worths[index] ?? 0)}</b>
                </span>
              )}
            </div>
            <div className="fates">
              {possible.map(({ fate, label, note }) => (
                <label key={fate} className={cx('fate', unit.fate === fate && 'on')}>
                  <input
                    type="radio"
                    className="rad"
                    name={`fate-${unit.n}`}
                    checked={unit.fate === fate}
                    onChange={() => change(index, { fate })}
                  />
                  <span>
                    <b className="strong">{label}</b>
                    <small>{note}</small>
                  </span>
                </label>
              ))}
            </div>
            {isMissed && unit.fate === null && <Note kind="error">Elige qué pasa con esta unidad.</Note>}
            <div className="f2">
              {unit.fate === 'restock' && (
                <SelectField
                  label="Lugar"
                  error={errors[`units.${index}.storeCode`]}
                  value={unit.storeCode}
                  onChange={({ target }) => change(index, { storeCode: target.value })}
                >
                  {(places.data?.data ?? []).map(({ storeCode: code, name }) => (
                    <option key={code} value={code}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )}
              <TextField
                label={unit.fate === 'reject' ? 'Por qué no se acepta' : 'Comentario'}
                required={unit.fate === 'reject'}
                maxLength={300}
                placeholder={unit.fate === 'reject' ? 'Lo lee quien compró' : 'Opcional'}
                error={errors[`units.${index}.reason`]}
                value={unit.reason}
                onChange={({ target }) => change(index, { reason: target.value })}
              />
            </div>
          </fieldset>
        ))}
      </Card>
      <Card title="Al registrar">
        {worths !== null && (
          <dl className="kv">
            {missing > zero && (
              <div>
                <dt>Faltó al cobrar en la entrega</dt>
                <dd>{`-${formatQ(missing)}`}</dd>
              </div>
            )}
            <div className="sum">
              <dt>A reembolsar</dt>
              <dd>{formatQ(subtract(worth, missing))}</dd>
            </div>
          </dl>
        )}
        <SelectField
          label="Devolver como"
          value={refundTo}
          onChange={({ target }) => setRefundTo(ways.find(({ to }) => to === target.value)?.to ?? 'origin')}
        >
          {ways
            .filter(({ to }) => to === 'origin' || may('orders.refund'))
            .map(({ to, label }) => (
              <option key={to} value={to}>
                {to === 'origin' && paidBy !== null ? `${label}: ${paidBy}` : label}
              </option>
            ))}
        </SelectField>
        {error && Object.keys(errors).every((name) => !name.startsWith('units.')) && (
          <Note kind="error">{errors.units ?? refusalText(error)}</Note>
        )}
        {isWide ? button : <div className="mbar">{button}</div>}
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
      <LeaveGuard isDirty={changed.length > 0 || refundTo !== 'origin'} />
    </form>
  );
}

/** Of the first so many, in centavos, as everywhere: quetzales with their decimals do not add up. */
const sumOf = (quetzales: readonly number[] | null, units: number): Centavos =>
  sum(
    (quetzales ?? []).slice(0, units).map((each) => {
      const read = fromQuetzales(each);
      return read.ok ? read.value : zero;
    }),
  );
