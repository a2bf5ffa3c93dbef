import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/**
 * Reports that a page could not load something, also to screen readers, with a button to try again. `text` is null if
 * the title is enough.
 */
export function LoadFailure({
  title,
  text = 'Vuelve a intentarlo en un momento.',
  heading = 'h2',
  onRetry,
}: {
  title: string;
  text?: string | null;
  heading?: 'h1' | 'h2' | 'h3';
  onRetry: () => void;
}) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        {...(text !== null && { text })}
        art="/art/fallo.svg"
        heading={heading}
        action={
          <Button variant="outline" onClick={onRetry}>
            Reintentar
          </Button>
        }
      />
    </div>
  );
}
