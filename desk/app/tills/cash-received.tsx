import { typedMoney } from '@ceiba/contract/desk/fields';
import { type Centavos, formatQ, fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import { changeOf, changeWords, roundSums } from '@ceiba/domain/tills/till';
import { Button } from '../platform/button.tsx';
import { Field } from '../platform/field.tsx';
import { moneyText } from '../platform/formats.ts';

/** "1,400.00": as a person types it beside the field's Q. */
const typedText = (amount: Centavos): string => formatQ(amount).slice(1);

/** What a buyer hands over in cash: typed, or one of the sums that are likely; with the change in notes and coins. Empty: just what is due. */
export function CashReceived({
  due,
  label,
  text,
  error,
  hint,
  onChange,
}: {
  /** Decimal quetzales. */
  due: number;
  label: string;
  text: string;
  error: string | undefined;
  hint?: string;
  onChange: (text: string) => void;
}) {
  const owed = fromQuetzales(due);
  const typed = fromQuetzales(typedMoney(text) === '' ? due : typedMoney(text));
  const change = owed.ok && typed.ok ? changeOf('cash', { due: owed.value, received: typed.value }) : undefined;
  return (
    <>
      <Field label={label} error={error} hint={hint}>
        {(carried) => (
          <span className="pre">
            <span>Q</span>
            <input
              {...carried}
              className="inp num"
              inputMode="decimal"
              autoComplete="off"
              placeholder={owed.ok ? typedText(owed.value) : ''}
              value={text}
              onChange={({ target }) => onChange(target.value)}
            />
          </span>
        )}
      </Field>
      <div className="quick">
        <Button onClick={() => onChange('')}>Exacto</Button>
        {owed.ok &&
          roundSums(owed.value).map((sum) => (
            <Button key={sum} onClick={() => onChange(typedText(sum))}>
              {moneyText(toQuetzales(sum)).replace(/\.00$/, '')}
            </Button>
          ))}
      </div>
      {change?.ok && change.value > 0 && (
        <div className="change" role="status">
          <span>
            <b className="strong">Vuelto</b>
            <br />
            <span className="tiny">{changeWords(change.value)}</span>
          </span>
          <span className="huge">{moneyText(toQuetzales(change.value))}</span>
        </div>
      )}
    </>
  );
}
