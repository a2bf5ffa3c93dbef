import { copyText } from '@ceiba/client/copy-text';
import { useState } from 'react';
import { Button } from './button.tsx';

/** A button that copies the text beside itand then shows whether this succeeded. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  return (
    <Button size="small" icon={isCopied ? 'check' : 'copy'} onClick={async () => setIsCopied(await copyText(text))}>
      <span aria-live="polite">{isCopied === null ? label : isCopied ? 'Copiado' : 'Cópialo a mano'}</span>
    </Button>
  );
}
