import { cx } from '@ceiba/ui/class-names';
import { type ReactNode, type Ref, useId } from 'react';

/**
 * A button that takes one file, or several if `isMultiple`. The same file may be chosen again. `accept`: content types, separated by
 * commas. `isFromCamera`: a phone opens its camera. `hint`: the id of a text that describes the button. `children`: the button's words.
 */
export function FileButton({
  accept,
  onFile,
  isSending = false,
  isMultiple = false,
  isFromCamera = false,
  isSmall = false,
  inputRef,
  hint,
  children,
}: {
  accept: string;
  onFile: (file: File, ...others: File[]) => void;
  isSending?: boolean;
  isMultiple?: boolean;
  isFromCamera?: boolean;
  isSmall?: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
  hint?: string;
  children: ReactNode;
}) {
  const input = useId();
  return (
    <>
      <input
        id={input}
        ref={inputRef}
        type="file"
        accept={accept}
        multiple={isMultiple}
        capture={isFromCamera ? 'environment' : undefined}
        className="peer sr-only"
        aria-describedby={hint}
        disabled={isSending}
        onChange={({ target }) => {
          const [file, ...others] = target.files ?? [];
          if (file !== undefined) onFile(file, ...others);
          target.value = '';
        }}
      />
      <label
        htmlFor={input}
        className={cx(
          'button peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          isSmall && 'button-small',
        )}
      >
        {children}
      </label>
    </>
  );
}
