import { Icon } from '../ui/icon.tsx';
import { type Comparable, fullText, useCompared } from './use-compared.ts';

/** On the picture of a card: chooses the product, or takes it back. The word stands where the card is wide enough. */
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
      disabled={isFull}
      onClick={toggle}
      className="card-compare"
    >
      <Icon name={isCompared ? 'check' : 'scale'} size="sm" />
      <span>Comparar</span>
    </button>
  );
}
