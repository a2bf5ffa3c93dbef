import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../platform/dialog.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { closeFailures, closeToasts, showFailure, showToast } from '../platform/toasts.tsx';
import { asks, type DeskAction, onceOptions } from './desk-action.ts';
import { DialogButtons } from './form-dialog.tsx';
import { repeatable, useChange, useReread } from './use-change.ts';

/** Undoes an action. Shows the refusal if the server refuses, for example because the entity has changed since (OFF-22). */
const undo = async (action: DeskAction): Promise<void> => {
  const undone = await action.undo?.(onceOptions());
  if (undone?.ok) showToast('Deshecho');
  else if (undone) showFailure(`No se pudo deshacer. ${refusalText(undone.error)}`);
};

const sayDone = (action: DeskAction): void => {
  closeFailures();
  if (action.done !== undefined) showToast(action.done, action.undo && (() => void undo(action)));
};

const keyOf = ({ verb, label }: DeskAction): string => `${verb} ${label}`;

/**
 * Starts actions. The caller renders `dialog`: the dialog of the started action, if it has one. `actions`: the actions that the page offers now, so
 * that an open dialog uses the page as last read.
 */
export const useAction = (
  actions?: readonly DeskAction[],
): {
  start: (action: DeskAction) => void;
  running: string | undefined;
  dialog: ReactNode;
} => {
  const [asking, setAsking] = useState<DeskAction>();
  const [running, setRunning] = useState<string>();
  const reread = useReread();
  /** Changes whose answer got lost, by action. A change is removed once the page no longer offers its action: then the change has succeeded. */
  const unansweredChanges = useRef(new Map<string, ReturnType<typeof repeatable>>());
  useEffect(() => {
    for (const key of unansweredChanges.current.keys())
      if (actions?.every((each) => keyOf(each) !== key)) unansweredChanges.current.delete(key);
  }, [actions]);
  // If the page no longer offers the same verb with the same label, the dialog keeps the action that opened it.
  const current = actions?.find(({ verb, label }) => verb === asking?.verb && label === asking.label) ?? asking;
  const close = (): void => setAsking(undefined);
  const runAtOnce = async (action: DeskAction): Promise<void> => {
    if (running !== undefined || action.run === undefined) return;
    setRunning(action.verb);
    const key = keyOf(action);
    const change = unansweredChanges.current.get(key) ?? repeatable();
    const result = await change.send(action.run);
    if (!result.ok) await reread(result.error);
    // `reread` has read the page again after a reused key. So the next press is a new change, from the new state.
    if (result.ok || result.error.code === 'IDEMPOTENCY_KEY_REUSED') unansweredChanges.current.delete(key);
    else unansweredChanges.current.set(key, change);
    setRunning(undefined);
    if (result.ok) sayDone(action);
    else {
      closeToasts();
      showFailure(`${action.label}: ${refusalText(result.error)}`);
    }
  };
  return {
    start: (action) => (asks(action) ? setAsking(action) : void runAtOnce(action)),
    running,
    dialog: asking && current && (current.dialog?.(close) ?? <ConfirmDialog action={current} onClose={close} />),
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
