import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keeps the end of a growing box visible, until the user scrolls away from it. */
export function useFollow(find: () => HTMLElement | null | undefined, isGrowing: boolean, startsAtOnce: boolean): void {
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const box = find();
    if (!isGrowing || box === null || box === undefined) return;
    const height = before.current;
    const wasAtEnd = height !== null && box.scrollTop + box.clientHeight >= height - 8;
    if (wasAtEnd && (startsAtOnce || box.scrollTop > 0)) box.scrollTop = box.scrollHeight;
    before.current = box.scrollHeight;
  });
}
