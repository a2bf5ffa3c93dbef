import { failureWords } from '@ceiba/client/failure-words';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';

/** The reason why a call of a drawer failed, with a button that repeats the call. `title` names the failed call. */
export function CallFailed({ error, title: own, onRetry }: { error: Error; title: string; onRetry: () => void }) {
  const { title, message } = failureWords(error, { title: own, message: 'Vuelve a intentarlo en un momento.' });
  return (
    <AlertBox type="Error" role="alert" title={title}>
      <p>{message}</p>
      <Button variant="outline" size="sm" className="mt-2.5" onClick={onRetry}>
        Reintentar
      </Button>
    </AlertBox>
  );
}
