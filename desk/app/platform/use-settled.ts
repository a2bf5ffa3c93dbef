import { useEffect, useState } from 'react';

/** Returns a value after it has not changed for this many milliseconds. Two values are equal if their JSON is equal. */
export function useSettled<T extends string | object | null>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const json = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(json)), ms);
    return () => clearTimeout(timer);
  }, [json, ms]);
  return settled;
}
