/** A script as it is written into a page (`inline-scripts.ts`). */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
