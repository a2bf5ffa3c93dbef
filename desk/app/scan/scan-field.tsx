import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { IconButton } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { isTyping, isUnderDialog } from '../platform/shortcuts.ts';
import { playTone } from './tones.ts';

const Camera = lazy(() => import('./camera.tsx').then(({ Camera }) => ({ default: Camera })));

/** The verdict of the page on a code, without a call. */
export interface ScanVerdict {
  isRight: boolean;
  title: string;
  text?: ReactNode;
  /** An action for a wrong code. */
  action?: ReactNode;
}

const looks = {
  ready: ['inset-ring-2 inset-ring-primary', 'bg-info-soft text-on-info-soft', 'info'],
  right: ['inset-ring-[2.5px] inset-ring-success', 'bg-success-soft text-on-success-soft', 'circle-check'],
  wrong: ['inset-ring-[2.5px] inset-ring-danger', 'bg-danger-soft text-on-danger-soft', 'circle-x'],
  offline: ['inset-ring-2 inset-ring-warning', 'bg-warning-soft text-on-warning-soft', 'wifi-off'],
} as const satisfies Record<string, readonly [string, string, DeskIconName]>;

/**
 * A field for continuous scanning: typed codes, a keyboard scanner, or the camera. The field has the focus, and gets
 * the focus back after each scan and each press elsewhere. `onCode` returns immediately whether the code is right,
 * shown by a tone, a colour and a text. `verdict`: a later answer from other code.
 */
export function ScanField({
  label = 'Escanea o escribe el código',
  ready = { title: 'Listo', text: 'El foco vuelve aquí después de cada lectura.' },
  onCode,
  onNothing,
  verdict: givenVerdict,
  waiting = 0,
  isOffline = false,
}: {
  label?: string;
  ready?: { title: string; text: ReactNode };
  onCode: (code: string) => ScanVerdict;
  /** Called for Enter without a code: the next step for keyboard users. */
  onNothing?: (() => void) | undefined;
  verdict?: ScanVerdict | undefined;
  /** Number of scans that are not sent yet. */
  waiting?: number;
  isOffline?: boolean;
}) {
  const [text, setText] = useState('');
  const [own, setOwn] = useState<ScanVerdict>();
  const [isFilming, setIsFilming] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const verdict = givenVerdict ?? own;
  useAlwaysFocused(input);
  useEffect(() => {
    if (!givenVerdict) return;
    playTone(givenVerdict.isRight ? 'right' : 'wrong');
    // The later answer replaces the first text, even after the page has dropped that answer.
    setOwn(undefined);
  }, [givenVerdict]);
  const take = (code: string): void => {
    if (code === '') return;
    const judged = onCode(code);
    setOwn(judged);
    playTone(judged.isRight ? 'right' : 'wrong');
    setText(judged.isRight ? '' : code);
    // A wrong code stays readable and selected, so that the next scan replaces it.
    if (!judged.isRight) queueMicrotask(() => input.current?.select());
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') onNothing?.();
    else take(text.trim());
  };
  const state = verdict?.isRight === false ? 'wrong' : isOffline ? 'offline' : verdict ? 'right' : 'ready';
  const [look, box, icon] = looks[state];
  const words =
    state === 'offline'
      ? {
          title: `Sin conexión: ${countedText(waiting, 'lectura guardada', 'lecturas guardadas')}`,
          text: 'Sigue leyendo. Se envían una sola vez al volver.',
        }
      : (verdict ?? ready);
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <form
        className={cx(
          'flex h-16 items-center gap-3 rounded-md bg-surface pr-2 pl-[18px] max-lg:h-14 max-lg:pl-3.5',
          look,
        )}
        onSubmit={submit}
      >
        <DeskIcon name="scan-barcode" size="lg" />
        <input
          ref={input}
          className="h-full min-w-0 flex-1 border-0 bg-transparent text-[length:var(--text-xl)] font-semibold tabular-nums outline-none placeholder:text-[length:var(--text-base)] placeholder:font-regular placeholder:text-ink-muted placeholder:opacity-100"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <IconButton
          label={isFilming ? 'Cerrar la cámara' : 'Leer con la cámara'}
          icon={isFilming ? 'x' : 'camera'}
          className="size-12 bg-primary-soft text-on-primary-soft max-lg:size-11"
          aria-expanded={isFilming}
          onClick={() => setIsFilming(!isFilming)}
        />
      </form>
      {isFilming && (
        <Suspense fallback={<p className="text-ink-muted">Abriendo la cámara…</p>}>
          <Camera onCode={take} onClose={() => setIsFilming(false)} />
        </Suspense>
      )}
      <div
        className={cx(
          'flex min-h-14 items-center gap-3 rounded-sm px-4 py-3 max-lg:flex-wrap max-lg:px-3.5 max-lg:py-2.5 max-lg:text-sm',
          box,
        )}
        role="status"
      >
        <DeskIcon name={icon} size="lg" />
        <div className="max-lg:min-w-0 max-lg:flex-1 max-lg:wrap-anywhere">
          <b className="block text-[length:var(--text-base)] font-semibold">{words.title}</b>
          {words.text}
        </div>
        {state === 'wrong' && verdict?.action && <span className="ml-auto">{verdict.action}</span>}
      </div>
    </div>
  );
}

