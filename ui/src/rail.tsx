import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { scrollBehavior } from './motion.ts';

export interface RailProps {
  title: ReactNode;
  /** ID of the heading, for `aria-labelledby`. Unique on the page. */
  id: string;
  children: ReactNode;
  /** A link such as "Ver todo", beside the arrows. */
  action?: ReactNode;
  heading?: 'h2' | 'h3';
  /** Number of tiles that fit from 1279 px. */
  fit?: 4 | 5;
  className?: string;
}

/**
 * A row of tiles that the browser scrolls sideways (touch, wheel, keyboard, even before hydration). The arrows only move it by one view. Children are
 * the content of list items.
 */
export function Rail({ title, id, children, action, heading: Heading = 'h2', fit = 5, className }: RailProps) {
  const track = useRef<HTMLUListElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const move = (direction: 1 | -1) =>
    track.current?.scrollBy({ left: direction * track.current.clientWidth * 0.9, behavior: scrollBehavior() });
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:mb-6">
        <Heading id={id} className="text-2xl leading-tight lg:text-3xl">
          {title}
        </Heading>
        <div className="flex items-center gap-2">
          {action}
          <IconButton
            id={`${id}-anterior`}
            label="Anterior"
            aria-labelledby={`${id}-anterior ${id}`}
            raised
            onClick={() => move(-1)}
            className="max-lg:hidden"
          >
            <Icon name="chevron-left" />
          </IconButton>
          <IconButton
            id={`${id}-siguiente`}
            label="Siguiente"
            aria-labelledby={`${id}-siguiente ${id}`}
            raised
            onClick={() => move(1)}
            className="max-lg:hidden"
          >
            <Icon name="chevron-right" />
          </IconButton>
        </div>
      </div>
      {/* Undrawn cards cannot take the focus, so the scrolling element must take the focus. */}
      <ul ref={track} tabIndex={isHydrated ? -1 : 0} aria-labelledby={id} className={cx('rail', fit === 5 && 'rail-5')}>
        {children}
      </ul>
      <Bullets track={track} tiles={children} />
    </section>
  );
}

/** Maximum number of bullets (APP-37). */
const maxBullets = 7;

/** The number of views that the tiles fill, and the current one, counted from 0. More than seven views become seven equal parts. */
function placeIn({ scrollLeft, scrollWidth, clientWidth }: Element): { views: number; shown: number } {
  const way = scrollWidth - clientWidth;
  if (way < 2) return { views: 1, shown: 0 };
  const views = Math.min(maxBullets, Math.max(2, Math.round(scrollWidth / clientWidth)));
  return { views, shown: Math.round((scrollLeft / way) * (views - 1)) };
}

/**
 * Shows the row's length and position, only visually: the arrows and the browser scroll it. Takes no height, so that nothing moves when the row's
 * script loads.
 */
function Bullets({ track, tiles }: { track: RefObject<HTMLUListElement | null>; tiles: ReactNode }) {
  const [{ views, shown }, setPlace] = useState({ views: 1, shown: 0 });
  useEffect(() => {
    const list = track.current;
    if (list === null || tiles === null) return;
    const look = (): void => {
      const place = placeIn(list);
      setPlace((known) => (known.views === place.views && known.shown === place.shown ? known : place));
    };
    list.addEventListener('scroll', look, { passive: true });
    // The observer makes the first measurement after the layout of the page. An immediate measurement would force a
    // layout.
    const observer = new ResizeObserver(look);
    // Also observes the first tile, because a row that is not drawn yet does not have its width.
    for (const element of [list, list.firstElementChild]) if (element !== null) observer.observe(element);
    return () => {
      list.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [track, tiles]);
  if (views < 2) return null;
  return (
    <div aria-hidden="true" className="flex h-0 translate-y-2 items-center justify-center gap-1.5">
      {bullets.slice(0, views).map((bullet) => (
        <span
          key={bullet}
          className={cx(
            'h-2 rounded-full bg-current',
            bullet === shown ? 'w-6.5 text-primary' : 'w-2 text-border-strong',
          )}
        />
      ))}
    </div>
  );
}

const bullets = [...Array(maxBullets).keys()];
