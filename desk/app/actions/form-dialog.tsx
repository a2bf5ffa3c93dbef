import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { TextField } from '../platform/field.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useChange } from './use-change.ts';

/** What closes a dialog, and the button that does what it asks. */
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
  /** It says what it would do, and cannot do it yet. */
  isOff?: boolean;
  button: string;
  /** Of the form it sends; without it, what it does. */
  form?: string;
  onClick?: () => void;
  disabled?: boolean;
}) => (
  <span className="end">
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
  </span>
);

/** The first field whose text is too long; its message stands below it already. */
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
  /** Said before its buttons. */
  foot?: ReactNode;
  /** False: the browser tells what is missing. */
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
      // Whoever opened it types at once.
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
      </form>
    </Dialog>
  );
}

/** The field that asks why, which has to be said. */
export const useReason = (hint?: string): { reason: string; isGiven: () => boolean; field: ReactNode } => {
  const [typed, setTyped] = useState('');
  const [isMissed, setIsMissed] = useState(false);
  const reason = typed.trim();
  return {
    reason,
    isGiven: () => {
      setIsMissed(reason === '');
      return reason !== '';
    },
    field: (
      <TextField
        label="Motivo"
        required
        maxLength={300}
        hint={hint}
        error={isMissed && reason === '' ? 'Escribe el motivo.' : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    ),
  };
};

/** Asks why, and sends a change with it; `children` asks what else it wants to know. */
export function ReasonDialog({
  done,
  send,
  children,
  ...dialog
}: {
  title: string;
  text: ReactNode;
  button: string;
  isDanger?: boolean;
  /** What `children` ask for is not there yet. */
  isOff?: boolean;
  /** Said when it is done. */
  done: string;
  send: (reason: string, options: CallOptions) => Promise<Result<unknown, ApiError>>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { reason, isGiven, field } = useReason();
  const change = useChange();
  const submit = async (): Promise<void> => {
    if (!isGiven()) return;
    const sent = await change.send((options) => send(reason, options));
    if (!sent.ok) return;
    showToast(done);
    dialog.onClose();
  };
  return (
    <FormDialog {...dialog} close="Cerrar" isSending={change.isSending} onSubmit={() => void submit()}>
      {change.error && <Note kind="error">{refusalText(change.error)}</Note>}
      {children}
      {field}
    </FormDialog>
  );
}
