import { listSources, readSource } from './source-files.ts';
import { allChildren, childOf, type Node, programOf, textOf } from './syntax.ts';

export interface Size {
  name: string;
  lines: number;
}

const isProduct = (file: string): boolean => !/\.(?:test|spec)\.tsx?$/.test(file) && !file.includes('call-table');

const longest = (sizes: Size[]): Size[] => sizes.sort((a, b) => b.lines - a.lines).slice(0, 5);

export const longestFiles = (): Size[] =>
  longest(
    listSources()
      .filter(isProduct)
      .map((file) => ({ name: file, lines: readSource(file).split('\n').length - 1 })),
  );

/** Calls `visit` for every function below a node, with the name it is bound to. */
const walk = (node: Node, name: string, visit: (node: Node, name: string) => void): void => {
  const isNamed = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration';
  const own = (isNamed ? textOf(childOf(node, 'id'), 'name') : undefined) ?? name;
  if (/Function/.test(node.type)) visit(node, own);
  for (const child of allChildren(node)) walk(child, own, visit);
};

export const longestFunctions = (): Size[] => {
  const sizes: Size[] = [];
  for (const file of listSources().filter(isProduct)) {
    const text = readSource(file);
    walk(programOf(file), '', (node, name) => {
      sizes.push({ name: `${file} ${name}`, lines: text.slice(node.start, node.end).split('\n').length });
    });
  }
  return longest(sizes);
};
