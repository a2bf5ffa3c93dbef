import { cx } from '@ceiba/ui/class-names';
import { type ReactNode, useId } from 'react';

/**
 * A button that takes one file. The same file may be chosen again. `accept`: content types, separated by commas. `isFromCamera`: a phone
 * opens its camera. `children`: the button's words.
 */
export function FileButton({
  accept,
  onFile,
  isSending,
  isFromCamera = false,
  isSmall = false,
  children,
}: {
  accept: string;
  onFile: (file: File) => void;
  isSending: boolean;
  isFromCamera?: boolean;
  isSmall?: boolean;
  children: ReactNode;
}) {
  const input = useId();
  return (
    <>
      <input
        id={input}
        type="file"
        accept={accept}
        capture={isFromCamera ? 'environment' : undefined}
        className="peer sr-only"
        disabled={isSending}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
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
