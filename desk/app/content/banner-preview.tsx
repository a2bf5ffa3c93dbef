import { cx } from '@ceiba/ui/class-names';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Card } from '../detail/detail-frame.tsx';
import type { EntityControl } from '../entity/entity-place.ts';
import { usePlace } from './banner-picture.tsx';

type Texts = Partial<Record<string, string>>;

/** Draws a part of the shop at the width of a screen, and shrinks it if the desk has less space. `width`: in pixels. */
export function ScreenFrame({ title, width, children }: { title: string; width: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ scale: 1, height: 0 });
  useEffect(() => {
    const measure = (): void => {
      const room = box.current?.clientWidth ?? width;
      const scale = room === 0 ? 1 : Math.min(1, room / width);
      setSize({ scale, height: (inner.current?.offsetHeight ?? 0) * scale });
    };
    const observer = new ResizeObserver(measure);
    for (const element of [box.current, inner.current]) if (element) observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [width]);
  return (
    <figure className="m-0 grid gap-1.5" aria-label={title}>
      <figcaption className="text-dense font-semibold">{title}</figcaption>
      <div
        ref={box}
        className="w-full overflow-hidden rounded-sm border border-border"
        style={{ height: size.height || undefined }}
      >
        <div ref={inner} inert style={{ width, transform: `scale(${size.scale})`, transformOrigin: '0 0' }}>
          {children}
        </div>
      </div>
    </figure>
  );
}

/** "Así se verá": the banner of the form at the widths of a phone and of a computer, before it is saved (PROD-15). */
export function BannerPreview({ form, row }: Pick<EntityControl, 'form' | 'row'>) {
  const texts: Texts = useWatch({ control: form.control });
  const place = usePlace({ form, row });
  const Shown = place === 'promo' ? Promo : Hero;
  return (
    <Card title="Así se verá">
      <ScreenFrame title="En un teléfono, 390 px" width={390}>
        <Shown texts={texts} isPhone />
      </ScreenFrame>
      <ScreenFrame title="En una computadora, 1440 px" width={1440}>
        <Shown texts={texts} isPhone={false} />
      </ScreenFrame>
    </Card>
  );
}

/** A main banner, with the sizes of `.hero` in `ui/src/parts.css`. */
function Hero({ texts, isPhone }: { texts: Texts; isPhone: boolean }) {
  const isDark = texts['tone'] === 'dark';
  const picture = (isPhone && texts['phonePicture']) || texts['picture'];
  const soft = isDark ? 'text-[#d2efe5]' : 'text-ink-soft';
  return (
    <div className={cx(!isPhone && 'px-20 py-6')}>
      <div
        className={cx(
          'relative overflow-hidden',
          isDark ? 'bg-[#042e29] text-white' : 'bg-[#fbeee2] text-ink',
          !isPhone && 'min-h-[432px] rounded-lg',
        )}
      >
        {picture && (
          <img
            src={picture}
            alt={texts['alt'] ?? ''}
            className={cx(
              'w-full object-cover',
              isPhone ? 'h-[250px] object-[100%_60%]' : 'absolute inset-0 h-full object-[100%_74%]',
            )}
          />
        )}
        <div
          className={cx(
            'relative grid justify-items-start gap-3',
            isPhone ? 'px-4 pt-5 pb-7' : 'min-h-[432px] max-w-[43%] content-center py-10 pl-14',
          )}
        >
          <p className={cx('text-[14px] font-semibold', isDark ? 'text-[#ffd9a0]' : 'text-on-offer-soft')}>
            {texts['eyebrow']}
          </p>
          <p className={cx('font-display leading-[1.08] font-bold', isPhone ? 'text-[38px]' : 'text-[50px]')}>
            {texts['title']}
          </p>
          <p className={cx('max-w-[40ch] text-[16px]', soft)}>{texts['text']}</p>
          <span className="flex flex-wrap items-center gap-4">
            {texts['linkLabel'] && (
              <span
                className={cx(
                  'inline-flex min-h-12 items-center rounded-full px-6 text-[16px] font-semibold',
                  isDark ? 'bg-white text-[#0b5d4e]' : 'bg-primary text-white',
                )}
              >
                {texts['linkLabel']}
              </span>
            )}
            <span className={cx('text-[14px] font-semibold', soft)}>{texts['note']}</span>
          </span>
        </div>
      </div>
    </div>
  );
}

const tones: Readonly<Record<string, string>> = {
  crimson: 'bg-[#fbdccd]',
  jade: 'bg-[#c3e8dc]',
  corn: 'bg-[#fbe7b6]',
  light: 'bg-surface inset-ring inset-ring-border',
};

/** A small banner, with the sizes of the storefront's small banners. */
function Promo({ texts, isPhone }: { texts: Texts; isPhone: boolean }) {
  return (
    <div className={isPhone ? 'p-4' : 'px-20 py-6'}>
      <div
        className={cx(
          'relative grid content-center justify-items-start gap-1.5 overflow-hidden rounded-lg text-ink',
          isPhone ? 'min-h-[172px] w-[320px] p-5 pr-[128px]' : 'min-h-[188px] w-[405px] p-6 pr-[182px] pl-7',
          tones[texts['tone'] ?? ''] ?? tones['jade'],
        )}
      >
        {texts['picture'] && (
          <img
            src={texts['picture']}
            alt={texts['alt'] ?? ''}
            className={cx('absolute -right-2 -bottom-4', isPhone ? 'w-[160px]' : 'w-[200px]')}
          />
        )}
        <p className="relative font-display text-[20px] leading-tight font-bold">{texts['title']}</p>
        <p className="relative text-[14px] text-ink-soft">{texts['text']}</p>
        <span className="relative text-[14px] font-semibold text-link">{texts['linkLabel']}</span>
      </div>
    </div>
  );
}
