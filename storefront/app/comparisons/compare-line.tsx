import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { compareHref } from './comparison-address.ts';
import { type Comparable, fullText, useCompared } from './use-compared.ts';

/** The button on a product's page to compare it, and a link to the comparison of its kind. */
export default function CompareLine({ product }: { product: Comparable }) {
  const compared = useCompared(product);
  if (compared === null) return null;
  const { isCompared, isFull, slugs, toggle } = compared;
  return (
    <p className="-my-4 flex flex-wrap items-center gap-x-4 text-sm">
      <button
        type="button"
        aria-pressed={isCompared}
        disabled={isFull}
        onClick={toggle}
        className="inline-flex min-h-touch items-center gap-2 font-semibold text-link hover:underline disabled:text-ink-disabled disabled:no-underline"
      >
        <Icon name={isCompared ? 'check' : 'scale'} size="sm" />
        {isCompared ? 'En tu comparación' : isFull ? fullText : 'Comparar'}
      </button>
      {slugs.length > 0 && (
        <Link to={compareHref(slugs)} className="inline-flex min-h-touch items-center link">
          Ver comparación ({slugs.length})
        </Link>
      )}
    </p>
  );
}
