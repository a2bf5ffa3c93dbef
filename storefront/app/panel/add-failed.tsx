import { addFailureTexts } from '@ceiba/domain/catalog/add-button';
import { emptyCartTexts } from '@ceiba/domain/content/fallback-texts';
import { Button } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { closeAddPanel } from '../carts/cart-store.ts';

/** PANEL-04; `reason` as the alert tells it too. */
export function AddFailed({ reason }: { reason: string }) {
  return (
    <div role="alert" className="panel">
      <EmptyState
        heading="h3"
        title={addFailureTexts.panelTitle}
        text={addFailureTexts.panelMessage}
        art="/art/carrito-vacio.svg"
        action={
          <div className="grid justify-items-center gap-4">
            {reason !== '' && <p className="max-w-[38ch] text-sm text-ink-muted">{reason}</p>}
            <Button variant="outline" onClick={closeAddPanel}>
              {emptyCartTexts.link}
            </Button>
          </div>
        }
      />
    </div>
  );
}
