/** A product's picture in a row, 32 or 48 px. Without a picture, an empty box. */
export function Thumbnail({
  src,
  size = 48,
  isLate = false,
}: {
  src: string | null;
  size?: 32 | 48;
  isLate?: boolean;
}) {
  const box = size === 48 ? 'size-12 rounded-sm' : 'size-8 rounded-xs';
  if (src === null) return <span className={`${box} flex-none`} aria-hidden="true" />;
  return (
    <img
      className={`${box} flex-none bg-surface-sunken object-contain p-0.5`}
      src={src}
      alt=""
      width={size}
      height={size}
      {...(isLate && { loading: 'lazy' })}
    />
  );
}
