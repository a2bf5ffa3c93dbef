import type { ReactNode } from 'react';
import { Note } from '../platform/notes.tsx';

/** A form in a page. `said`: the text of a refusal that no field shows. `isOff`: true if the form cannot be sent yet. */
export const PageForm = ({
  said,
  isSending = false,
  isOff = false,
  onChange,
  onSubmit,
  children,
}: {
  said?: string | undefined;
  isSending?: boolean;
  isOff?: boolean;
  onChange?: () => void;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}) => (
  <form
    noValidate
    className="stack"
    onChange={onChange}
    onSubmit={(event) => {
      event.preventDefault();
      if (!isSending && !isOff) void onSubmit();
    }}
  >
    {said !== undefined && <Note kind="error">{said}</Note>}
    {children}
  </form>
);
