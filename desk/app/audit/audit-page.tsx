import { operationLabel } from '@ceiba/contract/desk/audit-words';
import { auditList } from '@ceiba/contract/desk/lists/audit';
import { useState } from 'react';
import { type AuditEntry, EntryDialog } from '../detail/history-card.tsx';
import { ListPage } from '../list/list-page.tsx';
import { nothing } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { call } from '../session/desk-client.ts';

const kindPills = {
  staff: { look: 'jade', icon: 'user-round' },
  token: { look: 'sky', icon: 'key-round' },
  command: { look: 'corn', icon: 'settings' },
  job: { look: 'stone', icon: 'refresh-cw' },
} as const;

const cells = {
  id: ({ id }: AuditEntry) => id,
  operation: ({ operation, entityId }: AuditEntry) => operationLabel(operation, entityId),
  entityId: ({ entityId }: AuditEntry) => (entityId === 'refused' ? nothing : entityId),
  actor: ({ actor }: AuditEntry) => actor.name || nothing,
  actorKind: ({ actor: { kind } }: AuditEntry) => (
    <Pill {...kindPills[kind]}>{auditList.columns.actorKind.values[kind]}</Pill>
  ),
};

/** "Auditoría" (OFF-11): all changes with their author and time. A row opens its fields before and after. */
export function Component() {
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <>
      <ListPage
        list={auditList}
        read={(query, options) => call('listAudit', { query }, options)}
        onOpen={setOpened}
        cells={cells}
      />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
