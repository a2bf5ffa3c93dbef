import { Toast } from '@base-ui/react/toast';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';

const manager = Toast.createToastManager();

/** ms for which a notice shows: with a button that undoes the change, and without one (OFF-22). */
const undoMs = 10_000;
const wordsMs = 5_000;

/** The IDs of notices that a later answer may contradict. Includes notices that closed by themselves. */
const shown = { done: new Set<string>(), failed: new Set<string>() };

const closeAll = (ids: Set<string>): void => {
  for (const id of ids) manager.close(id);
  ids.clear();
};

/** Closes the notices of earlier successes: a refusal must not show next to "Guardado". */
export const closeToasts = (): void => closeAll(shown.done);

/** Closes the notices of earlier failures, after a change has succeeded. */
export const closeFailures = (): void => closeAll(shown.failed);

/** Shows a notice of success at the lower edge. `undo`: offered for ten seconds. Returns a function that closes the notice. */
export const showToast = (words: string, undo?: () => void): (() => void) => {
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
  shown.done.add(id);
  return () => manager.close(id);
};

/** Shows a notice of failure until a person closes it, because nobody may be looking now. */
export const showFailure = (words: string): void => {
  shown.failed.add(manager.add({ title: words, type: 'error', timeout: 0 }));
};

const buttonLook =
  'min-h-8 flex-none px-2.5 font-semibold text-quetzal-200 underline underline-offset-3 max-lg:min-h-11 max-lg:min-w-11';

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const isFailure = toast.type === 'error';
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className="flex min-h-11 items-center gap-3 rounded-sm bg-quetzal-950 py-1.5 pr-2 pl-4 text-white shadow-lg"
        swipeDirection="down"
      >
        <DeskIcon name={isFailure ? 'circle-alert' : 'circle-check'} />
        <Toast.Title render={<p />} />
        <Toast.Action className={buttonLook} />
        <Toast.Close
          aria-label="Cerrar aviso"
          // A notice that closes by itself shows its closing button only on keyboard focus.
          className={cx(buttonLook, !isFailure && 'not-focus-visible:sr-only')}
          {...(isFailure && { 'aria-hidden': false })}
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
        <Toast.Viewport
          className="fixed bottom-(--desk-toasts) left-1/2 z-(--z-toast) grid w-max max-w-[calc(100vw-32px)] -translate-x-1/2 justify-items-center gap-2"
          aria-label="Avisos"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
