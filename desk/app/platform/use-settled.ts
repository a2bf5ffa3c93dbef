import { useEffect, useState } from 'react';

/** Returns a value once it has stayed the same for so many milliseconds. Two values are the same if their JSON is. */
export function useSettled<T extends string | object | null>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const json = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(json)), ms);
    return () => clearTimeout(timer);
  }, [json, ms]);
  return settled;
}
