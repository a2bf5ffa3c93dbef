import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';
import { RequiredNote } from '../platform/field.tsx';

/** The two buttons of a dialog: one closes the dialog, the other runs its action. */
export const DialogButtons = ({
  close = 'Cancelar',
  onClose,
  isDanger = false,
  isSending,
  isOff,
  button,
  ...of
}: {
  close?: string;
  onClose: () => void;
  isDanger?: boolean;
  isSending: boolean;
  /** True if the action cannot run yet. The button stays visible. */
  isOff?: boolean;
  button: string;
  /** ID of the form to submit. Without it, `onClick` runs. */
  form?: string;
  onClick?: () => void;
  disabled?: boolean;
}) => (
  <DialogEnd>
    <Button onClick={onClose}>{close}</Button>
    <Button
      {...(of.form !== undefined && { type: 'submit' })}
      {...of}
      look={isDanger ? 'dangerFilled' : 'primary'}
      loading={isSending}
      aria-disabled={isOff || undefined}
    >
      {button}
    </Button>
  </DialogEnd>
);

/** The first field whose text is too long. Its message already shows below it. */
const tooLongField = (form: HTMLFormElement): HTMLElement | undefined =>
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].find(
    ({ validity }) => validity.customError,
  );

/** A form in a dialog. */
export function FormDialog({
  title,
  text,
  isWide = false,
  role = 'dialog',
  foot,
  noValidate = true,
  onSubmit,
  onClose,
  children,
  ...buttons
}: Omit<Parameters<typeof DialogButtons>[0], 'form' | 'onClick'> & {
  title: string;
  text?: ReactNode;
  isWide?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Shown before the buttons. */
  foot?: ReactNode;
  /** False: the browser reports missing values. */
  noValidate?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const body = useRef<HTMLFormElement>(null);
  return (
    <Dialog
      title={title}
      text={text}
      isWide={isWide}
      role={role}
      onClose={onClose}
      // The first field has the focus, so that the person can type immediately.
      initialFocus={() => body.current?.querySelector<HTMLElement>('input, select, textarea') ?? null}
      footer={
        <>
          {foot}
          <DialogButtons {...buttons} form={id} onClose={onClose} />
        </>
      }
    >
      <form
        ref={body}
        id={id}
        className="stack"
        noValidate={noValidate}
        onSubmit={(event) => {
          event.preventDefault();
          const tooLong = tooLongField(event.currentTarget);
          if (tooLong) tooLong.focus();
          else if (!buttons.isSending && !buttons.isOff) onSubmit();
        }}
      >
        {children}
        <RequiredNote />
      </form>
    </Dialog>
  );
}
