import type { CallAnswer } from '@ceiba/contract/client';
import { ButtonLink } from '@ceiba/ui/button';
import { cx } from '@ceiba/ui/class-names';
import { preloadPicture } from '@ceiba/ui/picture';

export type Banner = CallAnswer<'getHome'>['banners'][number];

/** Picture and text of a large banner. `inset`: the banner stands inside the page container. */
export function HeroBanner({
  banner,
  inset = false,
  eager = false,
}: {
  banner: Banner;
  inset?: boolean;
  eager?: boolean;
}) {
  const isDark = banner.tone === 'dark';
  return (
    <section
      className={cx(
        'hero',
        isDark ? 'on-dark bg-[#042e29] text-white' : 'bg-[#fbeee2] text-ink',
        inset && 'rounded-leaf',
      )}
    >
      <BannerPicture banner={banner} eager={eager} />
      <div className="hero-words">
        <p className={cx('text-sm font-semibold', isDark ? 'text-[#ffd9a0]' : 'text-on-offer-soft')}>
          {banner.eyebrow}
        </p>
        <h2 className="hero-title">{banner.title}</h2>
        <p className={cx('hero-text', isDark ? 'text-quetzal-100' : 'text-ink-soft')}>{banner.text}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4.5 gap-y-2">
          <ButtonLink to={banner.link} size="lg" variant={isDark ? 'light' : 'primary'}>
            {banner.linkLabel}
          </ButtonLink>
          {banner.note !== '' && (
            <span className={cx('text-sm font-semibold', isDark ? 'text-quetzal-100' : 'text-ink-soft')}>
              {banner.note}
            </span>
          )}
        </div>
      </div>
    </section>
  );
}

/** Widths of a wide banner in the media store, in addition to 1600 (its `url`). */
const widths = [480, 960, 1600] as const;

const phoneWidths = [480, 960] as const;
const formats = ['avif', 'webp'] as const;

const setOf = (key: string, format: 'avif' | 'webp', of: readonly number[] = widths): string =>
  of.map((width) => `${key}/${width}.${format} ${width}w`).join(', ');

/** The width from which the wide picture shows. Narrower screens show the cut for phones (PROD-15). */
const isPhone = '(max-width: 1023px)';

/** A banner's picture, 1600 × 640: in the media store's widths, or as its single file. There may be a separate cut for phones. */
function BannerPicture({ banner: { image: url, phoneImage, alt }, eager }: { banner: Banner; eager: boolean }) {
  const key = /^(\/media\/[^/]+)\/1600\.webp$/.exec(url)?.[1];
  const phoneKey = /^(\/media\/[^/]+)\/960\.webp$/.exec(phoneImage ?? '')?.[1];
  const sizes = '(min-width: 1024px) 1280px, 100vw';
  const img = (
    <img
      src={url}
      {...(key === undefined ? {} : { srcSet: setOf(key, 'webp'), sizes })}
      alt={alt}
      width={1600}
      height={640}
      loading={eager ? 'eager' : 'lazy'}
      {...(eager ? { fetchPriority: 'high' as const } : {})}
      className="hero-picture"
    />
  );
  if (key === undefined && phoneKey === undefined) return img;
  if (eager && key !== undefined && phoneKey === undefined) preloadPicture(url, setOf(key, 'avif'), sizes);
  return (
    <picture>
      {phoneKey !== undefined &&
        formats.map((format) => (
          <source
            key={format}
            media={isPhone}
            type={`image/${format}`}
            srcSet={setOf(phoneKey, format, phoneWidths)}
            sizes="100vw"
          />
        ))}
      {key !== undefined && <source type="image/avif" srcSet={setOf(key, 'avif')} sizes={sizes} />}
      {img}
    </picture>
  );
}
