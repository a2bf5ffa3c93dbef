import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { TextField } from '../platform/field.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useOnce } from './use-once.ts';

/** Asks why, and sends a change with it; `children` asks what else it wants to know. */
export function ReasonDialog({
  title,
  text,
  button,
  isDanger = false,
  done,
  send,
  onClose,
  children,
}: {
  title: string;
  text: ReactNode;
  button: string;
  isDanger?: boolean;
  /** Said when it is done. */
  done: string;
  send: (reason: string, options: CallOptions) => Promise<Result<unknown, ApiError>>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isMissed, setIsMissed] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [isSending, setIsSending] = useState(false);
  const once = useOnce();
  const submit = async (): Promise<void> => {
    setIsMissed(reason.trim() === '');
    if (isSending || reason.trim() === '') return;
    setIsSending(true);
    const sent = await once((options) => send(reason.trim(), options));
    setIsSending(false);
    if (sent.ok) {
      showToast(done);
      onClose();
      return;
    }
    setError(sent.error);
  };
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      footer={
        <span className="end">
          <Button onClick={onClose}>Cerrar</Button>
          <Button type="submit" form={formId} look={isDanger ? 'dangerFilled' : 'primary'} loading={isSending}>
            {button}
          </Button>
        </span>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error && <Note kind="error">{refusalText(error)}</Note>}
        {children}
        <TextField
          label="Motivo"
          required
          maxLength={300}
          error={isMissed && reason.trim() === '' ? 'Escribe el motivo.' : undefined}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}
