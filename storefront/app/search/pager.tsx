import { Link } from 'react-router';
import { cx } from '../platform/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { pagesAround } from './pages-around.ts';

const linkClass =
  'grid h-touch min-w-touch place-items-center rounded-md font-medium tabular-nums hover:bg-surface-sunken';

/** Pages as links; `hrefOf` gives the address of a page. */
export function Pager({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Páginas" className="mt-8 flex justify-center gap-1">
      {page > 1 && (
        <Link to={hrefOf(page - 1)} rel="prev" aria-label="Página anterior" className={linkClass}>
          <Icon name="chevron-left" />
        </Link>
      )}
      {pagesAround(page, pages).map((shown) =>
        typeof shown === 'string' ? (
          <span key={shown} aria-hidden="true" className="grid h-touch min-w-6 place-items-center text-ink-muted">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={hrefOf(shown)}
            aria-label={`Página ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
            className={cx(linkClass, shown === page && 'bg-primary text-white hover:bg-primary')}
          >
            {shown}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={hrefOf(page + 1)} rel="next" aria-label="Página siguiente" className={linkClass}>
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  );
}
