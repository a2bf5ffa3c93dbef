import type { DeskAction } from '../actions/desk-action.ts';
import type { EntityDetail } from '../entity/entity-client.ts';
import type { EntityVerbs } from '../entity/entity-place.ts';
import { call } from '../session/desk-client.ts';

type Keep = (row: EntityDetail) => void;

const bodyOf = (row: EntityDetail) => ({ params: { code: String(row['code']) }, body: { version: row.version } });

/** "Retirar": removes the store from the shop. Orders still show its name (PROD-23). */
const retireOf = (row: EntityDetail, keep: Keep): DeskAction => ({
  verb: 'retire',
  label: 'Retirar',
  icon: 'ban',
  isDanger: true,
  permission: 'settings.edit',
  confirm: {
    title: `¿Retirar ${String(row['name'])}?`,
    text: 'Deja de mostrarse y de entregar órdenes. Antes debe quedar sin existencias, envíos, asesores ni cajas abiertas.',
    button: 'Retirar tienda',
  },
  run: async (options) => {
    const sent = await call('retireStore', bodyOf(row), options);
    if (sent.ok) keep(sent.value.data);
    return sent;
  },
  done: 'Tienda retirada',
});

/** "Abrir de nuevo": reopens a retired store. */
const reopenOf = (row: EntityDetail, keep: Keep): DeskAction => ({
  verb: 'reopen',
  label: 'Abrir de nuevo',
  icon: 'rotate-ccw',
  permission: 'settings.edit',
  run: async (options) => {
    const sent = await call('reopenStore', bodyOf(row), options);
    if (sent.ok) keep(sent.value.data);
    return sent;
  },
  done: 'Tienda abierta de nuevo. Elige si entrega órdenes.',
});

export const storeVerbs: EntityVerbs = (row, keep) => [retireOf(row, keep), reopenOf(row, keep)];
