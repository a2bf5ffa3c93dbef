import { Icon } from '@ceiba/ui/icon';
import { type Comparable, fullText, useCompared } from './use-compared.ts';

/**
 * A button on a card's picture that adds the product to the comparison, or removes it. The label shows if the card is wide enough. For a fifth
 * product the button stays focusable, and a press shows the bar, which says why the product is not added.
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
