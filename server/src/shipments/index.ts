import type { Slice } from '../slice.ts';
import { picksRoutes } from './picks.routes.ts';
import { shipmentChangesRoutes } from './shipment-changes.routes.ts';
import { shipmentCommands } from './shipment-command.ts';
import { shipmentsRoutes } from './shipments.routes.ts';
import { shipmentsCrontab, shipmentsTasks } from './shipments.tasks.ts';

export const shipments: Slice = {
  routes: (services) => [...shipmentsRoutes(services), ...shipmentChangesRoutes(services), ...picksRoutes(services)],
  tasks: shipmentsTasks,
  cron: shipmentsCrontab,
  commands: shipmentCommands,
};
