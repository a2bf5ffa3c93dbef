import type { Image } from '@ceiba/contract/shapes';
import { thumbnailBadge } from '@ceiba/domain/checkout/order-summary';
import { Picture } from './picture.tsx';

/** A small picture of a line with its number of units, from two on (CHK-19). `width`: largest shown width in px. */
export function Thumbnail({
  image,
  quantity,
  width,
  alt = '',
}: {
  image: Image;
  quantity: number;
  width: number;
  alt?: string;
}) {
  const badge = thumbnailBadge(quantity);
  return (
    <span className="relative block">
      <span className="well aspect-square rounded-[10px]">
        <Picture image={image} width={width} alt={alt} className="w-[88%]" />
      </span>
      {badge !== null && (
        <span className="absolute -top-1.5 -right-1.5 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-quetzal-900 px-1.5 text-xs font-bold text-white tabular-nums shadow-[0_0_0_2px_#fff]">
          {badge}
          <span className="sr-only"> unidades</span>
        </span>
      )}
    </span>
  );
}
