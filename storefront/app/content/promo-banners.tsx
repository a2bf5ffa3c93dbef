import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Picture } from '@ceiba/ui/picture';
import { Link } from 'react-router';
import type { Banner } from './hero-banner.tsx';

const tones: Record<Banner['tone'], string> = {
  crimson: 'bg-linear-120 from-[#fde3d6] to-[#f7c8b8]',
  jade: 'bg-linear-120 from-[#d8f2e7] to-[#a6dccb]',
  corn: 'bg-linear-120 from-[#fff1cf] to-[#f6d793]',
  light: 'bg-surface shadow-[inset_0_0_0_1px_var(--color-border)]',
  dark: 'bg-linear-120 from-[#d8f2e7] to-[#a6dccb]',
};

/** Small banners under the hero; they scroll sideways on mobile. */
export function PromoBanners({ banners }: { banners: readonly Banner[] }) {
  return (
    <ul className="mt-4 grid auto-cols-[min(82%,360px)] grid-flow-col gap-3 overflow-x-auto px-gutter snap-x snap-mandatory scroll-px-gutter scroll-quiet *:snap-start lg:mt-0 lg:grid-flow-row lg:cols-three lg:gap-4 lg:overflow-visible lg:px-0">
      {banners.map((banner) => (
        <li key={banner.title} className="flex">
          <Link
            to={banner.link}
            className={cx(
              'relative grid min-h-[172px] w-full content-center justify-items-start gap-1.5 overflow-hidden rounded-leaf p-5 pb-[clamp(20px,8rem-108px,120px)] pr-[clamp(20px,256px-8rem,40%)] lg:min-h-[188px] lg:p-6 lg:pr-[45%] lg:pl-7',
              tones[banner.tone],
            )}
          >
            <Picture
              image={{ url: banner.image, label: banner.alt }}
              width={200}
              className="absolute -right-3.5 -bottom-4.5 w-[min(180px,52%)] lg:-right-1.5 lg:-bottom-3.5 lg:w-[150px] xl:w-[200px]"
            />
            <h2 className="relative max-w-[11em] text-xl leading-tight xl:text-[1.375rem]">{banner.title}</h2>
            <p className="relative max-w-[19em] text-sm text-ink-soft">{banner.text}</p>
            <span className="relative inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-link">
              {banner.linkLabel}
              <Icon name="arrow-right" size="sm" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