/**
 * Returns whether a mouse pressed. After a touch the focus stays, because a phone would open its keyboard. After a
 * keyboard press the focus also stays, because the person continues from there.
 */
const isMousePress = (event: MouseEvent): boolean =>
  event.detail > 0 && !(event instanceof PointerEvent && event.pointerType === 'touch');

/** A link that opens a new tab, such as a label: the page stays unchanged. */
const opensTab = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[target="_blank"]') !== null;

/** Elements that need the focus after a press: fields, and buttons that open something. */
const keepsFocus = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, label, [aria-haspopup]') !== null;

/**
 * Focuses the field whenever no other element needs the focus. That is after presses elsewhere, when a dialog closes, and when the focused button
 * disappears or its press was answered. Characters that a scanner types on the page go into the field too.
 */
const useAlwaysFocused = (input: { current: HTMLInputElement | null }): void => {
  useEffect(() => {
    const focus = (): void => input.current?.focus({ preventScroll: true });
    const isCovered = (): boolean => isUnderDialog(input.current);
    focus();
    const isFree = ({ activeElement } = document): boolean =>
      activeElement === null || activeElement === document.body || activeElement.tagName === 'MAIN';
    const takeBack = (event: MouseEvent): void => {
      if (isCovered()) return;
      if (isFree() || opensTab(event.target) || (isMousePress(event) && !keepsFocus(event.target))) focus();
    };
    // A closed dialog returns the focus to its button, and an answered button keeps it. The field takes it from both.
    let wasCovered = false;
    const isAnswered = ({ type, target }: MutationRecord): boolean =>
      type === 'attributes' && target === document.activeElement && !document.activeElement.hasAttribute('aria-busy');
    const watch = new MutationObserver((records) => {
      const isNowCovered = isCovered();
      if (!isNowCovered && (wasCovered || isFree() || records.some(isAnswered))) requestAnimationFrame(focus);
      wasCovered = isNowCovered;
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
    // A scanner types at the focus: on a button its characters would be lost, or act as shortcuts of the page.
    const takeCharacter = (event: KeyboardEvent): void => {
      const isCharacter =
        event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isCharacter || isTyping(event.target) || isCovered()) return;
      event.stopPropagation();
      focus();
    };
    document.addEventListener('keydown', takeCharacter, { capture: true });
    document.addEventListener('click', takeBack);
    return () => {
      document.removeEventListener('keydown', takeCharacter, { capture: true });
      watch.disconnect();
      document.removeEventListener('click', takeBack);
    };
  }, [input]);
};
