import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Author } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { heldRefusal } from '../shipments/scan-refusal.ts';
import { sendShipments } from '../shipments/send-shipments.ts';
import {
  addParcel,
  countForgotten,
  findScan,
  findScanned,
  freezeManifest,
  listOnManifest,
  lockManifest,
  lockOrdersOf,
  type Manifest,
  manifestText,
  type Parcel,
  removeParcel,
  type ScannedShipment,
} from './manifests.store.ts';

type LockRefusal = Refusal<'NOT_FOUND' | 'TRANSITION_NOT_ALLOWED'>;

const closed: LockRefusal = {
  code: 'TRANSITION_NOT_ALLOWED',
  message: 'El manifiesto está cerrado.',
  metadata: { allowed: [] },
};

/** A manifest that the caller may change. `maySee`: whether the caller sees data of that store. */
interface Asked {
  id: number;
  maySee: (storeCode: string) => boolean;
}

async function lockOpenManifest(tx: Tx, { id, maySee }: Asked): Promise<Result<Manifest, LockRefusal>> {
  const manifest = await lockManifest(tx, id);
  if (manifest === undefined || !maySee(manifest.storeCode)) return refuse({ code: 'NOT_FOUND' });
  return manifest.closedAt === null ? ok(manifest) : refuse(closed);
}

type ScanRefusal = LockRefusal | Refusal<'SCAN_UNKNOWN' | 'SCAN_WRONG' | 'IN_USE'>;

/** The result of a scan. The shipment is null if it was counted on another manifest. The ID is given if the shipment is new on this manifest. */
interface ScanDone {
  manifest: Manifest;
  parcel: Parcel | null;
  added: string | null;
}

/**
 * Puts a packed shipment on a manifest of its place. Changes nothing for a repeated scan, or if the shipment is already
 * on the manifest.
 */
export async function scanOnto(
  tx: Tx,
  asked: Asked,
  { scanId, code }: { scanId: string; code: string },
  { actor, now }: Author,
): Promise<Result<ScanDone, ScanRefusal>> {
  const locked = await lockOpenManifest(tx, asked);
  if (!locked.ok) return locked;
  const manifest = locked.value;
  const known = await findScan(tx, scanId);
  if (known !== undefined)
    return ok({ manifest, parcel: known.manifestId === manifest.id ? known : null, added: null });
  const shipment = await findScanned(tx, code);
  if (shipment === undefined) return refuse({ code: 'SCAN_UNKNOWN', metadata: { read: code } });
  if (shipment.manifestId === manifest.id) return ok({ manifest, parcel: shipment, added: null });
  const refusal = refuseShipment(shipment, manifest);
  if (refusal !== undefined) return refuse(refusal);
  const { orderId, shipmentNumber, shipmentId } = shipment;
  if (await addParcel(tx, manifest.id, { orderId, shipmentNumber, scanId, actor }, now)) {
    return ok({ manifest, parcel: shipment, added: shipmentId });
  }
  return refuse({ code: 'IN_USE', message: 'Ya está en otro manifiesto abierto.' });
}

function refuseShipment(
  { shipmentId, state, place, isPickup, isHeld, manifestId }: ScannedShipment,
  { storeCode }: Manifest,
): ScanRefusal | undefined {
  if (place !== storeCode) return { code: 'SCAN_WRONG', message: `${shipmentId} no sale de este lugar.` };
  if (isPickup) return { code: 'SCAN_WRONG', message: `${shipmentId} se recoge en la tienda.` };
  if (manifestId !== null) {
    const other = manifestText(manifestId);
    return { code: 'IN_USE', message: `${shipmentId} ya está en ${other}.`, metadata: { manifest: other } };
  }
  if (state === 'packed') return isHeld ? heldRefusal : undefined;
  const text = ['sent', 'delivered', 'undelivered'].includes(state) ? 'ya salió' : 'todavía no está empacado';
  return { code: 'TRANSITION_NOT_ALLOWED', message: `${shipmentId} ${text}.`, metadata: { state, allowed: [] } };
}

/** Takes a shipment off an open manifest. False if the shipment was not on it. */
export async function takeOff(tx: Tx, asked: Asked, shipmentId: string): Promise<Result<boolean, LockRefusal>> {
  const locked = await lockOpenManifest(tx, asked);
  return locked.ok ? ok(await removeParcel(tx, locked.value.id, shipmentId)) : locked;
}

/** The reason why a manifest cannot be closed, for the person who closes it. */
function stuckText(stuck: readonly { id: string; isHeld: boolean }[]): string {
  const held = stuck.filter(({ isHeld }) => isHeld).map(({ id }) => id);
  const gone = stuck.filter(({ isHeld }) => !isHeld).map(({ id }) => id);
  return [
    ...(gone.length > 0
      ? [`Ya no ${gone.length === 1 ? 'está empacado' : 'están empacados'}: ${gone.join(', ')}.`]
      : []),
    ...(held.length > 0 ? [`La orden de ${held.join(', la de ')} está detenida.`] : []),
    stuck.length === 1 ? 'Quítalo del manifiesto.' : 'Quítalos del manifiesto.',
  ].join(' ');
}

type CloseRefusal = LockRefusal | Refusal<'VERSION_CONFLICT'>;

/**
 * Sends off all of a manifest's shipments with its courier and freezes the manifest, or does nothing. The number of
 * statements does not grow with the parcels. Shipments that were canceled, unpacked or held since their scan must be
 * removed first. `left`: the number of forgotten parcels that were shown.
 */
export async function closeManifest(
  tx: Tx,
  { version, left, ...asked }: Asked & { version: number; left?: number | undefined },
  { actor, now }: Author,
): Promise<Result<Manifest, CloseRefusal>> {
  await lockOrdersOf(tx, asked.id);
  const locked = await lockOpenManifest(tx, asked);
  if (!locked.ok) return locked;
  const manifest = locked.value;
  if (manifest.version !== version) return refuse({ code: 'VERSION_CONFLICT' });
  if (left !== undefined && (await countForgotten(tx, manifest.storeCode, manifest.courierName)) > left)
    return refuse({ ...closed, message: 'Se empacó otro envío mientras tanto. Revisa lo que se queda.' });
  const rows = await listOnManifest(tx, manifest.id);
  if (rows.length === 0) return refuse({ ...closed, message: 'El manifiesto está vacío.' });
  const stuck = await sendShipments(tx, { shipments: rows, courier: manifest.courierName, actor }, now);
  if (stuck.length > 0) {
    const metadata = { shipments: stuck.map(({ id }) => id), allowed: [] };
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: stuckText(stuck), metadata });
  }
  await freezeManifest(tx, manifest.id, actor, now);
  return ok(manifest);
}
