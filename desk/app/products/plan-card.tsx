import { planFields, planStates } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { longMomentText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

interface Plans {
  product: DeskProduct;
  keep: (product: DeskProduct) => void;
}

/** "Planear fecha": plans the moment at which the product goes on sale or off sale (PROD-01). */
export const planAction = ({ product, keep }: Plans): DeskAction => ({
  verb: 'plan',
  label: 'Planear fecha',
  icon: 'calendar-clock',
  permission: 'catalog.publish',
  dialog: (close) => <PlanDialog product={product} keep={keep} onClose={close} />,
});

/** Names the faults that would keep the product from sale at its planned moment. */
const missingText = ({ faults }: DeskProduct): string => {
  const missing = faults.filter(({ isBlocking }) => isBlocking).map(({ text }) => text);
  if (missing.length === 0) return 'Puedes cancelarlo hasta que ocurra.';
  return `${missing.join(' ')} Si en ese momento le falta algo, no se publica y te avisamos.`;
};

function PlanDialog({ product, keep, onClose }: Plans & { onClose: () => void }) {
  const { sku, state } = product;
  return (
    <FieldDialog
      title="Planear fecha"
      text={missingText(product)}
      button="Planear"
      fields={{ ...planFields, state: { ...planFields.state, value: state === 'published' ? 'draft' : 'published' } }}
      send={(body, options) => call('planProduct', { params: { sku }, body }, options)}
      done="Fecha planeada"
      onDone={({ data }) => keep(data)}
      onClose={onClose}
    />
  );
}

/** "Fechas planeadas": the product's plans, each with a button that cancels it. */
export function PlansCard({ product, keep }: Plans) {
  if (product.plans.length === 0) return null;
  return (
    <Card title="Fechas planeadas">
      <ul className="stack gap-3">
        {product.plans.map((plan) => (
          <PlanRow key={plan.id} product={product} keep={keep} plan={plan} />
        ))}
      </ul>
    </Card>
  );
}

function PlanRow({ product, keep, plan: { id, state, at, by } }: Plans & { plan: DeskProduct['plans'][number] }) {
  const may = useMay();
  const { send, isSending, error } = useChange();
  const words = `${planStates[state]}: ${longMomentText(at)}`;
  const cancel = async (): Promise<void> => {
    const sent = await send((options) =>
      call('cancelProductPlan', { params: { sku: product.sku }, body: { planId: id } }, options),
    );
    if (!sent.ok) return;
    showToast('Fecha cancelada');
    keep(sent.value.data);
  };
  return (
    <li className="stack gap-1">
      <span className="flex items-start gap-2">
        <DeskIcon name="calendar-clock" className="mt-0.5 text-ink-muted" />
        <span className="min-w-0 flex-1">
          {words}
          <small className="block text-xs text-ink-muted">{by}</small>
        </span>
        {may('catalog.publish') && (
          <Button size="small" loading={isSending} aria-label={`Cancelar «${words}»`} onClick={() => void cancel()}>
            Cancelar
          </Button>
        )}
      </span>
      {error !== undefined && <Note kind="error">{refusalText(error)}</Note>}
    </li>
  );
}
