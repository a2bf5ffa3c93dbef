/** Widths a wide banner of the media store has beside 1600 (its `url`). */
const widths = [480, 960, 1600] as const;

const setOf = (key: string, format: 'avif' | 'webp'): string =>
  widths.map((width) => `${key}/${width}.${format} ${width}w`).join(', ');

/** A banner's picture, 1600 × 640: in the widths of the media store, or the one file it is. */
export function BannerPicture({ url, eager, className }: { url: string; eager: boolean; className: string }) {
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
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={setOf(key, 'avif')} sizes={sizes} />
      {img}
    </picture>
  );
}
