import { parseSync } from 'oxc-parser';
import { listSources, readSource } from './source-files.ts';

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

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name?: string } | null;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

/** Calls `visit` for every function below a node, with the name it is bound to. */
const walk = (node: Node, name: string, visit: (node: Node, name: string) => void): void => {
  const own =
    node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? (node.id?.name ?? name) : name;
  if (/Function/.test(node.type)) visit(node, own);
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) walk(item, own, visit);
  }
};

export const longestFunctions = (): Size[] => {
  const sizes: Size[] = [];
  for (const file of listSources().filter(isProduct)) {
    const text = readSource(file);
    const program: unknown = parseSync(file, text).program;
    if (!isNode(program)) continue;
    walk(program, '', (node, name) => {
      sizes.push({ name: `${file} ${name}`, lines: text.slice(node.start, node.end).split('\n').length });
    });
  }
  return longest(sizes);
};
