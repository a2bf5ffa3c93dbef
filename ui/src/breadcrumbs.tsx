import { Link } from 'react-router';
import { Icon } from './icon.tsx';

export interface Crumb {
  title: string;
  /** Missing for the page itself. */
  path?: string | undefined;
}

/** The path from the home page to this page. The last crumb is the page itself. On a phone a long path scrolls sideways. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Ruta de navegación" className="pt-4 pb-3">
      <ol className="flex items-center gap-1.5 overflow-x-auto scroll-quiet text-sm whitespace-nowrap text-ink-muted">
        {[{ title: 'Inicio', path: '/' }, ...crumbs].map((crumb, index) => (
          <li
            key={`${crumb.path}${crumb.title}`}
            className="flex flex-none items-center gap-1.5 lg:last:min-w-0 lg:last:flex-1"
          >
            {index > 0 && <Icon name="chevron-right" className="size-3.5 flex-none" />}
            {crumb.path === undefined ? (
              <span aria-current="page" className="truncate text-ink">
                {crumb.title}
              </span>
            ) : (
              <Link to={crumb.path} className="py-1 hover:underline">
                {crumb.title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
