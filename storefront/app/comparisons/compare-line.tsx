import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { compareHref } from './comparison-address.ts';
import { type Comparable, fullText, useCompared } from './use-compared.ts';

/**
 * The button on a product's page to compare it, and a link to the comparison of its kind. For a fifth product the button stays focusable, and a press
 * shows the bar, which says why the product is not added.
 */
export default function CompareLine({ product }: { product: Comparable }) {
  const compared = useCompared(product);
  if (compared === null) return null;
  const { isCompared, isFull, slugs, toggle } = compared;
  return (
    <>
      <button
        type="button"
        aria-pressed={isCompared}
        aria-disabled={isFull || undefined}
        title={isFull ? fullText : undefined}
        onClick={toggle}
      >
        <Icon name={isCompared ? 'check' : 'scale'} />
        Comparar
      </button>
      {slugs.length > 0 && (
        <Link to={compareHref(slugs)} className="link">
          Ver <span className="sr-only">comparación</span> ({slugs.length})
        </Link>
      )}
    </>
  );
}
