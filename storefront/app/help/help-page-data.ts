import { unwrap } from '@ceiba/client/call-failure';
import type { Client } from '@ceiba/contract/client';
import type { HelpPage, HelpTables } from '@ceiba/contract/help';
import { helpPagePath, helpPagesOf, helpPath } from '@ceiba/domain/help/help-pages';
import type { ShopOffers } from '@ceiba/domain/policies/shop-offers';
import { notFound } from '../platform/page-headers.ts';
import { breadcrumbList, pageMeta } from '../platform/page-meta.ts';
import { loadPolicy } from '../policies/load-policy.ts';

/** A help page in the list of topics. */
export interface HelpTopic {
  name: string;
  title: string;
  description: string;
  icon: string;
}

/** The topics of every shop in their order, even without database rows, then the topics that an operator added. */
function topicsOf(pages: readonly HelpPage[], offers: ShopOffers): HelpTopic[] {
  const own = helpPagesOf(offers).map(({ name, title, icon }) => {
    const page = pages.find((one) => one.name === name);
    return { name, icon, title: page?.title ?? title, description: page?.description ?? '' };
  });
  const added = pages.filter(({ name }) => name !== '' && own.every((topic) => topic.name !== name));
  return [...own, ...added.map(({ name, title, description }) => ({ name, title, description, icon: 'info' }))];
}

/** schema.org FAQPage with the questions of a page. Empty for a page without questions. */
const questionsSchema = ({ blocks }: Pick<HelpPage, 'blocks'>): object[] => {
  const questions = blocks.flatMap((block) => (block.kind === 'questions' ? block.questions : []));
  if (questions.length === 0) return [];
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [{ '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity }];
};

/** Loads `/ayuda` if `name` is empty, otherwise one of its pages. 404 for a page that does not exist, or that this shop does not have. */
export async function loadHelpPage(call: Client, origin: string, name: string) {
  const [help, policy] = await Promise.all([call('getHelp', {}), loadPolicy(call)]);
  const { pages, ...tables } = unwrap(help);
  const topics = topicsOf(pages, policy);
  const topic = topics.find((one) => one.name === name);
  if (topic === undefined && name !== '') throw notFound();
  const root = pages.find((page) => page.name === '') ?? { title: 'Ayuda', description: '', blocks: [] };
  const { title, description } = topic ?? root;
  const { blocks } = topic === undefined ? root : (pages.find((page) => page.name === name) ?? { blocks: [] });
  const crumbs = topic === undefined ? [{ title }] : [{ title: root.title, path: helpPath }, { title }];
  const page = {
    title,
    description: description === '' ? `${title} en ${policy.shopName}.` : description,
    canonical: `${origin}${topic === undefined ? helpPath : helpPagePath(name)}`,
    structured: [breadcrumbList(origin, crumbs), ...questionsSchema({ blocks })],
  };
  const meta = pageMeta(page, policy);
  // Only blocks of products need more than their texts. Help pages show no such blocks.
  const shown = blocks.flatMap((block) => (block.kind === 'products' ? [] : [block]));
  return { name, title, description, blocks: shown, crumbs, topics, tables: tablesOf(name, tables), meta };
}

/** Selects the tables that the page shows. Every selected table is sent to the browser. */
function tablesOf(name: string, { deliveries, pickup, banks }: HelpTables): Partial<HelpTables> {
  if (name === 'entregas') return { deliveries, pickup };
  return name === 'pagos' ? { banks } : {};
}
