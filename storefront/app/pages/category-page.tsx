import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { loadCategoryPage } from '../content/category-page-data.ts';
import CategoryView from '../content/category-view.tsx';
import { apiContext } from '../platform/api.ts';
import { cachedPage, pageHeaders, pageWithoutQuery } from '../platform/page-headers.ts';

/** Paths of more than one segment: a category page, otherwise the 404 page (DEC-13). */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { page, tags } = await loadCategoryPage(context.get(apiContext), url);
  return data(page, page.listing === null ? pageWithoutQuery(tags) : cachedPage(tags));
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

export default function CategoryPage() {
  return <CategoryView page={useLoaderData<typeof loader>()} />;
}
