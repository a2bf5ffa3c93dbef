import { withQueries } from '@ceiba/client/query-provider';
import type { BankPlans } from '@ceiba/contract/payments';
import { bankTexts } from '@ceiba/domain/payments/bank-plan-texts';
import { otherBank } from '@ceiba/domain/payments/bank-plans';
import { type CardType, cardName } from '@ceiba/domain/payments/card-number';
import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { TextField } from '@ceiba/ui/field';
import { Skeleton } from '@ceiba/ui/loading';
import { amountOf } from '@ceiba/ui/price';
import { useId, useState } from 'react';
import { CallFailed } from '../platform/call-failed.tsx';
import { type ToPay, useBankPlans } from './bank-plans-query.ts';
import { chooseBank, useBank } from './bank-store.ts';
import { BankTable } from './bank-table.tsx';

/** Choices that are not stored, because they name no bank. */
type Unnamed = typeof otherBank.id | 'ninguna';

/** "Elige tu banco": the plans of the chosen bank, each with its total (BANK-01 to BANK-05). */
export default withQueries(function BankDrawer({
  title,
  toPay,
  open,
  onClose,
}: {
  title: string;
  toPay: ToPay;
  open: boolean;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useBankPlans(toPay, { bin: null, isWanted: open });
  return (
    <Drawer open={open} onClose={onClose} title={title}>
      {data !== undefined && <Banks toPay={toPay} answer={data} />}
      {data === undefined && error !== null && !isFetching && (
        <CallFailed error={error} title="No pudimos consultar los bancos" onRetry={() => void refetch()} />
      )}
      {data === undefined && (error === null || isFetching) && <Loading />}
    </Drawer>
  );
});

function Banks({ toPay, answer }: { toPay: ToPay; answer: BankPlans }) {
  const chosen = useBank((state) => state.chosen) ?? null;
  const [unnamed, setUnnamed] = useState<Unnamed | null>(null);
  const bank = answer.banks.find(({ id }) => id === (unnamed ?? chosen?.bank)) ?? null;
  const choose = (id: string): void => {
    const picked = answer.banks.find((each) => each.id === id);
    const isKept = picked !== undefined && id !== otherBank.id;
    setUnnamed(isKept ? null : id === otherBank.id ? otherBank.id : 'ninguna');
    chooseBank(isKept ? { bank: id, brand: picked.brands.length === 1 ? (picked.brands[0] ?? null) : null } : null);
  };
  const brand = unnamed === null ? (chosen?.brand ?? null) : null;
  const mustChooseBrand = bank !== null && bank.brands.length > 1;
  return (
    <div className="grid gap-5">
      <Chips
        legend={bankTexts.choose}
        options={[...answer.banks.map(({ id, name }) => [id, name] as const), ['ninguna', bankTexts.noCard]]}
        value={unnamed ?? bank?.id ?? null}
        onChange={choose}
      />
      {mustChooseBrand && (
        <Chips
          legend={bankTexts.brand}
          options={bank.brands.map((type) => [type, cardName(type)] as const)}
          value={brand}
          onChange={(type) => chooseBank({ bank: bank.id, brand: bank.brands.find((each) => each === type) ?? null })}
        />
      )}
      {bank !== null && (!mustChooseBrand || brand !== null) && (
        <Answer key={`${bank.id} ${brand}`} toPay={toPay} answer={answer} bank={bank} brand={brand} />
      )}
      {unnamed === 'ninguna' && <NoCard answer={answer} />}
      {chosen !== null && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => chooseBank(null)}>
          {bankTexts.forget}
        </Button>
      )}
    </div>
  );
}

/** The plans of a bank. If they depend on the card, the shopper types the first six digits of the card (BANK-04). */
function Answer({
  toPay,
  answer,
  bank,
  brand,
}: {
  toPay: ToPay;
  answer: BankPlans;
  bank: BankPlans['banks'][number];
  brand: CardType | null;
}) {
  const [digits, setDigits] = useState('');
  const isWhole = digits.length === 6;
  const settled = useBankPlans(toPay, { bin: isWhole ? digits : null, isWanted: isWhole });
  const own = answer.rows.filter((row) => row.bank === bank.id && row.brand === brand);
  const found = isWhole ? settled.data : undefined;
  const rows = found?.rows ?? own;
  const name = answer.banks.find(({ id }) => id === rows[0]?.bank)?.name ?? bank.name;
  return (
    <>
      <BankTable name={name} rows={rows} answer={answer} />
      {own.some(({ certain }) => !certain) && (
        <TextField
          label={bankTexts.bin}
          inputMode="numeric"
          autoComplete="off"
          value={digits}
          // Cut immediately, so that a pasted card number never leaves more than six digits in the page.
          onChange={({ target }) => setDigits(target.value.replaceAll(/\D/g, '').slice(0, 6))}
          confirmed={found === undefined || name !== bank.name ? undefined : bankTexts.settled}
          hint={found !== undefined && name !== bank.name ? bankTexts.otherCard(name) : bankTexts.binHint}
          error={isWhole && settled.isError && !settled.isFetching ? bankTexts.unsettled : undefined}
        />
      )}
    </>
  );
}

/** A payment without a card has no cuotas and no bank discount. */
function NoCard({ answer: { rows, note } }: { answer: BankPlans }) {
  const single = rows.find(({ bank }) => bank === otherBank.id);
  return <p className="panel text-sm">{single === undefined ? note : bankTexts.withoutCard(amountOf(single.total))}</p>;
}

/** One of several short choices. */
function Chips({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string;
  options: readonly (readonly [id: string, name: string])[];
  value: string | null;
  onChange: (id: string) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([id, text]) => (
          <label
            key={id}
            className="inline-flex min-h-touch cursor-pointer items-center rounded-full bg-surface px-4 text-sm font-semibold shadow-[inset_0_0_0_1px_var(--color-border-strong)] has-checked:bg-surface-tint has-checked:shadow-[inset_0_0_0_2px_var(--color-primary)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name={name} checked={value === id} onChange={() => onChange(id)} className="sr-only" />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A placeholder as high as the list of banks. */
function Loading() {
  return (
    <div role="status" aria-label="Consultando los bancos" className="flex flex-wrap gap-2">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((chip) => (
        <Skeleton key={chip} className="h-11 w-32 rounded-full" />
      ))}
    </div>
  );
}
