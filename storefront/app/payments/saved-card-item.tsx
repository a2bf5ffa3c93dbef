import {
  isSavedCardExpired,
  savedCardExpiry,
  savedCardName,
  savedCardNumber,
  savedCardTexts,
} from '@ceiba/domain/payments/saved-card';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { StateTag } from '../ui/state-tag.tsx';
import { type SavedInstrument, useDeleteSavedCard } from './saved-cards.ts';

/** Where the focus goes once the card before it is gone. */
export const cardTitleId = (instrument: string): string => `tarjeta-${instrument}`;

/** A saved card in the account, with its end and its deletion (PROF-22, PAY-37). */
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
      {isSavedCardExpired(card, new Date()) && <StateTag tone="danger">{savedCardTexts.expired}</StateTag>}
      <Button
        variant="ghost"
        size="sm"
        aria-describedby={titleId}
        icon={<Icon name="trash-2" size="sm" />}
        loading={isLeaving}
        onClick={() => void leave()}
      >
        Eliminar
      </Button>
    </li>
  );
}
