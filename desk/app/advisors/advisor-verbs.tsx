import { advisors } from '@ceiba/contract/desk/entities/advisors';
import type { DeskAction } from '../actions/desk-action.ts';
import type { EntityDetail } from '../entity/entity-client.ts';
import type { EntityVerbs } from '../entity/entity-place.ts';
import { Dialog } from '../platform/dialog.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { call } from '../session/desk-client.ts';

const permission = advisors.permissions.edit;

/** "Imprimir página": the link and the QR code that open the advisor's session (SALE-01). */
const printOf = (row: EntityDetail): DeskAction => ({
  verb: 'print',
  label: 'Imprimir página',
  icon: 'printer',
  permission,
  dialog: (close) => (
    <Dialog
      title={`Página de ${String(row['firstName'])}`}
      text="Tiene el enlace y el código QR con los que atiende. Entrégala solo a esa persona."
      onClose={close}
    >
      <PrintLink path={`advisors/${String(row['id'])}/page`} look="primary">
        Abrir para imprimir
      </PrintLink>
    </Dialog>
  ),
});

/** "Dar de baja" (SALE-01): ends the advisor. */
const endOf = (row: EntityDetail, keep: (row: EntityDetail) => void): DeskAction => ({
  verb: 'end',
  label: 'Dar de baja',
  icon: 'ban',
  isDanger: true,
  permission,
  confirm: {
    title: `¿Dar de baja a ${String(row['firstName'])}?`,
    text: 'Su enlace deja de abrir ahora mismo. Sus ventas conservan su nombre.',
    button: 'Dar de baja',
  },
  run: async (options) => {
    const params = { id: String(row['id']) };
    const sent = await call('endAdvisor', { params, body: { version: row.version } }, options);
    if (sent.ok) keep(sent.value.data);
    return sent;
  },
  done: 'Asesor dado de baja',
});

export const advisorVerbs: EntityVerbs = (row, keep) => [printOf(row), endOf(row, keep)];
