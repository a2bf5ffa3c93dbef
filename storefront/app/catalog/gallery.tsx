import type { GalleryImage } from '@ceiba/contract/catalog';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { scrollBehavior } from '@ceiba/ui/motion';
import { Picture } from '@ceiba/ui/picture';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';

const Viewer = lazyPart(() => import('./gallery-viewer.tsx'));

/** Number of thumbnails (APP-37). */
const shownThumbnails = 5;
/** Number of bullets (APP-37). */
const shownBullets = 7;

const mainSizes = '(min-width: 1360px) 548px, (min-width: 1024px) 42vw, 92vw';

/** Index of the picture that the row is scrolled to. 0 without a layout. */
const indexInSight = ({ scrollLeft, clientWidth }: HTMLElement): number => Math.round(scrollLeft / clientWidth) || 0;

/** The pictures side by side, with bullets or thumbnails and a full view. They scroll even before hydration. */
export default function Gallery({ images, isOut }: { images: readonly GalleryImage[]; isOut: boolean }) {
  const track = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  /** Index of the picture that a scroll by script is heading for. Pictures passed on the way do not count as in view. */
  const goal = useRef<number | null>(null);
  const count = images.length;
  // The touch that hydrated the gallery may have scrolled it already.
  useEffect(() => {
    if (track.current !== null) setShown(indexInSight(track.current));
  }, []);
  const goTo = (index: number, behavior = scrollBehavior()) => {
    setShown(index);
    const row = track.current;
    if (row === null) return;
    goal.current = indexInSight(row) === index ? null : index;
    row.scrollTo({ left: index * row.clientWidth, behavior });
  };
  const release = () => {
    goal.current = null;
  };
  const reportScroll = (row: HTMLElement) => {
    const inSight = indexInSight(row);
    if (goal.current !== null && goal.current !== inSight) return;
    release();
    setShown(inSight);
  };
  return (
    <section aria-label="Galería" className={cx('grid gap-1 lg:gap-4', count > 1 && 'lg:grid-cols-[92px_1fr]')}>
      {/* The grid positions are explicit: a browser may paint the picture before the thumbnails arrive. */}
      <div className={cx('well aspect-square rounded-xl', count > 1 && 'lg:col-start-2')}>
        <ul
          ref={track}
          onScroll={({ currentTarget }) => reportScroll(currentTarget)}
          // A touch interrupts a scroll by script. Other interruptions end with a `scrollend` event, in browsers that have it.
          onPointerDown={release}
          onScrollEnd={({ currentTarget }) => {
            release();
            reportScroll(currentTarget);
          }}
          className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-quiet"
        >
          {images.map((image, index) => (
            <li key={image.url} className="w-full flex-none snap-start snap-always">
              <button
                type="button"
                aria-label={`Ampliar imagen ${index + 1} de ${count}: ${image.label}`}
                tabIndex={index === shown ? 0 : -1}
                onClick={() => {
                  // Screen-reader users can press any picture.
                  goTo(index, 'instant');
                  setOpen(true);
                }}
                className="grid size-full cursor-zoom-in place-items-center rounded-xl -outline-offset-4"
              >
                <Picture
                  image={image}
                  width={680}
                  sizes={mainSizes}
                  eager={index === 0}
                  className={cx('size-[84%] object-contain', isOut && 'opacity-55 grayscale')}
                />
              </button>
            </li>
          ))}
        </ul>
        <span className="icon-btn icon-btn-raised pointer-events-none absolute right-3 bottom-3">
          <Icon name="maximize-2" />
        </span>
        {count > 1 && (
          <p
            aria-live="polite"
            className="pointer-events-none absolute bottom-3 left-3 rounded-full bg-surface px-3 py-1 text-sm font-medium text-ink-soft"
          >
            {shown + 1} de {count}
          </p>
        )}
        {count > shownThumbnails && <Arrows shown={shown} count={count} onGo={goTo} />}
      </div>
      {count > 1 && <Marks images={images} shown={shown} onGo={goTo} />}
      {isOpen !== null && (
        <Suspense>
          <Viewer
            open={isOpen}
            onClose={() => setOpen(false)}
            images={images}
            shown={shown}
            onShow={(index) => goTo(index, 'instant')}
            returnTo={() => track.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? null}
          />
        </Suspense>
      )}
    </section>
  );
}

/** A button for pointers, and for pictures without a thumbnail. At an end it keeps the focus, because it is not disabled. */
function Arrows({ shown, count, onGo }: { shown: number; count: number; onGo: (index: number) => void }) {
  return (
    <div className="max-lg:hidden">
      <IconButton
        label="Imagen anterior"
        raised
        aria-disabled={shown === 0}
        onClick={() => onGo(Math.max(0, shown - 1))}
        className="absolute top-1/2 left-3 -translate-y-1/2"
      >
        <Icon name="chevron-left" />
      </IconButton>
      <IconButton
        label="Imagen siguiente"
        raised
        aria-disabled={shown === count - 1}
        onClick={() => onGo(Math.min(count - 1, shown + 1))}
        className="absolute top-1/2 right-3 -translate-y-1/2"
      >
        <Icon name="chevron-right" />
      </IconButton>
    </div>
  );
}

/** Bullets on a phone, thumbnails from 1024 px: the marks of the first pictures, or of the pictures up to the one in view. */
function Marks({
  images,
  shown,
  onGo,
}: {
  images: readonly GalleryImage[];
  shown: number;
  onGo: (index: number) => void;
}) {
  return (
    <ul className="-mb-3 flex max-lg:justify-center lg:mb-0 lg:col-start-1 lg:row-start-1 lg:grid lg:content-start lg:gap-3">
      {images.map(
        (image, index) =>
          isMarked(index, shown, shownBullets) && (
            <li key={image.url} className={cx(!isMarked(index, shown, shownThumbnails) && 'lg:hidden')}>
              <button
                type="button"
                aria-label={`Imagen ${index + 1} de ${images.length}`}
                aria-current={index === shown}
                onClick={() => onGo(index)}
                className="gallery-mark"
              >
                {isMarked(index, shown, shownThumbnails) && (
                  <Picture
                    image={image}
                    alt=""
                    width={92}
                    sizes="92px"
                    className="size-[86%] object-contain max-lg:hidden"
                  />
                )}
              </button>
            </li>
          ),
      )}
    </ul>
  );
}

/** Returns whether a picture has one of `most` marks. The marks end with the picture in view, unless it is among the first. */
const isMarked = (index: number, shown: number, most: number): boolean => {
  const from = Math.max(0, shown - most + 1);
  return index >= from && index < from + most;
};
