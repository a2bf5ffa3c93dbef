import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { BackCloses } from './back-closes.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays in view under the scrolling body. */
  footer?: ReactNode;
  /** Milliseconds for which a closing drawer stays mounted: 1000 for the panel and points drawers, otherwise 500 (DEC-19). */
  closeMs?: 500 | 1000;
  /** Accessible name of the close button. With `back` the button is an arrow at the left. */
  closeLabel?: string;
  back?: boolean;
  side?: 'right' | 'left';
}

const slide = {
  right: 'lg:right-0 lg:rounded-l-[28px] lg:data-starting-style:translate-x-full lg:data-ending-style:translate-x-full',
  left: 'lg:left-0 lg:rounded-r-[28px] lg:data-starting-style:-translate-x-full lg:data-ending-style:-translate-x-full',
};

/**
 * A panel at the right from 1024 px, a bottom sheet below. The focus stays inside; Escape, the scrim and "back" close
 * it. The slide takes 320 ms; a longer transition of `visibility` keeps the element mounted for `closeMs`. Load the
 * drawer with `lazy` if the page does not open it immediately, because the drawer loads Base UI.
 */
export function Drawer({
  open,
  onClose,
  title,
  children,
  footer,
  closeMs = 500,
  closeLabel = 'Cerrar',
  back = false,
  side = 'right',
}: DrawerProps) {
  const isOpen = useOpenOnceMounted(open);
  const transitionClass = closeMs === 1000 ? 'drawer-transition-1000' : 'drawer-transition-500';
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isWanted) => !isWanted && onClose()}>
      <BackCloses open={isOpen} onClose={onClose} />
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-scrim) bg-scrim transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          className={cx(
            'fixed inset-x-0 bottom-0 z-(--z-drawer) flex max-h-[90dvh] flex-col overflow-hidden rounded-t-xl bg-surface shadow-lg outline-none',
            'max-lg:data-ending-style:translate-y-full max-lg:data-starting-style:translate-y-full data-ending-style:invisible',
            'lg:top-0 lg:max-h-none lg:w-[min(var(--container-panel),100vw)] lg:inset-x-auto',
            slide[side],
            transitionClass,
          )}
        >
          <span
            aria-hidden="true"
            className="mx-auto mt-2.5 h-1 w-10 flex-none rounded-full bg-border-control opacity-60 lg:hidden"
          />
          <header className="grid grid-cols-[var(--spacing-touch)_1fr_var(--spacing-touch)] items-center border-b border-border px-2.5 py-1.5 lg:px-4 lg:py-3.5">
            <Dialog.Close aria-label={closeLabel} className={cx(closeClass, !back && 'col-start-3')}>
              <Icon name={back ? 'chevron-left' : 'x'} />
            </Dialog.Close>
            <Dialog.Title className="col-start-2 row-start-1 text-center text-lg">{title}</Dialog.Title>
          </header>
          <div className="flex-1 overflow-y-auto overscroll-contain bg-canvas p-4 lg:px-6 lg:py-5">{children}</div>
          {footer !== undefined && (
            <footer className="border-t border-border bg-surface px-4 pt-3.5 pb-[calc(14px+env(safe-area-inset-bottom))] lg:px-6 lg:py-4.5">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Opens a dialog only after its mount: a dialog that mounts open would hide itself from screen readers. */
function useOpenOnceMounted(open: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return open && isMounted;
}

const closeClass =
  'row-start-1 grid size-touch place-items-center rounded-full text-ink-soft hover:bg-surface-sunken hover:text-ink';
