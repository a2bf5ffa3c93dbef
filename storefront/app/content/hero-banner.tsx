import type { CallAnswer } from '@ceiba/contract/client';
import { cx } from '../platform/class-names.ts';
import { ButtonLink } from '../ui/button.tsx';
import { preloadPicture } from '../ui/picture.tsx';

export type Banner = CallAnswer<'getHome'>['banners'][number];

/** Picture and words of a large banner; `inset` for one that stands inside the page container. */
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
        'relative grid h-full grid-cols-[minmax(0,1fr)] overflow-hidden lg:min-h-[372px] lg:rounded-leaf xl:min-h-[432px]',
        isDark ? 'on-dark bg-[#042e29] text-white' : 'bg-[#fbeee2] text-ink',
        inset && 'rounded-leaf',
      )}
    >
      <BannerPicture
        url={banner.image}
        eager={eager}
        className="row-start-1 h-[250px] w-full object-cover object-[100%_60%] lg:absolute lg:inset-0 lg:h-full lg:object-[100%_74%]"
      />
      <div className="row-start-2 grid content-start justify-items-start gap-3 px-gutter pt-5 pb-7 lg:relative lg:row-start-1 lg:max-w-[43%] lg:content-center lg:py-10 lg:pr-0 lg:pb-14 lg:pl-10 xl:gap-4 xl:pl-14">
        <p className={cx('text-sm font-semibold', isDark ? 'text-[#ffd9a0]' : 'text-on-offer-soft')}>
          {banner.eyebrow}
        </p>
        <h2 className="text-4xl leading-[1.08] tracking-display lg:text-[2rem] xl:text-[3.125rem]">{banner.title}</h2>
        <p className={cx('max-w-[40ch] xl:text-lg xl:leading-normal', isDark ? 'text-quetzal-100' : 'text-ink-soft')}>
          {banner.text}
        </p>
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

/** Widths a wide banner of the media store has beside 1600 (its `url`). */
const widths = [480, 960, 1600] as const;

const setOf = (key: string, format: 'avif' | 'webp'): string =>
  widths.map((width) => `${key}/${width}.${format} ${width}w`).join(', ');

/** A banner's picture, 1600 × 640: in the widths of the media store, or the one file it is. */
function BannerPicture({ url, eager, className }: { url: string; eager: boolean; className: string }) {
  const key = /^(\/media\/[^/]+)\/1600\.webp$/.exec(url)?.[1];
  const sizes = '(min-width: 1024px) 1280px, 100vw';
  const img = (
    <img
      src={url}
      {...(key === undefined ? {} : { srcSet: setOf(key, 'webp'), sizes })}
      alt=""
      width={1600}
      height={640}
      loading={eager ? 'eager' : 'lazy'}
      {...(eager ? { fetchPriority: 'high' as const } : {})}
      className={className}
    />
  );
  if (key === undefined) return img;
  if (eager) preloadPicture(url, setOf(key, 'avif'), sizes);
  return (
    <picture>
      <source type="image/avif" srcSet={setOf(key, 'avif')} sizes={sizes} />
      {img}
    </picture>
  );
}
