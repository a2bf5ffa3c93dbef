import { expect, test } from 'vitest';
import { referencesOf } from './references.ts';
import { parseProgram } from './syntax.ts';

/** Names a piece of code uses, `name.member` where it takes one; other files in angle brackets. */
const uses = (code: string): string[] =>
  referencesOf(parseProgram('code.tsx', code)).map(({ kind, name, member }) =>
    kind === 'file' ? `<${name}>` : member === undefined ? name : `${name}.${member}`,
  );

test.each([
  ['a call and its argument', 'price(cart)', ['price', 'cart']],
  ['a member, whose name is no use', 'texts.saved.length', ['texts.saved']],
  ['a member chosen while it runs', 'texts[form]', ['texts', 'form']],
  ['keys of a table are no use, short ones are', '({ key: value, short })', ['value', 'short']],
  ['types are no use', '(<T extends A>(x: B): C => x as D)', []],
  ['code inside a cast is', 'price(cart as Cart satisfies Cart)', ['price', 'cart']],
  ['parameters and their parts are no use, their defaults are', '(({ a, b: [c] }, d = start) => a + c + d)', ['start']],
  ['what a block declares is no use inside it', '{ const price = 1; price; } price;', ['price']],
  ['a name bound by a loop or a catch', 'for (const x of xs) x; try {} catch (error) { error; }', ['xs']],
  ['a function that hides another in its own body', '(() => { function price() {} price(); })', []],
  [
    'components are used, HTML and attributes are not',
    '<Panel title={text}><p>x</p><Ui.Icon /></Panel>',
    ['Panel', 'text', 'Ui.Icon', 'Panel'],
  ],
  ['a file loaded late', "lazy(() => import('./zoom.tsx'))", ['lazy', '<./zoom.tsx>']],
  ['a process of its own', "fork(new URL('./work.ts', import.meta.url))", ['fork', '<./work.ts>']],
])('%s', (_, code, expected) => {
  expect(uses(code)).toEqual(expected);
});
