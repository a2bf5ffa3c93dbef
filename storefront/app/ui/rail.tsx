import { type ReactNode, useRef } from 'react';
import { cx } from '../platform/class-names.ts';
import { scrollBehavior } from '../platform/motion.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface RailProps {
  title: ReactNode;
  /** Id of the heading, for `aria-labelledby`; unique on the page. */
  id: string;
  children: ReactNode;
  /** "Ver todo" and the like, beside the arrows. */
  action?: ReactNode;
  heading?: 'h2' | 'h3';
  /** Tiles that fit from 1279 px. */
  fit?: 4 | 5;
  className?: string;
}

/**
 * A row of tiles that scrolls sideways by the browser itself (touch, wheel, keyboard, before any script); the arrows
 * only move it by one view. Children are list items' content.
 */
export function Rail({ title, id, children, action, heading: Heading = 'h2', fit = 5, className }: RailProps) {
  const track = useRef<HTMLUListElement>(null);
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
      <ul ref={track} className={cx('rail', fit === 5 && 'rail-5')}>
        {children}
      </ul>
    </section>
  );
}
