import { approveRefund, createRefund, rejectRefund } from '@ceiba/contract/desk/refunds';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import type { Author } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { otherStores } from '../platform/http/places.ts';
import type { Refusal, RequestContext, Route, StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { seenRefund } from './desk-refund-view.ts';
import type {
  ApprovalRefusal,
  DeskRefundResult,
  OrderRefundInput,
  OrderRefundRefusal,
  OtherStores,
} from './refund-at-desk.ts';

type CreateRefusal = Refusal<
  | 'ORDER_NOT_FOUND'
  | 'FORBIDDEN'
  | 'VERSION_CONFLICT'
  | 'REFUND_EXCEEDS_CAPTURED'
  | 'TRANSITION_NOT_ALLOWED'
  | 'VALIDATION_ERROR'
>;

const invalid = (fields: Record<string, string>): CreateRefusal => ({ code: 'VALIDATION_ERROR', metadata: { fields } });

async function toRefusal(tx: Tx, refused: OrderRefundRefusal, orderNumber: string): Promise<CreateRefusal> {
  switch (refused.code) {
    case 'VERSION_CONFLICT': {
      const message = 'Alguien más cambió esta orden, o reembolsó algo de ella. Revisa lo que queda.';
      const of = { entity: 'orders', entityId: orderNumber, current: { version: refused.version } };
      return { ...(await versionConflict(tx, { ...of, conflicts: ['lines'] })), message };
    }
    case 'OTHER_STORES':
      return otherStores(nameOf(refused), 'orders.refund');
    case 'TRANSITION_NOT_ALLOWED':
      return { code: refused.code, metadata: { allowed: ['cancel'] } };
    case 'SHIPMENT_NEEDED':
      return invalid({ [`lines.${refused.index}.shipment`]: 'Elige de qué envío: una parte no se ha entregado.' });
    case 'UNITS_NOT_BOUGHT':
      return invalid({
        lines:
          refused.lines.length === 0
            ? 'Nada que reembolsar.'
            : `No se compraron tantas unidades: ${refused.lines.join(', ')}.`,
      });
    case 'UNSENT_UNDECIDED':
      return invalid({
        unsent: 'Una parte no se ha enviado: elige si ya no se envía o si se envía igual por cortesía.',
      });
    case 'COURTESY_UNEXPLAINED':
      return invalid({ courtesyReason: 'Escribe por qué se envía igual.' });
    case 'UNITS_PACKED': {
      const id = subOrderNumber(orderNumber, refused.shipmentNumber);
      return {
        code: 'TRANSITION_NOT_ALLOWED',
        message: refused.isAtStore
          ? `El envío ${id} ya está en la tienda: márcalo como no recogido, y eso devuelve el dinero.`
          : `El envío ${id} ya está empacado: cancélalo, o regrésalo a preparación y vuelve a intentarlo.`,
        metadata: { allowed: [] },
      };
    }
    case 'NO_GIFT_CARD':
      return invalid({ to: refused.fault });
    default:
      return refused;
  }
}

const nameOf = ({ title }: OtherStores): string => (title === null ? 'La orden' : `«${title}»`);

const toApprovalRefusal = (
  refused: ApprovalRefusal,
): Refusal<'NOT_FOUND' | 'FORBIDDEN' | 'APPROVAL_REQUIRED' | 'TRANSITION_NOT_ALLOWED'> => {
  if (refused.code === 'OTHER_STORES') return otherStores(nameOf(refused), 'refunds.approve');
  if (refused.code === 'TRANSITION_NOT_ALLOWED') {
    const { code, message, allowed } = refused;
    return { code, message, metadata: { allowed } };
  }
  return refused.code === 'APPROVAL_REQUIRED'
    ? { ...refused, message: 'Tú pediste este reembolso: lo decide otra persona.' }
    : refused;
};

interface Editor {
  author: Author;
  staff: StaffCaller;
}
type Shop = MailingShop & Pick<RequestContext, 'policy'>;

/** The use cases behind these calls. The slice of orders provides them (`orders/desk/refund-order.ts`). */
export interface RefundActions {
  refundOrder(
    tx: Tx,
    asked: OrderRefundInput,
    editor: Editor,
    shop: Shop,
  ): Promise<Result<DeskRefundResult, OrderRefundRefusal>>;
  approveRefund(tx: Tx, id: string, editor: Editor, shop: Shop): Promise<Result<DeskRefundResult, ApprovalRefusal>>;
  rejectRefund(
    tx: Tx,
    asked: { id: string; reason: string },
    editor: Editor,
    shop: Shop,
  ): Promise<Result<DeskRefundResult, ApprovalRefusal>>;
}

/** Calls that refund an order at the desk (WORK-17, WORK-18), and that approve or reject a refund (WORK-19). */
export const refundChangeRoutes = (
  { db, config }: { db: Database; config: { publicUrl: string } },
  actions: RefundActions,
): Route[] => {
  const shopOf = ({ policy }: RequestContext) => ({ publicUrl: config.publicUrl, policy });
  const refundNow = async (tx: Tx, id: string, staff: StaffCaller) => {
    const data = await seenRefund(tx, id, staff);
    if (data === undefined) throw new Error('a written refund could not be read');
    return data;
  };
  return [
    changeRoute(createRefund, db, async ({ tx, body, staff, author, context }) => {
      const { orderNumber, lines, ...asked } = body;
      const strange = lines.findIndex(
        ({ shipment }) => shipment !== undefined && readShipmentId(shipment)?.orderNumber !== orderNumber,
      );
      if (strange >= 0) return refuse(invalid({ [`lines.${strange}.shipment`]: 'No es un envío de esta orden.' }));
      const units = lines.map(({ line, quantity, shipment }) => ({
        ...{ position: line, units: quantity },
        ...(shipment !== undefined && { shipmentNumber: readShipmentId(shipment)?.shipmentNumber }),
      }));
      const wanted = { ...asked, orderNumber, lines: units };
      const outcome = await actions.refundOrder(tx, wanted, { author, staff }, shopOf(context));
      if (!outcome.ok) return refuse(await toRefusal(tx, outcome.error, orderNumber));
      const { id, change } = outcome.value;
      return ok({ answer: { status: 201, data: await refundNow(tx, id, staff) }, change });
    }),
    changeRoute(approveRefund, db, async ({ tx, params: { id }, staff, author, context }) => {
      const done = await actions.approveRefund(tx, id, { author, staff }, shopOf(context));
      if (!done.ok) return refuse(toApprovalRefusal(done.error));
      return ok({ answer: { status: 200, data: await refundNow(tx, id, staff) }, change: done.value.change });
    }),
    changeRoute(rejectRefund, db, async ({ tx, params: { id }, body: { reason }, staff, author, context }) => {
      const done = await actions.rejectRefund(tx, { id, reason }, { author, staff }, shopOf(context));
      if (!done.ok) return refuse(toApprovalRefusal(done.error));
      return ok({ answer: { status: 200, data: await refundNow(tx, id, staff) }, change: done.value.change });
    }),
  ];
};
