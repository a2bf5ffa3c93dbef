import type { ReactNode } from 'react';
import { useState } from 'react';
import { Dialog } from '../platform/dialog.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { asks, type DeskAction, onceOptions } from './desk-action.ts';
import { DialogButtons } from './form-dialog.tsx';
import { useChange, useReread } from './use-change.ts';

/** Takes back what was done; says when that is refused, as somebody may have changed it since (OFF-22). */
const undo = async (action: DeskAction): Promise<void> => {
  const undone = await action.undo?.(onceOptions());
  if (undone?.ok) showToast('Deshecho');
  else if (undone) showFailure(`No se pudo deshacer. ${refusalText(undone.error)}`);
};

const sayDone = (action: DeskAction): void => {
  if (action.done !== undefined) showToast(action.done, action.undo && (() => void undo(action)));
};

/**
 * Starts actions. `dialog` is drawn by whoever asks: what a started action wants to know. `actions`: as the page offers them now, so that a
 * dialog that is open is of the page as it was read last.
 */
export const useAction = (
  actions: readonly DeskAction[] = [],
): {
  start: (action: DeskAction) => void;
  running: string | undefined;
  dialog: ReactNode;
} => {
  const [asking, setAsking] = useState<DeskAction>();
  const [running, setRunning] = useState<string>();
  const reread = useReread();
  // The same verb may mean another step by now: then the dialog stays what it was.
  const asked = actions.find(({ verb, label }) => verb === asking?.verb && label === asking.label) ?? asking;
  const close = (): void => setAsking(undefined);
  const runAtOnce = async (action: DeskAction): Promise<void> => {
    if (running !== undefined || action.run === undefined) return;
    setRunning(action.verb);
    const result = await action.run(onceOptions());
    if (!result.ok) await reread(result.error);
    setRunning(undefined);
    if (result.ok) sayDone(action);
    else showFailure(`${action.label}: ${refusalText(result.error)}`);
  };
  return {
    start: (action) => (asks(action) ? setAsking(action) : void runAtOnce(action)),
    running,
    dialog: asking && asked && (asked.dialog?.(close) ?? <ConfirmDialog action={asked} onClose={close} />),
  };
};

function ConfirmDialog({ action, onClose }: { action: DeskAction; onClose: () => void }) {
  const { error, isSending, send } = useChange();
  const confirm = async (): Promise<void> => {
    const result = await (action.run && send(action.run));
    if (result?.ok === false) return;
    onClose();
    sayDone(action);
  };
  return (
    <Dialog
      role="alertdialog"
      title={action.confirm?.title ?? action.label}
      text={action.confirm?.text}
      onClose={onClose}
      footer={
        <DialogButtons
          onClose={onClose}
          isDanger={action.isDanger ?? false}
          isSending={isSending}
          onClick={() => void confirm()}
          button={action.confirm?.button ?? action.label}
        />
      }
    >
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </Dialog>
  );
}
