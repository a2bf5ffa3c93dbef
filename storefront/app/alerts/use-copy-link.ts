import { copyText } from '@ceiba/client/copy-text';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { showToast } from './notices.ts';

interface CopyLink {
  copy: (link: string) => Promise<void>;
  /** The field that shows the link. */
  field: RefObject<HTMLInputElement | null>;
  /** Says that the link could not be copied and is selected; empty otherwise. */
  byHand: string;
}

/** Copies a link and says so. Where that fails, the link is selected in its field for copying by hand. */
export function useCopyLink(): CopyLink {
  const field = useRef<HTMLInputElement>(null);
  // A new object for each failure, so that another press selects the link again.
  const [failure, setFailure] = useState<object | null>(null);
  // After the rendering, which may be the first one with the field.
  useEffect(() => {
    if (failure === null) return;
    field.current?.focus();
    field.current?.select();
  }, [failure]);
  const copy = async (link: string): Promise<void> => {
    const isCopied = await copyText(link);
    setFailure(isCopied ? null : {});
    if (isCopied) showToast('Enlace copiado');
  };
  return { copy, field, byHand: failure === null ? '' : 'No pudimos copiar el enlace. Está seleccionado: cópialo tú.' };
}
