import { type ESTree, type Plugin, parseAst } from 'vite';

/** What a statement at the top of a module becomes, and how a page begins with it anew. */
interface Part {
  /** In the place of some of its text; lines stay where they are, for whoever reads a failure. */
  edit?: { start: number; end: number; text: string };
  /** Gives its names what they are written with. */
  values?: string[];
  /** What it does. */
  act?: string;
}

/** Values that cannot change: one that is read again would be the same. */
const isConstant = ({ init }: ESTree.VariableDeclarator): boolean =>
  /^(?:Literal|TemplateLiteral|ArrowFunctionExpression|FunctionExpression)$/.test(init?.type ?? '');

type Text = (node: { start: number; end: number }) => string;

function partOfNames({ kind, start, declarations }: ESTree.VariableDeclaration, textOf: Text): Part {
  const changing = declarations.filter((one) => kind !== 'const' || !isConstant(one));
  return {
    ...(kind === 'const' && changing.length > 0 && { edit: { start, end: start + kind.length, text: 'let  ' } }),
    values: changing.map(({ id, init }) => `(${textOf(id)} = ${init === null ? 'undefined' : `(${textOf(init)})`});`),
  };
}

/** A default export is the value it was, an exported name is what it holds by now. */
function partOfDefault({ start, end, declaration }: ESTree.ExportDefaultDeclaration, textOf: Text): Part {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') return {};
  const value = `defaultOfPage = ${textOf(declaration)};`;
  return { edit: { start, end, text: `let ${value} export { defaultOfPage as default };` }, values: [value] };
}

function partOfClass({ body: { body } }: ESTree.Class): Part {
  if (body.some((one) => one.type === 'StaticBlock' || (one.type === 'PropertyDefinition' && one.static)))
    throw new Error('a static property of a class would stay as the page before has left it');
  return {};
}

function partOf(statement: ESTree.Program['body'][number], textOf: Text): Part {
  if (statement.type === 'ExportDefaultDeclaration') return partOfDefault(statement, textOf);
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  switch (declared?.type) {
    case undefined:
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'FunctionDeclaration':
      return {};
    case 'VariableDeclaration':
      return partOfNames(declared, textOf);
    case 'ClassDeclaration':
      return partOfClass(declared);
  }
  const act = textOf(statement);
  return { edit: { start: statement.start, end: statement.end, text: act.replace(/[^\n]/g, ' ') }, act };
}

/** A module whose state can begin anew: its text, and the functions that `holdState` is called with. */
export function rerunnable(code: string): { text: string; setValues: string; act: string } {
  const parts = parseAst(code).body.map((statement) => partOf(statement, ({ start, end }) => code.slice(start, end)));
  // From the last to the first: places before a change stay what they were.
  const text = parts
    .flatMap(({ edit }) => edit ?? [])
    .reduceRight((so, edit) => so.slice(0, edit.start) + edit.text + so.slice(edit.end), code);
  return {
    text,
    setValues: parts.flatMap(({ values }) => values ?? []).join('\n'),
    act: parts.flatMap(({ act }) => act ?? []).join('\n'),
  };
}

/**
 * For tests: every page that `renderScreen` opens finds the shop's modules as if they had just been loaded, and loads none.
 * Whatever stands at the top of a module of `app/` (stores, `let`s, maps, parts that are fetched once) is given what is
 * written there, as often as a page begins (`testing/page-state.ts`): no state can be forgotten, or be left to the next test.
 */
export const freshPage: Plugin = {
  name: 'fresh-page',
  transform(code, id) {
    const [file = ''] = id.split('?');
    if (!file.startsWith(`${import.meta.dirname}/app/`) || /\/app\/testing\/|\.test\.tsx?$/.test(file)) return null;
    if (!/\.tsx?$/.test(file)) return null;
    const { text, setValues, act } = rerunnable(code);
    if (setValues === '' && act === '') return null;
    const pageState = JSON.stringify(`${import.meta.dirname}/app/testing/page-state.ts`);
    return {
      code: `${text}
import { holdState as holdForPage } from ${pageState};
holdForPage(${JSON.stringify(file)}, () => {${setValues}}, () => {${act}});`,
      map: null,
    };
  },
};
