import type { Slice } from '../slice.ts';
import { bannerRoutes } from './banners.routes.ts';
import { bannerTable } from './banners.table.ts';
import { contentRoutes } from './content.routes.ts';
import { contentPageTable } from './content-pages.table.ts';
import { registerHomePreview } from './home-preview.ts';
import { legalTextTable } from './legal-texts.table.ts';
import { pageCommands } from './page-command.ts';
import { redirectTable } from './redirects.table.ts';

export const content: Slice = {
  entities: [bannerTable, contentPageTable, redirectTable, legalTextTable],
  routes: (services) => [...contentRoutes(services), ...bannerRoutes(services)],
  register: (services) => [registerHomePreview(services)],
  commands: pageCommands,
};
