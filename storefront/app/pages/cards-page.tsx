import { EmptyState } from '@ceiba/ui/empty-state';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { AccountSection } from '../content/account-section.tsx';
import { cardTitleId, SavedCardItem } from '../payments/saved-card-item.tsx';
import { type SavedInstrument, useSavedCards } from '../payments/saved-cards.ts';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['listSavedCards', 'getDashboardTexts'] };

export const meta = personalMeta('Mis tarjetas');

const headingId = 'titulo-tarjetas';

/** Saved cards (PROF-22, DEC-70). */
export default function CardsPage() {
  return (
    <AccountSection section="cards" headingId={headingId}>
      <Cards />
    </AccountSection>
  );
}

function Cards() {
  const { cards, isFailed, reload } = useSavedCards(true);
  if (isFailed) {
    return <LoadFailure title="No pudimos cargar tus tarjetas" onRetry={reload} />;
  }
  if (cards === null) {
    return <LoadingLine>Cargando tus tarjetas</LoadingLine>;
  }
  if (cards.length === 0) {
    return (
      <EmptyState
        title="Aún no tienes tarjetas guardadas"
        text="Guarda una al pagar y la encontrarás lista en tu próxima compra."
      />
    );
  }
  return <CardList cards={cards} />;
}

function CardList({ cards }: { cards: readonly SavedInstrument[] }) {
  const ids = cards.map(({ instrumentIdentifier }) => instrumentIdentifier);
  const keepFocus = useFocusAfterRemoval(ids, cardTitleId, headingId);
  return (
    <ul className="grid gap-3">
      {cards.map((card) => (
        <SavedCardItem
          key={card.instrumentIdentifier}
          card={card}
          onLeave={() => keepFocus(card.instrumentIdentifier)}
        />
      ))}
    </ul>
  );
}
