import { importKinds } from '@ceiba/contract/desk/import-kinds';
import type { DeskNotice } from '@ceiba/contract/desk/notices';
import { jobLabel } from '../jobs/job-labels.ts';
import type { StoredNotice } from './notices.store.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Returns the Spanish name of a run: "Productos" for "import products". */
const runName = (kind: string): string => {
  const name = kind.replace(/^import /, '');
  return Object.entries(importKinds).find(([each]) => each === name)?.[1] ?? kind;
};

const runTitles: Readonly<Record<string, string>> = {
  checked: 'Archivo revisado',
  done: 'Archivo aplicado',
  refused: 'Archivo rechazado',
  failed: 'Un archivo falló',
};

const rows = (count: number): string => `${count} ${count === 1 ? 'fila' : 'filas'}`;

type Words = Pick<DeskNotice, 'kind' | 'title' | 'text' | 'href'>;

/** Writes the text of a run on many products that has ended (OFF-19). */
const runOnProducts = (id: string, detail: StoredNotice['detail']): Words => {
  const [done, failed] = [countOf(detail.done), countOf(detail.failed)];
  const about = [
    textOf(detail.name),
    `${done} ${done === 1 ? 'producto hecho' : 'productos hechos'}`,
    ...(failed > 0 ? [`${failed} ${failed === 1 ? 'fallido' : 'fallidos'}`] : []),
  ];
  return {
    kind: 'run',
    title: 'Cambio en lote terminado',
    text: about.join(', '),
    href: `/admin/productos/cambios/${id}`,
  };
};

function wordsOf({ kind, entityId, detail }: StoredNotice): Words | undefined {
  switch (kind) {
    case 'hold':
      return {
        kind,
        title: `Orden ${entityId} detenida`,
        text: 'Revísala para liberarla o cancelarla.',
        href: `/admin/ordenes/${entityId}`,
      };
    case 'late':
      return {
        kind,
        title: `Envío ${entityId} atrasado`,
        text: 'Pasó el límite de su estado.',
        href: `/admin/preparacion/${entityId}`,
      };
    case 'run': {
      if (textOf(detail.kind).startsWith('products ')) return runOnProducts(entityId, detail);
      const failed = countOf(detail.failed);
      const about = [
        runName(textOf(detail.kind)),
        textOf(detail.file),
        ...(detail.state === 'done' ? [`${rows(countOf(detail.done))} aplicadas`] : []),
        ...(failed > 0 ? [`${rows(failed)} con error`] : []),
      ];
      return {
        kind,
        title: runTitles[textOf(detail.state)] ?? 'Archivo terminado',
        text: about.filter((part) => part !== '').join(', '),
        href: `/admin/importaciones/${entityId}`,
      };
    }
    case 'deadJob':
      return {
        kind,
        title: 'Un trabajo falló en todos sus intentos',
        text: jobLabel(textOf(detail.task)),
        href: '/admin/operacion/trabajos',
      };
    case 'plan':
      return {
        kind,
        title: `No se publicó ${textOf(detail.title)}`,
        text: textOf(detail.faults),
        href: `/admin/productos/${encodeURIComponent(entityId)}`,
      };
    // A planned price of a product, or a price list by the number of its import (PROD-09, BULK-12).
    case 'price':
      return {
        kind,
        title: `No se aplicó el precio planeado de ${textOf(detail.title)}`,
        text: textOf(detail.faults),
        href:
          detail.list === true
            ? `/admin/importaciones/${entityId}`
            : `/admin/productos/${encodeURIComponent(entityId)}`,
      };
  }
  return undefined;
}

/** Writes a notice in Spanish. A node of the previous release leaves out kinds that it does not know. */
export const toNotice = (stored: StoredNotice): DeskNotice[] => {
  const words = wordsOf(stored);
  const { id, at, isRead } = stored;
  return words === undefined ? [] : [{ id, at: new Date(at).toISOString(), isRead, ...words }];
};
