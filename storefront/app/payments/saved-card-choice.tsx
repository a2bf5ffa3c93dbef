import {
  isSavedCardExpired,
  savedCardEnding,
  savedCardExpiry,
  savedCardName,
  savedCardTexts,
} from '@ceiba/domain/payments/saved-card';
import { cx } from '@ceiba/ui/class-names';
import { TextField } from '@ceiba/ui/field';
import { StateTag } from '@ceiba/ui/state-tag';
import { typedField } from '@ceiba/ui/typed-field';
import { type ReactNode, useId } from 'react';
import { shopNow } from '../platform/shop-time.ts';
import { cvvField } from './card-form.ts';
import type { SavedInstrument } from './saved-cards.ts';
import type { Payment } from './use-payment.ts';

const rowClass =
  'grid min-h-control w-full grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-md px-3.5 py-2.5 text-left outline-none disabled:cursor-not-allowed';
const frameClass =
  'rounded-md has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
const chosenClass = 'bg-surface-tint shadow-[inset_0_0_0_2px_var(--color-primary)]';
const restingClass = 'bg-surface shadow-[inset_0_0_0_1px_var(--color-border-strong)]';

function Mark({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'size-[22px] rounded-full bg-surface',
        isOn ? 'border-[7px] border-primary' : 'border-[1.5px] border-border-control',
      )}
    />
  );
}

/** The customer's cards, each opened and closed by its own button, and a button for a new card (PAY-33, PAY-35, PAY-37). */
export default function SavedCardChoice({ payment, children }: { payment: Payment; children?: ReactNode }) {
  const { cards, chosen, isNew, toggle, addNew } = payment.savedCards;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h4 id={titleId} className="heading-card text-base">
        {savedCardTexts.title}
      </h4>
      <ul className="grid gap-2">
        {cards.map((card) => (
          <SavedCardRow
            key={card.instrumentIdentifier}
            card={card}
            isChosen={chosen?.instrumentToken === card.instrumentToken}
            onToggle={() => toggle(card.instrumentToken)}
          >
            <SavedCardForm payment={payment}>{children}</SavedCardForm>
          </SavedCardRow>
        ))}
        <li className={cx(frameClass, isNew ? chosenClass : restingClass)}>
          <button type="button" aria-expanded={isNew} onClick={addNew} className={rowClass}>
            <Mark isOn={isNew} />
            <b className="font-semibold">{savedCardTexts.addNew}</b>
          </button>
        </li>
      </ul>
    </section>
  );
}

function SavedCardRow({
  card,
  isChosen,
  onToggle,
  children,
}: {
  card: SavedInstrument;
  isChosen: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const isOver = isSavedCardExpired(card, shopNow());
  return (
    <li
      className={cx(frameClass, isChosen ? chosenClass : restingClass, isOver && 'bg-surface-sunken text-ink-disabled')}
    >
      <button
        type="button"
        aria-expanded={isChosen}
        aria-controls={isChosen ? id : undefined}
        disabled={isOver}
        onClick={onToggle}
        className={rowClass}
      >
        <Mark isOn={isChosen} />
        <span className="tabular-nums">
          {savedCardName(card)} {savedCardEnding(card)}
        </span>
        {isOver ? (
          <StateTag tone="danger">{savedCardTexts.expired}</StateTag>
        ) : (
          <span className="text-sm text-ink-soft tabular-nums">{savedCardExpiry(card)}</span>
        )}
      </button>
      {isChosen && (
        <div id={id} className="px-3.5 pt-1 pb-3.5">
          {children}
        </div>
      )}
    </li>
  );
}

/** The fields that a saved card still needs (PAY-36, DEC-36). */
function SavedCardForm({ payment: { form, installments }, children }: { payment: Payment; children?: ReactNode }) {
  const cvv = typedField(form, 'cvv', cvvField);
  return (
    <div className="grid gap-4">
      <TextField {...cvv} className="max-w-[180px]" error={cvv.error ?? installments.problem ?? undefined} />
      {children}
    </div>
  );
}
