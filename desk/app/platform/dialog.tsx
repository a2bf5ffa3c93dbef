import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { cx } from '@ceiba/ui/class-names';
import { type ReactNode, useEffect, useId } from 'react';
import { IconButton } from './button.tsx';

/** Open ones, the last on top: one that asks for a code may stand over another, which Esc must not close then. */
const open: string[] = [];

/** A text longer than the window is scrolled by keys: with nothing in it to go to, it is gone to itself. */
const reachText = (body: HTMLElement | null): void => {
  if (body?.querySelector('a, button, input, select, textarea, [tabindex]') === null) body.tabIndex = 0;
};

/**
 * A dialog over the page: title, body, buttons at its foot. Esc and the cross close it, unless `isHeld`; a press
 * beside it does not, as what was typed in it would be lost. Whoever opened it has the
 * focus again afterwards.
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
  /** Cannot be closed but by its buttons. */
  isHeld?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** What has the focus once it is open; without it its cross has. */
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
        <BaseDialog.Backdrop className="veil" />
        <BaseDialog.Viewport className="scrim">
          <BaseDialog.Popup role={role} className={cx('dlg', isWide && 'w')} {...(initialFocus && { initialFocus })}>
            <header>
              <div className="stack g4">
                <BaseDialog.Title>{title}</BaseDialog.Title>
                {text !== undefined && <BaseDialog.Description className="soft">{text}</BaseDialog.Description>}
              </div>
              {!isHeld && <IconButton label="Cerrar" icon="x" onClick={onClose} />}
            </header>
            {children !== undefined && (
              <div className="body" ref={reachText}>
                {children}
              </div>
            )}
            {footer !== undefined && <footer className="wrapx">{footer}</footer>}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
