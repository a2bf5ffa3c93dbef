import { type ReactNode, type Ref, useId } from 'react';

/**
 * A small drawing, one sentence, one link or button. `heading` is the level that fits the page. With `headingRef` the heading can take the focus, and
 * is read together with the sentence.
 */
export function EmptyState({
  title,
  text,
  action,
  art = '/art/no-encontrada.svg',
  heading: Heading = 'h2',
  headingRef,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  art?: string;
  heading?: 'h1' | 'h2' | 'h3';
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  const textId = useId();
  return (
    <div className="grid content-center justify-items-center gap-2.5 px-5 py-10 text-center">
      <img src={art} alt="" width={168} height={132} className="mb-1" />
      <Heading
        className="text-xl outline-none"
        {...(headingRef === undefined ? {} : { ref: headingRef, tabIndex: -1, 'aria-describedby': textId })}
      >
        {title}
      </Heading>
      {text !== undefined && (
        <p id={textId} className="max-w-[38ch] text-ink-soft">
          {text}
        </p>
      )}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
