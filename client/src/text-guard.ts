/**
 * Protects React from translators, word replacers and writing aids, which replace a text by an element, overwrite it, or add elements
 * beside it. React continues with its own text node. Removing the node or inserting before it throws, updates are invisible,
 * and hydration does not recognise the changed markup. React has no solution (facebook/react#11538).
 *
 * The guard records such changes. When React accesses a changed text, the guard restores the text and removes the replacement. A
 * translator then translates the text again. Without a change, the page's nodes stay as the browser created them.
 *
 * The function must not use other code, because the shop's pages run it as an inline script. The script comes before all others,
 * so that changes before hydration are also recorded. Returns a function that ends the guard.
 */
export function guardTexts(): () => void {
  /** Nodes that were removed from `parent`, and their replacement. */
  interface Swap {
    parent: Node;
    taken: readonly Node[];
    put: readonly Node[];
    /** The content of a split text. The rest of the text is in a later node. */
    words?: string | null;
  }
  const swaps = new WeakMap<Node, Swap>();
  /** The swaps by the node that replaces. */
  const standing = new WeakMap<Node, Swap>();
  /** Server-rendered texts that another script has overwritten, with their original content. */
  const ownWords = new WeakMap<Node, string>();
  /** Nodes that another script has added to the server's markup. */
  const strangers = new WeakSet<Node>();
  /**
   * Number of times that each text was restored for hydration. The limit stops loops with scripts that watch the page
   * by the same getters.
   */
  const returns = new WeakMap<Node, number>();
  const nodes = Node.prototype;
  const { appendChild, insertBefore, removeChild } = nodes;
  let isArmed = false;

  const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
  /** Avoids the getter that the guard has patched for React. */
  const next = (node: Node): Node | null => {
    const siblings = [...(node.parentNode?.childNodes ?? [])];
    return siblings.find((_, place) => place > 0 && siblings[place - 1] === node) ?? null;
  };
  /** React marks the nodes that it has rendered or hydrated. */
  const isOfReact = (node: Node | null) => node !== null && Object.keys(node).some((key) => key.startsWith('__react'));

  /**
   * Nodes that replace the removed ones, from all `records` of their parent. Empty if no nodes were inserted there, or
   * React inserted them.
   */
  const standIns = (removal: MutationRecord, records: readonly MutationRecord[]): readonly Node[] => {
    const { target, previousSibling, nextSibling } = removal;
    const isStandIn = (node: Node | null): node is Node =>
      node !== null && node.parentNode === target && !standing.has(node) && !isOfReact(node);
    if (removal.addedNodes.length > 0) return [...removal.addedNodes].filter(isStandIn);
    const added = records.filter((record) => record.addedNodes.length > 0);
    const isAdded = (node: Node | null) =>
      isStandIn(node) && added.some((record) => [...record.addedNodes].includes(node));
    const beside = [previousSibling, nextSibling].find(isAdded);
    if (beside) return [beside];
    const between = added.find(
      (record) => record.previousSibling === previousSibling && record.nextSibling === nextSibling,
    );
    return [...(between?.addedNodes ?? [])].filter(isStandIn).slice(0, 1);
  };

  const keep = (swap: Swap) => {
    for (const node of swap.taken) swaps.set(node, swap);
    for (const node of swap.put) standing.set(node, swap);
    arm();
  };

  /** True if the same change has added the node. */
  const isNew = (node: Node, records: readonly MutationRecord[]) =>
    records.some(({ addedNodes }) => [...addedNodes].some((added) => added === node));

  const readRemoval = (record: MutationRecord, records: readonly MutationRecord[]) => {
    const taken = [...record.removedNodes];
    if (!taken.some(isText)) return;
    const put = standIns(record, records);
    const isAway = (node: Node) => node.parentNode === null || put.some((one) => one.contains(node));
    if (put.length > 0 && taken.every(isAway)) keep({ parent: record.target, taken, put });
  };

  /** `records`: the records of the text's parent. */
  const readWriting = ({ target, oldValue }: MutationRecord, records: readonly MutationRecord[]) => {
    const { parentNode } = target;
    if (parentNode === null) return;
    if (oldValue !== null && !ownWords.has(target) && !isOfReact(target) && !isOfReact(parentNode)) {
      ownWords.set(target, oldValue);
      arm();
    }
    if (swaps.has(target)) return;
    // A text with a marked part is split. The rest is in later nodes.
    const put: Node[] = [];
    for (let node = next(target); node !== null && !standing.has(node) && !isOfReact(node); node = next(node)) {
      if (!isNew(node, records)) break;
      put.push(node);
    }
    if (put.length > 0) keep({ parent: parentNode, taken: [target], put, words: oldValue });
  };

  const readAddition = ({ target, addedNodes }: MutationRecord) => {
    // The parser also adds nodes: the markup of the page.
    if (document.readyState === 'loading' || isOfReact(target)) return;
    for (const node of addedNodes) {
      if (standing.has(node) || swaps.has(node) || isOfReact(node)) continue;
      strangers.add(node);
      arm();
    }
  };

  const read = (records: readonly MutationRecord[]) => {
    const ofTarget = new Map<Node | null, MutationRecord[]>();
    for (const record of records) {
      const same = ofTarget.get(record.target);
      if (same) same.push(record);
      else ofTarget.set(record.target, [record]);
    }
    for (const record of records) {
      const { type, target, removedNodes } = record;
      if (type === 'characterData') readWriting(record, ofTarget.get(target.parentNode) ?? []);
      else if (removedNodes.length > 0) readRemoval(record, ofTarget.get(target) ?? []);
    }
    for (const record of records) if (record.addedNodes.length > 0) readAddition(record);
  };

  const observer = new MutationObserver(read);

  let write = (text: Node, words: string) => {
    text.nodeValue = words;
  };

  const putBack = (swap: Swap | undefined) => {
    if (swap === undefined) return;
    read(observer.takeRecords());
    const { parent, taken, put, words } = swap;
    for (const one of taken) swaps.delete(one);
    for (const one of put) standing.delete(one);
    const there = put.filter((one) => one.parentNode === parent);
    const [place] = there;
    if (place !== undefined) for (const one of taken) insertBefore.call(parent, one, place);
    for (const one of there) removeChild.call(parent, one);
    const [cut] = taken;
    if (words && cut) write(cut, words);
    // Drops the records of changes by the guard.
    observer.takeRecords();
  };

  /** True if a text may be restored once more for hydration. */
  const mayReturn = (text: Node): boolean => {
    const times = returns.get(text) ?? 0;
    returns.set(text, times + 1);
    return times < 25;
  };

  /** The node that the server rendered. React searches this node among the siblings. */
  const drawn = (found: ChildNode | null): ChildNode | null => {
    if (found === null) return found;
    const swap = standing.get(found) ?? swaps.get(found);
    const [text] = swap?.taken ?? [found];
    const words = text && ownWords.get(text);
    if (text && (swap || words !== undefined)) {
      if (!mayReturn(text)) return found;
      const { previousSibling, parentNode } = found;
      putBack(swap);
      ownWords.delete(text);
      if (words !== undefined) write(text, words);
      observer.takeRecords();
      return swap ? (previousSibling?.nextSibling ?? parentNode?.childNodes[0] ?? null) : found;
    }
    return strangers.has(found) ? found.nextSibling : found;
  };

  /** Restores the content of an overwritten text. */
  const takeBackWords = (text: Node) => {
    const words = ownWords.get(text);
    if (words === undefined || !mayReturn(text)) return;
    ownWords.delete(text);
    write(text, words);
    observer.takeRecords();
  };

  /** The text from which React continues may have been removed since. */
  const stayWhere = (node: Node) => {
    const swap = swaps.get(node);
    if (swap && swap.parent !== node.parentNode && mayReturn(node)) putBack(swap);
  };

  const undo: (() => void)[] = [];
  const describe = (name: 'firstChild' | 'nextSibling' | 'nodeValue' | 'textContent'): PropertyDescriptor => {
    const descriptor = Object.getOwnPropertyDescriptor(nodes, name) ?? {};
    undo.push(() => Object.defineProperty(nodes, name, descriptor));
    return descriptor;
  };

  const arm = () => {
    if (isArmed) return;
    isArmed = true;
    const first = describe('firstChild');
    const next = describe('nextSibling');
    const value = describe('nodeValue');
    const content = describe('textContent');
    Object.defineProperty(nodes, 'firstChild', {
      ...first,
      get(this: Node) {
        return drawn(first.get?.call(this));
      },
    });
    Object.defineProperty(nodes, 'nextSibling', {
      ...next,
      get(this: Node) {
        stayWhere(this);
        return drawn(next.get?.call(this));
      },
    });
    // React reads the whole content of an element that contains only a text.
    Object.defineProperty(nodes, 'textContent', {
      ...content,
      get(this: Node) {
        for (const node of [...this.childNodes]) {
          const swap = standing.get(node);
          const [text] = swap?.taken ?? [];
          if (text && mayReturn(text)) putBack(swap);
        }
        for (const node of this.childNodes) takeBackWords(node);
        const own = [...this.childNodes].filter((node) => !strangers.has(node));
        if (own.length === this.childNodes.length) return content.get?.call(this);
        return own.map((node) => (node.nodeType === Node.COMMENT_NODE ? '' : node.textContent)).join('');
      },
    });
    write = (text, words) => value.set?.call(text, words);
    Object.defineProperty(nodes, 'nodeValue', {
      ...value,
      get(this: Node) {
        takeBackWords(this);
        return value.get?.call(this);
      },
      set(this: Node, words: string | null) {
        putBack(swaps.get(this));
        ownWords.delete(this);
        value.set?.call(this, words);
      },
    });
    nodes.removeChild = function <T extends Node>(this: Node, child: T): T {
      putBack(swaps.get(child));
      return child.parentNode === this ? removeChild.call(this, child) && child : child;
    };
    nodes.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
      putBack(swaps.get(node));
      if (before !== null) putBack(swaps.get(before));
      insertBefore.call(this, node, before?.parentNode === this ? before : null);
      return node;
    };
    nodes.appendChild = function <T extends Node>(this: Node, node: T): T {
      putBack(swaps.get(node));
      appendChild.call(this, node);
      return node;
    };
    undo.push(() => Object.assign(nodes, { appendChild, insertBefore, removeChild }));
  };

  observer.observe(document, { childList: true, subtree: true, characterData: true, characterDataOldValue: true });
  return () => {
    observer.disconnect();
    for (const restore of undo) restore();
  };
}
