import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { cx } from '@ceiba/ui/class-names';
import { type ReactNode, useEffect, useId } from 'react';
import { IconButton } from './button.tsx';

/** The open dialogs, the topmost last. Esc closes only the topmost, for example a dialog that asks for a code over another one. */
const open: string[] = [];

/** Makes a long text without controls focusable, so that keys can scroll it. */
const makeFocusable = (body: HTMLElement | null): void => {
  if (body?.querySelector('a, button, input, select, textarea, [tabindex]') === null) body.tabIndex = 0;
};

/** Darkens the page below a dialog. */
export const Backdrop = () => <BaseDialog.Backdrop className="fixed inset-0 z-(--z-scrim) bg-scrim" />;

/** The buttons at the right of a dialog's foot. On a phone they have the full width below the foot's text, so that no word breaks. */
export const DialogEnd = ({ children }: { children: ReactNode }) => (
  <span className="ml-auto flex flex-wrap gap-2 max-lg:flex-[1_0_100%] max-lg:*:flex-[1_0_auto]">{children}</span>
);

/**
 * A dialog over the page: title, body, buttons at its foot. Esc and the cross close it, unless `isHeld`. A press outside does not, because typed
 * values would be lost. After closing, the focus returns to the element that opened the dialog.
 */
export function Dialog({
  title,
  text,
  onClose,
  children,
  footer,
  isWide = false,
  isHeld = false,
  role = 'dialog',
  initialFocus,
}: {
  title: string;
  text?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  footer?: ReactNode;
  isWide?: boolean;
  /** True if only the dialog's buttons can close it. */
  isHeld?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** The element that gets the focus when the dialog opens. By default the cross. */
  initialFocus?: () => HTMLElement | null;
}) {
  const id = useId();
  useEffect(() => {
    open.push(id);
    return () => void open.splice(open.indexOf(id), 1);
  }, [id]);
  const close = (isOpen: boolean): void => {
    if (!isOpen && !isHeld && open.at(-1) === id) onClose();
  };
  return (
    <BaseDialog.Root open disablePointerDismissal onOpenChange={close}>
      <BaseDialog.Portal>
        <Backdrop />
        <BaseDialog.Viewport className="fixed inset-0 z-(--z-scrim) grid place-items-center overflow-auto p-6 max-lg:p-3">
          <BaseDialog.Popup
            role={role}
            className={cx(
              'flex max-h-[calc(100vh-48px)] w-full flex-col overflow-hidden rounded-lg bg-surface shadow-lg max-lg:max-h-[calc(100vh-24px)]',
              isWide ? 'max-w-[880px]' : 'max-w-[640px]',
            )}
            {...(initialFocus && { initialFocus })}
          >
            <header className="flex items-start gap-3 px-6 pt-5 pb-3">
              <div className="stack gap-1">
                <BaseDialog.Title className="font-display text-xl font-bold tracking-tight">{title}</BaseDialog.Title>
                {text !== undefined && (
                  <BaseDialog.Description className="text-ink-soft">{text}</BaseDialog.Description>
                )}
              </div>
              {!isHeld && <IconButton className="-mt-1 -mr-2 ml-auto" label="Cerrar" icon="x" onClick={onClose} />}
            </header>
            {children !== undefined && (
              <div className="grid gap-4 overflow-auto px-6 pb-5" ref={makeFocusable}>
                {children}
              </div>
            )}
            {footer !== undefined && (
              <footer className="flex flex-wrap items-center gap-2 border-t border-border bg-canvas px-6 py-3.5">
                {footer}
              </footer>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
