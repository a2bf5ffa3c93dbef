import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { IconButton } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { isTyping, isUnderDialog } from '../platform/shortcuts.ts';
import { playTone } from './tones.ts';

const Camera = lazy(() => import('./camera.tsx').then(({ Camera }) => ({ default: Camera })));

/** The page's own verdict on a code, without a call. */
export interface ScanVerdict {
  isRight: boolean;
  title: string;
  text?: ReactNode;
  /** An action for a wrong code. */
  action?: ReactNode;
}

const looks = {
  ready: ['', 'a-info', 'info'],
  right: ['ok2', 'a-ok', 'circle-check'],
  wrong: ['err', 'a-err', 'circle-x'],
  offline: ['offl', 'a-warn', 'wifi-off'],
} as const satisfies Record<string, readonly [string, string, DeskIconName]>;

/**
 * Reads codes all day: typed, by a scanner that types, or by the camera. It has the focus and takes it back after each reading and each press
 * beside it. `onCode` says at once whether the code is right; a tone, a colour and words say so too. `verdict`: what came later from elsewhere.
 */
export function ScanField({
  label = 'Escanea o escribe el código',
  ready = { title: 'Listo', text: 'El foco vuelve aquí después de cada lectura.' },
  onCode,
  onNothing,
  verdict: told,
  waiting = 0,
  isOffline = false,
}: {
  label?: string;
  ready?: { title: string; text: ReactNode };
  onCode: (code: string) => ScanVerdict;
  /** Enter without a code: the next step of who never leaves the keyboard. */
  onNothing?: (() => void) | undefined;
  verdict?: ScanVerdict | undefined;
  /** Readings that are not sent yet. */
  waiting?: number;
  isOffline?: boolean;
}) {
  const [text, setText] = useState('');
  const [own, setOwn] = useState<ScanVerdict>();
  const [isFilming, setIsFilming] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const verdict = told ?? own;
  useAlwaysFocused(input);
  useEffect(() => {
    if (!told) return;
    playTone(told.isRight ? 'right' : 'wrong');
    // The later answer takes the place of the first words, also once the page drops that answer.
    setOwn(undefined);
  }, [told]);
  const take = (code: string): void => {
    if (code === '') return;
    const judged = onCode(code);
    setOwn(judged);
    playTone(judged.isRight ? 'right' : 'wrong');
    setText(judged.isRight ? '' : code);
    // A wrong one stays to be read, and the next reading takes its place.
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
    <div className={cx('scan', look)}>
      <form className="scanf" onSubmit={submit}>
        <DeskIcon name="scan-barcode" size="lg" />
        <input
          ref={input}
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
          className="cam"
          aria-expanded={isFilming}
          onClick={() => setIsFilming(!isFilming)}
        />
      </form>
      {isFilming && (
        <Suspense fallback={<p className="muted">Abriendo la cámara…</p>}>
          <Camera onCode={take} onClose={() => setIsFilming(false)} />
        </Suspense>
      )}
      <div className={cx('msg', box)} role="status">
        <DeskIcon name={icon} size="lg" />
        <div>
          <b>{words.title}</b>
          {words.text}
        </div>
        {state === 'wrong' && verdict?.action}
      </div>
    </div>
  );
}

/**
 * The press of a mouse. After a touch the focus stays, since a phone would open its keyboard. After a press by keys it stays, since the person
 * goes on from there.
 */
const isMousePress = (event: MouseEvent): boolean =>
  event.detail > 0 && !(event instanceof PointerEvent && event.pointerType === 'touch');

/** A link that opens a tab of its own, as a label: the page stays as it was. */
const opensTab = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[target="_blank"]') !== null;

/** Elements that need the focus after a press: fields, and buttons that open something. */
const keepsFocus = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, label, [aria-haspopup]') !== null;

/**
 * The field has the focus whenever nothing else wants it: after presses beside it, when a dialog is closed, when the button that had it is gone
 * or its press was answered. Characters that a scanner types on the page itself go into the field as well.
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
    // A closed dialog gives the focus to the button that opened it, and an answered button keeps it: the field takes it from both.
    let wasCovered = false;
    const isAnswered = ({ type, target }: MutationRecord): boolean =>
      type === 'attributes' && target === document.activeElement && !document.activeElement.hasAttribute('aria-busy');
    const watch = new MutationObserver((records) => {
      const isNowCovered = isCovered();
      if (!isNowCovered && (wasCovered || isFree() || records.some(isAnswered))) requestAnimationFrame(focus);
      wasCovered = isNowCovered;
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
    // A scanner types where the focus is: on a button its characters would be lost, or shortcuts of the page.
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
