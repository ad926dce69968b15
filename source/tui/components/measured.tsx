import { type DOMElement, type ElementMetrics, measureElement, useCursor } from 'ink';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useSnapshot, useUi } from '../app-context.js';

/**
 * Where Ink laid a box out in the window, and how large; undefined before the first layout. It is measured whenever its
 * component is drawn, so the component must be drawn by whatever may move the box.
 */
export function useMeasured(box: RefObject<DOMElement | null>): ElementMetrics | undefined {
  const [metrics, setMetrics] = useState<ElementMetrics>();
  useLayoutEffect(() => {
    const measured = box.current ? measureElement(box.current) : undefined;
    setMetrics((before) => (JSON.stringify(before) === JSON.stringify(measured) ? before : measured));
  });
  return metrics;
}

type Props = { readonly box: RefObject<DOMElement | null>; readonly column?: number };

/**
 * Puts the terminal's own cursor into a box: on what keys choose, or where text goes, so that input methods compose
 * there. Only one component may place it. It stands behind the box, which is there to be measured by then.
 */
export function BoxCursor({ box, column = 0 }: Props) {
  useUi();
  // What the engine says may take rows above the box.
  useSnapshot();
  const { setCursorPosition } = useCursor();
  const place = useMeasured(box);
  setCursorPosition(place && { x: place.x + column, y: place.y });
  return null;
}
