import { savedCardTexts } from '@ceiba/domain/payments/saved-card';
import { Checkbox } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import { CardFields } from './card-fields.tsx';
import type { Payment } from './use-payment.ts';

const SavedCardChoice = lazyPart(() => import('./saved-card-choice.tsx'));

/** A card that pays: one that the customer has saved (PAY-33), or a new one. `children`: the plans, under either. */
export function CardPayment({
  payment,
  isInstallments,
  children,
}: {
  payment: Payment;
  isInstallments: boolean;
  children?: ReactNode;
}) {
  const { cards, isNew, isLoading, useSaved } = payment.savedCards;
  if (isLoading) return <LoadingCards />;
  const hasSaved = cards.length > 0;
  return (
    <>
      {hasSaved && (
        <Suspense fallback={<LoadingCards />}>
          <SavedCardChoice payment={payment}>{children}</SavedCardChoice>
        </Suspense>
      )}
      {(isNew || !hasSaved) && (
        <CardFields payment={payment} isInstallments={isInstallments}>
          {children}
          {payment.savedCards.isCustomer && (
            <Checkbox label={savedCardTexts.save} className="mt-2" {...payment.form.register('isSaveCard')} />
          )}
        </CardFields>
      )}
      {hasSaved && isNew && (
        <button
          type="button"
          onClick={useSaved}
          className="inline-flex min-h-touch items-center gap-2 justify-self-start text-sm font-semibold text-link hover:underline"
        >
          <Icon name="credit-card" size="sm" />
          {savedCardTexts.useSaved}
        </button>
      )}
    </>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Buscando tus tarjetas" className="grid gap-2">
      <Skeleton className="h-12 rounded-md" />
      <Skeleton className="h-12 rounded-md" />
    </div>
  );
}
