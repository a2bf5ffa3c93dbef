import {
  printAdvisor,
  printClosing,
  printLabels,
  printManifest,
  printPickLabels,
  printPickList,
  printReceipt,
  printSlip,
} from '@ceiba/contract/desk/papers';
import { ok, refuse } from '@ceiba/domain/result';
import { findEntryPage } from '../advisors/advisors.store.ts';
import type { Database } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import { type RequestContext, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { findPick } from '../shipments/picks.store.ts';
import { seesClosing } from '../tills/till-detail.ts';
import { drawEntryPage } from './draw-entry-page.ts';
import { drawLabel } from './draw-label.ts';
import { drawSheet, type Sheet, type SheetSize } from './draw-sheet.ts';
import { maxPapers, printPapers } from './paper.ts';
import { findPrintedClosing, findPrintedManifest, findPrintedMovement, listPrinted } from './papers.store.ts';
import { closingOf, labelsOf, manifestOf, pickListOf, receiptOf, slipOf } from './sheets.ts';

const notFound = refuse({ code: 'NOT_FOUND' as const });

/** Makes browsers show the PDF. Also sets the name under which a person can save it. */
const setPdfName = (context: Pick<RequestContext, 'setHeader'>, name: string): void =>
  context.setHeader('content-disposition', `inline; filename="${name}.pdf"`);

/** Data of a paper that belongs to a place. A person may print the paper only if the person may see the place. */
type OfPlace = { storeCode: string | null };
const mayPrint = <T extends OfPlace>(found: T | undefined, staff: StaffCaller): found is T =>
  found !== undefined && maySeeStore(staff, found.storeCode);

export const papersRoutes = ({ db, publicUrl }: { db: Database; publicUrl: string }): Route[] => {
  const sheet = (context: Pick<RequestContext, 'setHeader'>, name: string, what: Sheet, size: SheetSize) => {
    setPdfName(context, name);
    return ok(printPapers(what.title, [what], (paper, each) => drawSheet(paper, each, size)));
  };
  const labels = async (ids: readonly string[], context: RequestContext & { staff: StaffCaller }) => {
    const shipments = await listPrinted(db.read, ids);
    if (shipments.length !== ids.length || !shipments.every((one) => mayPrint(one, context.staff))) return notFound;
    const all = shipments.flatMap((shipment) => labelsOf(shipment, context.policy));
    if (all.length > maxPapers) {
      const fields = { ids: `Son ${all.length} etiquetas; imprime a lo sumo ${maxPapers}.` };
      return refuse({ code: 'VALIDATION_ERROR' as const, metadata: { fields } });
    }
    setPdfName(context, 'etiquetas');
    return ok(printPapers('Etiquetas', all, drawLabel));
  };
  return [
    route(printLabels, async ({ query: { ids } }, context) => labels([...new Set(ids)], context)),
    route(printPickLabels, async ({ params: { id } }, context) => {
      const pick = await findPick(db.read, id);
      return mayPrint(pick, context.staff)
        ? labels(
            pick.shipments.map((each) => each.id),
            context,
          )
        : notFound;
    }),
    route(printPickList, async ({ params: { id }, query: { size = 'letter' } }, context) => {
      const pick = await findPick(db.read, id);
      return mayPrint(pick, context.staff) ? sheet(context, `preparacion-${id}`, pickListOf(pick), size) : notFound;
    }),
    route(printAdvisor, async ({ params: { id } }, context) => {
      const advisor = await findEntryPage(db.read, id);
      if (advisor === undefined) return notFound;
      setPdfName(context, `asesor-${id}`);
      const page = { ...advisor, shopName: context.policy.shopName, origin: publicUrl };
      return ok(printPapers(`Página de ${advisor.firstName}`, [page], drawEntryPage));
    }),
    route(printSlip, async ({ params: { id }, query: { size = 'letter' } }, context) => {
      const [shipment] = await listPrinted(db.read, [id]);
      return mayPrint(shipment, context.staff)
        ? sheet(context, `contenido-${id}`, slipOf(shipment, context.policy), size)
        : notFound;
    }),
    route(printReceipt, async ({ params: { id, movement }, query: { size = 'strip' } }, context) => {
      // Reads the primary, because a receipt is printed as soon as it is made.
      const found = await findPrintedMovement(db.write, id, movement);
      return mayPrint(found, context.staff)
        ? sheet(context, `recibo-${movement}`, receiptOf(found, context.policy), size)
        : notFound;
    }),
    route(printClosing, async ({ params: { id, session }, query: { size = 'strip' } }, context) => {
      const found = await findPrintedClosing(db.write, id, session);
      if (found !== undefined && !seesClosing(context.staff, found.counters)) return notFound;
      return mayPrint(found, context.staff) ? sheet(context, 'cierre', closingOf(found), size) : notFound;
    }),
    route(printManifest, async ({ params: { id } }, context) => {
      const found = await findPrintedManifest(db.write, id.slice(2));
      return mayPrint(found, context.staff)
        ? sheet(context, `manifiesto-${id}`, manifestOf(found), 'letter')
        : notFound;
    }),
  ];
};
