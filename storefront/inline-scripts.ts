import { readFile } from 'node:fs/promises';
import { minify } from 'terser';
import { type Plugin, transformWithOxc } from 'vite';

const query = '?inline-script';

/** Compiles a file's only function, and a call of it, into a script. Minified with terser, because every page contains it. */
const scriptOf = async (file: string): Promise<string> => {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  const name = /^export function (\w+)\(\)/m.exec(code)?.[1];
  if (name === undefined) throw new Error(`${file} exports no function without parameters`);
  const script = `(()=>{${code.replace('export function', 'function')};${name}()})()`;
  const compress = { passes: 3, keep_fargs: false, unsafe_arrows: true };
  const short = await minify(script, { ecma: 2020, compress, mangle: true, format: { inline_script: true } });
  return short.code ?? script;
};

/** `import script from 'x?inline-script'`: the text of a script that calls the only function of `x`. */
export const inlineScripts: Plugin = {
  name: 'inline-scripts',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith(query)) return null;
    const file = await this.resolve(source.slice(0, -query.length), importer);
    return file === null ? null : `\0${file.id}${query}`;
  },
  async load(id) {
    if (!id.startsWith('\0') || !id.endsWith(query)) return null;
    const file = id.slice(1, -query.length);
    this.addWatchFile(file);
    return `export default ${JSON.stringify(await scriptOf(file))}`;
  },
};
