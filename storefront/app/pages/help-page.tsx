import { pageTags } from '@ceiba/contract/page-tags';
import { complaintsPage, helpPagePath, storesPage } from '@ceiba/domain/help/help-pages';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { Icon } from '@ceiba/ui/icon';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { ContentBlocks } from '../content/content-blocks.tsx';
import { type HelpTopic, loadHelpPage } from '../help/help-page-data.ts';
import { HelpFacts } from '../help/help-tables.tsx';
import { type Topic, TopicCard, topicOf } from '../help/topic-card.tsx';
import { apiContext } from '../platform/api.ts';
import { cachedPage, pageHeaders } from '../platform/page-headers.ts';

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  return data(await loadHelpPage(context.get(apiContext), url.origin, params.page ?? ''), cachedPage(pageTags.help));
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

/** `/ayuda` with its topics, or the page of a topic: tables of policy and data, then the texts of the topic's database row. */
export default function HelpPage() {
  const { name, title, description, blocks, crumbs, topics, tables } = useLoaderData<typeof loader>();
  const isRoot = name === '';
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <header className="max-w-[62ch] pt-2 pb-8">
        <h1 className="text-4xl leading-tight tracking-display">{title}</h1>
        {description !== '' && <p className="mt-3 text-lg text-ink-soft">{description}</p>}
      </header>
      {isRoot ? (
        <div className="grid gap-section">
          <ul className="grid cols-three gap-3 lg:gap-4">
            {topicsOf(topics).map((topic) => (
              <TopicCard key={topic.to} topic={topic} />
            ))}
          </ul>
          {blocks.length > 0 && <ContentBlocks blocks={blocks} className="" />}
        </div>
      ) : (
        <div className="grid gap-section lg:grid-cols-[minmax(0,1fr)_240px] lg:gap-12">
          <div className="grid min-w-0 content-start gap-section">
            <HelpFacts name={name} tables={tables} />
            {blocks.length > 0 && <ContentBlocks blocks={blocks} className="" />}
          </div>
          <OtherTopics current={name} topics={topics} />
        </div>
      )}
    </main>
  );
}

/** The topics, and the other pages that people look for under help. */
const topicsOf = (topics: readonly HelpTopic[]): (Topic & { to: string })[] => [
  ...topics.map(({ name, title, description, icon }) => ({ icon, title, text: description, to: helpPagePath(name) })),
  { icon: 'store', ...topicOf(storesPage) },
  { icon: 'pencil', ...topicOf(complaintsPage) },
];

function OtherTopics({ current, topics }: { current: string; topics: readonly HelpTopic[] }) {
  return (
    <nav aria-label="Temas de ayuda" className="panel content-start self-start">
      <ul>
        {topicsOf(topics).map(({ title, icon, to }) => (
          <li key={to}>
            <Link
              to={to}
              discover="none"
              aria-current={to === helpPagePath(current) ? 'page' : undefined}
              className="flex min-h-touch items-center gap-2.5 text-sm hover:text-link aria-[current]:font-semibold aria-[current]:text-primary"
            >
              <Icon name={icon} size="sm" />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
