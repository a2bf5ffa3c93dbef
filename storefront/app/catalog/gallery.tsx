import type { Image } from '@ceiba/contract/shapes';
import { Suspense, useState } from 'react';
import { cx } from '../platform/class-names.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Picture } from '../ui/picture.tsx';

const Zoom = lazyPart(() => import('./gallery-zoom.tsx'));

/** APP-37. */
const shownThumbnails = 5;

const mainSizes = '(min-width: 1360px) 548px, (min-width: 1024px) 42vw, 92vw';

/** Main picture with its thumbnails and a full view. */
export default function Gallery({ images, isOut }: { images: readonly Image[]; isOut: boolean }) {
  const [shown, setShown] = useState(0);
  const [isZoomed, setZoomed] = useState<boolean | null>(null);
  const image = images[shown] ?? images[0];
  if (image === undefined) return <div className="well aspect-square rounded-xl" />;
  const hasThumbnails = images.length > 1;
  return (
    <section aria-label="Galería" className={cx('grid gap-3 lg:gap-4', hasThumbnails && 'lg:grid-cols-[92px_1fr]')}>
      {/* Each has its place by itself: a browser may paint the picture before the thumbnails have come. */}
      <div className={cx('well aspect-square rounded-xl', hasThumbnails && 'lg:col-start-2')}>
        <Picture
          image={image}
          width={680}
          sizes={mainSizes}
          eager
          className={cx('size-[84%] object-contain', isOut && 'opacity-55 grayscale')}
        />
        <IconButton label="Ampliar imagen" raised onClick={() => setZoomed(true)} className="absolute right-3 bottom-3">
          <Icon name="maximize-2" />
        </IconButton>
      </div>
      {hasThumbnails && (
        <ul className="grid grid-cols-5 gap-2 lg:col-start-1 lg:row-start-1 lg:grid-cols-1 lg:content-start lg:gap-3">
          {images.slice(0, shownThumbnails).map((thumbnail, index) => (
            <li key={thumbnail.url}>
              <button
                type="button"
                aria-label={`Imagen ${index + 1} de ${images.length}`}
                aria-current={index === shown}
                onClick={() => setShown(index)}
                className={cx(
                  'grid aspect-square w-full place-items-center overflow-hidden rounded-md bg-surface-sunken',
                  index === shown
                    ? 'shadow-[inset_0_0_0_2px_var(--color-primary)]'
                    : 'shadow-[inset_0_0_0_1px_var(--color-border)]',
                )}
              >
                <Picture
                  image={thumbnail}
                  alt=""
                  width={92}
                  sizes="(min-width: 1024px) 92px, 64px"
                  className="size-[86%] object-contain"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isZoomed !== null && (
        <Suspense>
          <Zoom open={isZoomed} onClose={() => setZoomed(false)} images={images} shown={shown} onShow={setShown} />
        </Suspense>
      )}
    </section>
  );
}
