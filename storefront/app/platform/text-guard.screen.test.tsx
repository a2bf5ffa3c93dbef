import '@testing-library/jest-dom/vitest';
import { guardTexts } from '@ceiba/client/text-guard';
import { act } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';

/** Returns the page's texts as they are now, including those that the guard and React replaced. */
const texts = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode())
    if (walker.currentNode instanceof Text && walker.currentNode.data.trim() !== '') found.push(walker.currentNode);
  return found;
};

const fontAround = (...content: (Node | string)[]): Element => {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.append(...content);
  outer.append(inner);
  return outer;
};

/** Scripts that change a page under React, in different ways. They add `*` to each text that they change. */
const ways: Record<string, (text: Text) => void> = {
  'Chrome, which adds an element before a text and removes the text': (text) => {
    text.before(fontAround(`${text.data}*`));
    text.remove();
  },
  'a translator that replaces a text in one step': (text) => text.replaceWith(fontAround(`${text.data}*`)),
  'a translator that removes a text first': (text) => {
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode?.insertBefore(fontAround(`${text.data}*`), nextSibling);
  },
  'a translator that moves a text into its element': (text) => {
    const outer = fontAround();
    text.replaceWith(outer);
    outer.firstElementChild?.append(text);
    text.data += '*';
  },
  'a word replacer that overwrites a text': (text) => {
    text.data = `${text.data}*`;
  },
  'a writing aid that marks a part of a text': (text) => {
    const rest = text.splitText(1);
    rest.replaceWith(fontAround(`${rest.data}*`));
  },
  'a translator that adds its own text after a text': (text) => text.after(fontAround('*')),
};

const changeAll = async (root: Element, change: (text: Text) => void): Promise<void> => {
  for (const text of texts(root)) change(text);
  // The guard is notified before any other script.
  await Promise.resolve();
};

const place = (html = ''): Element => {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  const stop = guardTexts();
  onTestFinished(() => {
    stop();
    root.remove();
  });
  return root;
};

const draw = async (content: ReactNode) => {
  const element = place();
  const root = createRoot(element);
  await act(async () => root.render(content));
  return { element, show: (next: ReactNode) => act(async () => root.render(next)) };
};

/** A number between words, a text that may disappear, and an element that may come before a text. */
const Page = ({ count, notice, mark }: { count: number; notice: boolean; mark: boolean }) => (
  <p>
    Llevas {count} productos
    {notice && ', uno agotado'}
    {mark && <b>nuevo</b>}
    {count > 1 ? ' en total' : <i>solo</i>}
  </p>
);

const without = (text: string | null) => text?.replaceAll('*', '');

for (const [way, change] of Object.entries(ways)) {
  test(`a page stays correct while its texts appear and disappear, changed by ${way}`, async () => {
    const { element, show } = await draw(<Page count={2} notice={true} mark={false} />);
    expect(element).toHaveTextContent('Llevas 2 productos, uno agotado en total');
    await changeAll(element, change);
    expect(element.textContent).toContain('*');
    await show(<Page count={3} notice={false} mark={true} />);
    expect(without(element.textContent)).toBe('Llevas 3 productosnuevo en total');
    await changeAll(element, change);
    await show(<Page count={1} notice={true} mark={false} />);
    expect(without(element.textContent)).toBe('Llevas 1 productos, uno agotadosolo');
  });

  test(`a server page hydrates with its own elements, changed by ${way}`, async () => {
    const pressed: string[] = [];
    const Shop = ({ count }: { count: number }) => (
      <main>
        <h1>Freidora</h1>
        <Suspense>
          <button type="button" onClick={() => pressed.push('add')}>
            Agregar al carrito
          </button>
          <Page count={count} notice={true} mark={false} />
        </Suspense>
      </main>
    );
    const element = place(renderToString(<Shop count={2} />));
    const button = element.querySelector('button');
    await changeAll(element, change);
    const recoveredErrors: unknown[] = [];
    const root = await act(async () =>
      hydrateRoot(element, <Shop count={2} />, { onRecoverableError: (error) => recoveredErrors.push(error) }),
    );
    expect(recoveredErrors).toEqual([]);
    expect(element.querySelector('button')).toBe(button);
    button?.click();
    expect(pressed).toEqual(['add']);
    await changeAll(element, change);
    await act(async () => root.render(<Shop count={5} />));
    expect(without(element.textContent)).toContain('Llevas 5 productos, uno agotado en total');
    await act(async () => root.unmount());
  });
}

test('after another script replaces the markup, the page continues with React’s markup', async () => {
  const { element, show } = await draw(<Page count={2} notice={true} mark={true} />);
  const paragraph = element.querySelector('p');
  if (paragraph === null) throw new Error('no paragraph');
  paragraph.innerHTML = paragraph.innerHTML.replace('productos', 'products');
  await Promise.resolve();
  expect(element).toHaveTextContent('products');
  await show(<Page count={4} notice={false} mark={false} />);
  expect(element.textContent).toBe('Llevas 4 productos en total');
});

test('a script that walks all nodes and changes each of them terminates', async () => {
  const element = place('<p>Llevas dos</p>');
  let looks = 0;
  const look = () => {
    looks += 1;
    for (let node = element.firstChild?.firstChild ?? null; node !== null; node = node.nextSibling)
      if (node instanceof Text) node.replaceWith(fontAround(`${node.data}*`));
  };
  const observer = new MutationObserver(look);
  observer.observe(element, { childList: true, subtree: true });
  look();
  await act(async () => {});
  observer.disconnect();
  expect(looks).toBeLessThan(100);
  expect(element).toHaveTextContent('Llevas dos*');
});
