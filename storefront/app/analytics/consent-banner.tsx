import type { Consent, ConsentChoice } from '@ceiba/domain/analytics/consent';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { Button } from '@ceiba/ui/button';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { closeConsentPanel } from './consent-panel.ts';
import { answerConsent } from './consent-store.ts';

const answered = { granted: 'Las aceptaste', denied: 'Las rechazaste' } as const;

/**
 * Asks whether the visit may be measured; to refuse is as easy as to accept. It stands over the page's lower edge and
 * takes nothing: bars that stick there, and the page's end, move up by its height. `isWanted`: the shopper asked for it.
 */
export function ConsentBanner({ consent, isWanted }: { consent: Consent | null; isWanted: boolean }) {
  const banner = useRef<HTMLElement>(null);
  useRoomBelow(banner);
  useFocusWhile(isWanted, banner);
  const answer = (choice: ConsentChoice) => (): void => {
    answerConsent(choice);
    closeConsentPanel();
  };
  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-labelledby="consent-title"
      onKeyDown={({ key }) => key === 'Escape' && closeConsentPanel()}
      className="consent fixed inset-x-0 bottom-0 z-(--z-header) border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] shadow-lg"
    >
      <div className="wrap grid gap-3 py-4 lg:grid-cols-[1fr_auto] lg:items-center lg:gap-10">
        <div className="grid gap-1 text-sm">
          <h2 id="consent-title" className="font-sans text-base font-semibold tracking-normal">
            ¿Podemos medir tu visita?
          </h2>
          <p className="max-w-[76ch] text-ink-soft">
            Con tu permiso usamos cookies de Google Analytics para saber qué páginas te ayudan y cuáles no. Sin ellas la
            tienda funciona igual.{' '}
            {consent && (
              <b className="font-semibold text-ink">
                {answered[consent.choice]} el {formatDateText(consent.at)}.
              </b>
            )}
          </p>
        </div>
        <div className="grid cols-pair gap-3 lg:w-80">
          <Button variant="outline" onClick={answer('denied')}>
            Rechazar
          </Button>
          <Button variant="outline" onClick={answer('granted')}>
            Aceptar
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Tells the page how much of its lower edge is taken (`--bottom-taken` of app.css). */
function useRoomBelow(banner: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = (): void => style.setProperty('--bottom-taken', `${banner.current?.offsetHeight ?? 0}px`);
    measure();
    const observer = new ResizeObserver(measure);
    if (banner.current) observer.observe(banner.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-taken');
    };
  }, [banner]);
}

/** Who opened it by a button is led there, and back to the button afterwards. */
function useFocusWhile(isWanted: boolean, banner: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isWanted) return;
    const opener = document.activeElement;
    banner.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [isWanted, banner]);
}
