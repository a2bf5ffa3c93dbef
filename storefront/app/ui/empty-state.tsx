import type { ReactNode } from 'react';

/** Small drawing, one sentence, one way out. `heading` is the level that fits the page. */
export function EmptyState({
  title,
  text,
  action,
  art = '/art/no-encontrada.svg',
  heading: Heading = 'h2',
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  art?: string;
  heading?: 'h1' | 'h2' | 'h3';
}) {
  return (
    <div className="grid content-center justify-items-center gap-2.5 px-5 py-10 text-center">
      <img src={art} alt="" width={168} height={132} className="mb-1" />
      <Heading className="text-xl">{title}</Heading>
      {text !== undefined && <p className="max-w-[38ch] text-ink-soft">{text}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
