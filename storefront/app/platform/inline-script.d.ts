/** A minified script to write into a page (`inline-scripts.ts`). */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
