import { Toast } from '@base-ui/react/toast';
import { DeskIcon } from '@ceiba/ui/desk-icon';

const manager = Toast.createToastManager();

/** ms that a change can be undone (OFF-22), and that words are shown. */
const undoMs = 10_000;
const wordsMs = 5_000;

/** Says what was done, at the lower edge. `undo`: the opposite call, offered for ten seconds. */
export const showToast = (words: string, undo?: () => void): void => {
  const id = manager.add({
    title: words,
    timeout: undo ? undoMs : wordsMs,
    ...(undo && {
      actionProps: {
        children: 'Deshacer',
        onClick: () => {
          manager.close(id);
          undo();
        },
      },
    }),
  });
};

/** Says what could not be done: it stays until it is closed, as nobody may be looking. */
export const showFailure = (words: string): void => {
  manager.add({ title: words, type: 'error', timeout: 0 });
};

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const isFailure = toast.type === 'error';
    return (
      <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection="down">
        <DeskIcon name={isFailure ? 'circle-alert' : 'circle-check'} />
        <Toast.Title render={<p />} />
        <Toast.Action />
        <Toast.Close
          aria-label="Cerrar aviso"
          // What goes by itself has its button for keys alone.
          {...(isFailure ? { 'aria-hidden': false } : { className: 'sr-focus' })}
        >
          <DeskIcon name="x" />
        </Toast.Close>
      </Toast.Root>
    );
  });
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label="Avisos">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
