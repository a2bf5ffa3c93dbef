/** Groups of nodes that reach each other (Tarjan); only groups of two or more, each a knot to untie. */
export const findCycles = (edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const knots: string[][] = [];

  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
      } else if (onStack.has(next)) {
        low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const knot: string[] = [];
    let last: string | undefined;
    do {
      last = stack.pop();
      if (last === undefined) break;
      onStack.delete(last);
      knot.push(last);
    } while (last !== node);
    if (knot.length > 1) knots.push(knot.reverse());
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return knots;
};
