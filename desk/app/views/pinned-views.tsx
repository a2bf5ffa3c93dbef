import type { SavedView } from '@ceiba/contract/desk/views';
import { cx } from '@ceiba/ui/class-names';
import { Link, useLocation } from 'react-router';
import { searchOf, useLiveCount, viewParam } from './own-views.ts';

/** A pinned view below its section in the menu, with its live count (OFF-17). */
export function PinnedView({
  view,
  path,
  className,
  onGo,
}: {
  view: SavedView;
  path: string;
  className: string;
  onGo?: (() => void) | undefined;
}) {
  const { search } = useLocation();
  const count = useLiveCount(view);
  const isCurrent = new URLSearchParams(search).get(viewParam) === view.id;
  return (
    <Link
      to={{ pathname: path, search: searchOf(view) }}
      className={cx(className, 'pl-8.5!')}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onGo}
    >
      <span className="min-w-0 flex-1 truncate">{view.name}</span>
      {count !== undefined && <span className="text-xs text-ink-inverse-soft tabular-nums">{count}</span>}
    </Link>
  );
}
