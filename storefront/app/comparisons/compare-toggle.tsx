import { cx } from '../platform/class-names.ts';
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
      className={cx(
        'inline-flex min-h-9 min-w-9 items-center justify-center gap-1.5 rounded-full text-xs font-semibold shadow-sm transition-colors disabled:opacity-40 @min-[188px]:px-3',
        isCompared ? 'bg-primary text-on-primary' : 'bg-surface text-ink-soft hover:text-link',
      )}
    >
      <Icon name={isCompared ? 'check' : 'scale'} size="sm" />
      <span className="hidden @min-[188px]:inline">Comparar</span>
    </button>
  );
}
