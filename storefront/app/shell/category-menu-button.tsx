import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Suspense, useState } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';

const CategoryMenu = lazyPart(() => import('./category-menu.tsx'));

/** Opens the category tree; an icon on mobile, icon and word in the category bar. */
export function CategoryMenuButton({ wide = false, className }: { wide?: boolean; className?: string }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open === true}
        aria-label={wide ? undefined : 'Categorías'}
        onClick={() => setOpen(true)}
        className={cx(
          wide
            ? 'inline-flex min-h-[46px] items-center gap-2 px-3 pr-5 text-sm font-semibold hover:text-quetzal-200'
            : 'inline-grid size-touch place-items-center rounded-full hover:bg-surface-inverse-raised',
          className,
        )}
      >
        <Icon name="menu" size={wide ? 'md' : 'lg'} />
        {wide && 'Categorías'}
      </button>
      {open !== null && (
        <Suspense>
          <CategoryMenu open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
