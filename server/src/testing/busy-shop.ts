import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTypes } from '@ceiba/contract/events';
import { z } from 'zod';
import { analyticsTasks } from '../analytics/analytics.tasks.ts';
import { insertEndpoint } from '../events/endpoints.store.ts';
import { sendEvents } from '../events/send-events.ts';
import { type Task, task } from '../jobs/worker.ts';
import { filesBelow } from '../platform/operations/object-store.ts';
import { openServices } from '../services.ts';
import { sendersOf, tasksOf } from '../slices.ts';
import { startMailServer } from './mail-server.ts';
import { openShopWithBank } from './order-calls.ts';
import { reservationsOf } from './points-calls.ts';
import { createShopBasics } from './shop-fixtures.ts';
import { openTestLine, openWebhookReceiver } from './webhook-receiver.ts';

export type BusyShop = Awaited<ReturnType<typeof openBusyShop>>;

/** Opens a shop with all its partners: a bank, a mail server, another system, an analytics service, a sponsor, and a folder for backups. */
export async function openBusyShop() {
  const mails = await startMailServer(0);
  const otherSystem = await openWebhookReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-busy-'));
  const copies = join(folder, 'copies');
  const measured: string[] = [];
  const called: string[] = [];
  const open = await openShopWithBank({
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'tienda@correo.gt' },
    ...{ MESSAGING_URL: 'https://mensajes.example', MESSAGING_SECRET: 'a secret of both sides' },
    FILES_DIR: join(folder, 'files'),
    ...{ RMN_HOSTS: 'rmn.example', BACKUP_KEY: Buffer.alloc(32, 'copias').toString('base64') },
  });
  const services = openServices(open.shop);
  await createShopBasics(open.shop.db);
  // More products of a brand than one step renames. They cause no notification.
  await open.shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
     select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 100, 100 from generate_series(1, 1001) n`,
  );
  await insertEndpoint(services, { id: randomUUID(), url: otherSystem.url, types: [...eventTypes] });
  // Partners accept everything. Each run has its own clock, like a sender. Otherwise a slow machine would end the run early, or
  // make refused items due again.
  const tasks: Task[] = [
    ...tasksOf(services),
    ...sendersOf(services),
    ...analyticsTasks({
      db: services.jobsDb,
      messaging: { send: async ({ id }) => void measured.push(id) },
      callEvent: async (url) => `200, call ${called.push(url)}`,
    }),
    task('send-events', z.object({ endpointId: z.uuid() }), ({ endpointId }, { now, log }) =>
      sendEvents({ ...services, log, openLine: openTestLine, clock: () => now }, endpointId),
    ),
  ];
  return {
    ...open,
    services,
    otherSystem,
    /** The folder of the test's files. Backups of the shop are in a subfolder. */
    folder,
    copies,
    /** Every kind of job, by its name. */
    tasks: new Map(tasks.map((task) => [task.name, task])),
    /** Counts the calls at the partners, and the shop's data that the partners have. */
    outside: async (): Promise<Record<string, unknown>> => ({
      mailed: mails.messages.length,
      told: otherSystem.received.length,
      measured: measured.length,
      called: called.length,
      charges: await open.bank.charges(),
      points: await reservationsOf(open.bank),
      copies: await filesBelow(copies),
    }),
    close: async (): Promise<void> => {
      await open.close();
      mails.server.close();
      await otherSystem.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
