import { Icon } from '@ceiba/ui/icon';
import { type Comparable, fullText, useCompared } from './use-compared.ts';

/**
 * On the picture of a card: chooses the product, or takes it back. The word stands where the card is wide enough. A fifth can be
 * reached, and its press shows the bar of its kind, which says why it is not chosen.
 */
export function CompareToggle({ product }: { product: Comparable }) {
  const compared = useCompared(product);
  if (compared === null) return null;
  const { isCompared, isFull, toggle } = compared;
  return (
    <button
      type="button"
      aria-pressed={isCompared}
      aria-label={`Comparar: ${product.title}`}
      title={isFull ? fullText : 'Comparar'}
      aria-disabled={isFull || undefined}
      onClick={toggle}
      className="card-compare"
    >
      <Icon name={isCompared ? 'check' : 'scale'} size="sm" />
      <span>Comparar</span>
    </button>
  );
}
