interface Press {
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Returns whether a press of a link asks for a new tab, a new window or a download. */
export const isElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: Press): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;
