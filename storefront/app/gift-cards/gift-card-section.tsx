import { giftCardName, giftCardTexts, plainGiftCardCode } from '@ceiba/domain/gift-cards/gift-card-payment';
import { formatQ } from '@ceiba/domain/money/money';
import { Button } from '@ceiba/ui/button';
import { Field, TextInput } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { type FormEvent, useRef } from 'react';
import { codeField } from './ask-balance.ts';
import type { GiftCards } from './use-gift-cards.ts';

/** "Tarjeta de regalo" of the payment step (DEC-199). Renders nothing if no gift card may pay. */
export function GiftCardSection({ giftCards }: { giftCards: GiftCards }) {
  const { parts, isBesideBank, typed, type, problem, apply, remove, isApplying } = giftCards;
  const field = useRef<HTMLInputElement>(null);
  if (parts === null) return null;
  const isEmpty = plainGiftCardCode(typed) === '';
  // The note is only for a shopper who pays with a gift card, or is typing one.
  const hasNote = isBesideBank && (parts.length > 0 || !isEmpty);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isApplying && !isEmpty) apply();
  };
  return (
    <section aria-labelledby="tarjeta-de-regalo" className="mt-6 grid gap-3">
      <h3 id="tarjeta-de-regalo" className="heading-card">
        {giftCardTexts.title}
      </h3>
      <p role="status" className={hasNote ? 'text-sm text-ink-soft' : 'sr-only'}>
        {hasNote ? giftCardTexts.besideBank : ''}
      </p>
      {parts.length > 0 && (
        <ul className="grid gap-2">
          {parts.map(({ code, lastFour, amount }) => (
            <li
              key={code}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border-[1.5px] border-border-strong py-2 pr-1.5 pl-4"
            >
              <Icon name="gift" className="flex-none text-primary" />
              <span className="min-w-0 flex-[1_1_13rem]">{giftCardName(lastFour)}</span>
              <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
                <b className="font-semibold tabular-nums">{formatQ(amount)}</b>
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => {
                    remove(code);
                    // The button disappears together with its card.
                    field.current?.focus();
                  }}
                >
                  {giftCardTexts.remove}
                  <span className="sr-only"> {giftCardName(lastFour)}</span>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={submit} aria-label={giftCardTexts.title}>
        <div className="flex flex-wrap items-start gap-3">
          <Field
            label={giftCardTexts.field}
            error={isApplying ? undefined : (problem ?? undefined)}
            className="flex-[1_1_15rem]"
          >
            {(control) => (
              <TextInput
                {...control}
                ref={field}
                {...codeField}
                placeholder="XXXX-XXXX-XXXX-…"
                value={typed}
                readOnly={isApplying}
                onChange={({ target }) => type(target.value)}
                className="w-full uppercase"
              />
            )}
          </Field>
          {/* On wide screens beside its field, whose label is above. */}
          <Button
            type="submit"
            variant="outline"
            loading={isApplying}
            blocked={isEmpty}
            className="max-sm:flex-1 sm:mt-[1.625rem]"
          >
            {giftCardTexts.apply}
          </Button>
        </div>
      </form>
      <p role="alert" className="sr-only">
        {isApplying ? '' : problem}
      </p>
      <p role="status" className="sr-only">
        {parts.map(({ lastFour, amount }) => `${giftCardName(lastFour)}: ${formatQ(amount)}.`).join(' ')}
      </p>
    </section>
  );
}
