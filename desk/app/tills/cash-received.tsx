import { type Field as FieldRule, typedFault, typedMoney } from '@ceiba/contract/desk/fields';
import { type Centavos, formatQ, fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import { changeOf, changeWords, roundSums } from '@ceiba/domain/tills/till';
import { typedField } from '@ceiba/ui/typed-field';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../platform/button.tsx';
import { Field } from '../platform/field.tsx';
import { moneyText } from '../platform/formats.ts';

/** Formatted as typed beside the field's Q: "1,400.00". */
const typedText = (amount: Centavos): string => formatQ(amount).slice(1);

const sumLook = 'px-1 tabular-nums max-lg:min-h-11';

/**
 * The cash that a buyer hands over: typed, or one of the likely amounts, with the change in notes and coins. Empty
 * means exactly the due amount.
 */
export function CashReceived({
  form,
  name,
  field,
  due,
  hint,
}: {
  form: UseFormReturn<Record<string, string>>;
  name: string;
  field: FieldRule & { kind: 'money' };
  /** In quetzales, with decimals. */
  due: number;
  hint?: string;
}) {
  const text = useWatch({ control: form.control, name }) ?? '';
  const { label, error, ...input } = typedField(form, name, {
    label: field.label,
    validate: (typed) => typedFault(field, typed),
  });
  const put = (sum: string): void => form.setValue(name, sum, { shouldDirty: true, shouldValidate: true });
  const owed = fromQuetzales(due);
  const typed = fromQuetzales(typedMoney(text) === '' ? due : typedMoney(text));
  const change = owed.ok && typed.ok ? changeOf('cash', { due: owed.value, received: typed.value }) : undefined;
  return (
    <>
      <Field label={label} error={error} hint={hint}>
        {(carried) => (
          <span className="relative">
            <span className="absolute inset-y-0 left-3 flex items-center text-ink-muted">Q</span>
            <input
              {...input}
              {...carried}
              className="control pl-7 text-right whitespace-nowrap tabular-nums"
              inputMode="decimal"
              autoComplete="off"
              placeholder={owed.ok ? typedText(owed.value) : ''}
            />
          </span>
        )}
      </Field>
      <div className="grid grid-cols-4 gap-2">
        <Button className={sumLook} onClick={() => put('')}>
          Exacto
        </Button>
        {owed.ok &&
          roundSums(owed.value).map((sum) => (
            <Button key={sum} className={sumLook} onClick={() => put(typedText(sum))}>
              {moneyText(toQuetzales(sum)).replace(/\.00$/, '')}
            </Button>
          ))}
      </div>
      {change?.ok && change.value > 0 && (
        <div
          className="flex items-center justify-between gap-3 rounded-sm bg-success-soft px-4 py-3.5 text-on-success-soft"
          role="status"
        >
          <span>
            <b className="font-semibold">Vuelto</b>
            <br />
            <span className="text-xs">{changeWords(change.value)}</span>
          </span>
          <span className="text-4xl/[2.625rem] font-bold tracking-tight tabular-nums">
            {moneyText(toQuetzales(change.value))}
          </span>
        </div>
      )}
    </>
  );
}
