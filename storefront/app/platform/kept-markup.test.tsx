import { Writable } from 'node:stream';
import { useId } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, Link, StaticRouterProvider, useRouteLoaderData } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Picture } from '../ui/picture.tsx';
import { useDrawnMarkup } from './drawn-markup.server.tsx';
import { drawMarkupWith, keptMarkup } from './kept-markup.tsx';

drawMarkupWith(useDrawnMarkup);

interface ItemProps {
  name: string;
}

const draws = vi.fn<(name: string) => void>();

function Item({ name }: ItemProps) {
  draws(name);
  const shop = useRouteLoaderData<{ currency: string }>('root');
  return (
    <Link to={`/${name}`}>
      {name} & {shop?.currency}
    </Link>
  );
}

const KeptItem = keptMarkup(Item, 'li', 'item');

/** A page of the items as the server sends it. */
const render = async (names: readonly string[], currency: string, List = KeptItem): Promise<string> => {
  function Page() {
    const id = useId();
    return (
      <ul id={id}>
        {names.map((name) => (
          <List key={name} name={name} />
        ))}
      </ul>
    );
  }
  const handler = createStaticHandler([{ id: 'root', path: '/', loader: () => ({ currency }), Component: Page }]);
  const context = await handler.query(new Request('http://shop.test/'));
  if (context instanceof Response) throw new Error('the page answered by itself');
  const router = createStaticRouter(handler.dataRoutes, context);
  return new Promise((resolve, reject) => {
    let html = '';
    const body = new Writable({
      write(piece: Buffer, _encoding, done) {
        html += piece.toString();
        done();
      },
      final(done) {
        resolve(html);
        done();
      },
    });
    const { pipe } = renderToPipeableStream(
      <StaticRouterProvider router={router} context={context} hydrate={false} />,
      {
        onAllReady: () => pipe(body),
        onError: reject,
      },
    );
  });
};

const Plain = ({ name }: ItemProps) => (
  <li className="item">
    <Item name={name} />
  </li>
);

test('a kept part is drawn once for all pages that show it, and stands there as if drawn by the page', async () => {
  const names = ['mesa', 'silla "alta"'];
  const expected = await render(names, 'Q', Plain);
  expect(expected).toContain('<li class="item"><a href="/mesa"');
  draws.mockClear();
  expect(await render(names, 'Q')).toBe(expected);
  expect(await render(names, 'Q')).toBe(expected);
  expect(draws.mock.calls).toEqual([['mesa'], ['silla "alta"']]);
});

test('a kept part is drawn anew where the shop’s own data are others, and keeps both looks', async () => {
  const inQuetzales = await render(['lámpara'], 'Q');
  const inDollars = await render(['lámpara'], '$');
  expect(inDollars).toBe(inQuetzales.replace('<!-- -->Q', '<!-- -->$'));
  draws.mockClear();
  expect(await render(['lámpara'], 'Q')).toBe(inQuetzales);
  expect(draws).not.toHaveBeenCalled();
});

test('what wants something of the page’s head is drawn by the page', async () => {
  const Eager = ({ name }: ItemProps) => {
    draws(name);
    const image = { url: `/media/${name}/480.webp`, label: name };
    return <Picture image={image} alt="" width={240} sizes="100vw" eager />;
  };
  const KeptEager = keptMarkup(Eager, 'li');
  draws.mockClear();
  const page = await render(['sofá'], 'Q', KeptEager);
  expect(page).toContain('<link rel="preload" as="image"');
  expect(await render(['sofá'], 'Q', KeptEager)).toBe(page);
  expect(draws).toHaveBeenCalledTimes(3);
});

test('what was not asked for of late is forgotten', async () => {
  const Long = ({ name }: ItemProps) => {
    draws(name);
    return <p>{'x'.repeat(600_000)}</p>;
  };
  const KeptLong = keptMarkup(Long, 'li');
  const drawn = async (name: string): Promise<number> => {
    draws.mockClear();
    await render([name], 'Q', KeptLong);
    return draws.mock.calls.length;
  };
  for (const name of ['1', '2', '3', '4', '5', '6']) expect(await drawn(name)).toBe(1);
  expect(await drawn('1')).toBe(0);
  expect(await drawn('7')).toBe(1);
  expect(await drawn('1')).toBe(0);
  expect(await drawn('2')).toBe(1);
});
