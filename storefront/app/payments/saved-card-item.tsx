import {
  isSavedCardExpired,
  savedCardExpiry,
  savedCardName,
  savedCardNumber,
  savedCardTexts,
} from '@ceiba/domain/payments/saved-card';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { StateTag } from '@ceiba/ui/state-tag';
import { useEffect, useId, useRef, useState } from 'react';
import { shopNow } from '../platform/shop-time.ts';
import { type SavedInstrument, useDeleteSavedCard } from './saved-cards.ts';

/** ID of a card's title. The title takes the focus when the card before it is deleted. */
export const cardTitleId = (instrument: string): string => `tarjeta-${instrument}`;

/**
 * A saved card in the account, with its last digits and a delete button (PROF-22, PAY-37). Deleting asks for confirmation, because only another order
 * with the card saves it again.
 */
export function SavedCardItem({ card, onLeave }: { card: SavedInstrument; onLeave: () => void }) {
  const titleId = cardTitleId(card.instrumentIdentifier);
  const remove = useDeleteSavedCard();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    onLeave();
    await remove(card);
    setLeaving(false);
  };
  return (
    <li
      aria-busy={isLeaving || undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg p-4 shadow-[inset_0_0_0_1.5px_var(--color-border-strong)]"
    >
      <Icon name="credit-card" />
      <div className="min-w-0 flex-1 basis-52">
        <h3 id={titleId} tabIndex={-1} className="text-base font-semibold outline-none">
          {savedCardName(card)}
        </h3>
        <p className="tabular-nums">{savedCardNumber(card)}</p>
        <p className="text-sm text-ink-soft tabular-nums">Vence {savedCardExpiry(card)}</p>
      </div>
      {isSavedCardExpired(card, shopNow()) && <StateTag tone="danger">{savedCardTexts.expired}</StateTag>}
      <Deletion titleId={titleId} isLeaving={isLeaving} onDelete={() => void leave()} />
    </li>
  );
}

/** The confirmation takes the focus, and returns it if the card stays. */
function Deletion({ titleId, isLeaving, onDelete }: { titleId: string; isLeaving: boolean; onDelete: () => void }) {
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const focused = useRef<HTMLElement>(null);
  const questionId = useId();
  useEffect(() => {
    if (isAsked !== null) focused.current?.focus();
  }, [isAsked]);
  if (isAsked !== true) {
    return (
      <Button
        ref={(button) => {
          focused.current = button;
        }}
        variant="ghost"
        size="sm"
        aria-describedby={titleId}
        icon={<Icon name="trash-2" size="sm" />}
        onClick={() => setAsked(true)}
      >
        Eliminar
      </Button>
    );
  }
  return (
    <fieldset
      ref={(group) => {
        focused.current = group;
      }}
      aria-labelledby={questionId}
      aria-describedby={titleId}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && setAsked(false)}
      className="flex basis-full flex-wrap items-center justify-end gap-2 outline-none"
    >
      <p id={questionId} className="basis-full font-medium sm:mr-auto sm:basis-auto">
        ¿Eliminar esta tarjeta?
      </p>
      <Button variant="danger" size="sm" loading={isLeaving} onClick={onDelete}>
        Sí, eliminar
      </Button>
      <Button variant="ghost" size="sm" disabled={isLeaving} onClick={() => setAsked(false)}>
        Conservar
      </Button>
    </fieldset>
  );
}
