import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keeps visible rows in place while new ones are added on top: browsers do this for blocks, but not for table rows. */
export function useStillRows(body: RefObject<HTMLElement | null>): void {
  const before = useRef<{ readonly row: HTMLElement; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    const frame = body.current?.closest('.table-frame');
    const row = body.current?.firstElementChild;
    if (frame === null || frame === undefined || !(row instanceof HTMLElement)) return;
    const box = frame.scrollHeight > frame.clientHeight ? frame : document.scrollingElement;
    const last = before.current;
    if (last?.row.isConnected && box !== null && box.scrollTop > 0) box.scrollTop += last.row.offsetTop - last.top;
    before.current = { row, top: row.offsetTop };
  });
}
