import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { prefersReducedMotion, scrollBehavior } from '@ceiba/ui/motion';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Banner, HeroBanner } from './hero-banner.tsx';

/** Milliseconds per slide (APP-37). */
const autoplayMs = 3_000;
/** Indexes of the bullets. At most seven are shown. */
const bullets = [0, 1, 2, 3, 4, 5, 6];

/**
 * Advances every 3 s until paused. Stops while hovered, focused, out of view or with reduced motion. The browser scrolls the track, so swiping works
 * before hydration.
 */
export function HeroCarousel({ banners }: { banners: readonly Banner[] }) {
  const track = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const count = banners.length;

  const goTo = useCallback((index: number) => {
    const list = track.current;
    list?.scrollTo({ left: index * list.clientWidth, behavior: scrollBehavior() });
  }, []);

  useEffect(() => {
    if (isPaused || isHeld || count < 2) return;
    const timer = setInterval(() => {
      if (!document.hidden && !prefersReducedMotion()) goTo((shown + 1) % count);
    }, autoplayMs);
    return () => clearInterval(timer);
  }, [isPaused, isHeld, count, shown, goTo]);

  return (
    <section
      aria-roledescription="carrusel"
      aria-label="Destacados"
      className="relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
    >
      <ul
        ref={track}
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
        className="flex snap-x snap-mandatory overflow-x-auto scroll-quiet lg:rounded-leaf"
      >
        {banners.map((banner, index) => (
          <li
            key={banner.title}
            aria-roledescription="diapositiva"
            aria-label={`${index + 1} de ${count}`}
            className="w-full flex-none snap-start"
          >
            <HeroBanner banner={banner} eager={index === 0} />
          </li>
        ))}
      </ul>
      {count > 1 && (
        <Controls
          count={count}
          shown={shown}
          isPaused={isPaused}
          isDark={banners[shown]?.tone === 'dark'}
          onGo={goTo}
          onPause={() => setPaused(!isPaused)}
        />
      )}
    </section>
  );
}

function Controls({
  count,
  shown,
  isPaused,
  isDark,
  onGo,
  onPause,
}: {
  count: number;
  shown: number;
  isPaused: boolean;
  isDark: boolean;
  onGo: (index: number) => void;
  onPause: () => void;
}) {
  return (
    <div
      className={cx(
        'absolute top-[202px] right-3 flex items-center lg:top-auto lg:right-auto lg:bottom-3 lg:left-7 xl:left-11',
        isDark ? 'on-dark text-white' : 'text-ink',
      )}
    >
      <div className="flex max-lg:hidden">
        {bullets.slice(0, count).map((index) => (
          <button
            key={index}
            type="button"
            aria-label={`Ir a la diapositiva ${index + 1}`}
            aria-current={index === shown}
            onClick={() => onGo(index)}
            className="grid h-touch min-w-6 place-items-center"
          >
            <span
              className={cx(
                'h-2 rounded-full bg-current transition-[width]',
                index === shown ? 'w-6.5' : 'w-2 opacity-55',
              )}
            />
          </button>
        ))}
      </div>
      <button
        type="button"
        onClick={onPause}
        aria-label={isPaused ? 'Reanudar el carrusel' : 'Pausar el carrusel'}
        className="grid size-touch place-items-center rounded-full max-lg:bg-quetzal-950/55 max-lg:text-white lg:hover:bg-white/15"
      >
        <Icon name={isPaused ? 'play' : 'pause'} size="sm" />
      </button>
    </div>
  );
}
