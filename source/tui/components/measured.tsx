import { type DOMElement, type ElementMetrics, measureElement, useCursor } from 'ink';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useUi } from '../app-context.js';

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

/** Puts the terminal's own cursor where a box begins: on what keys choose. */
export function BoxCursor({ box }: { readonly box: RefObject<DOMElement | null> }) {
  useUi();
  const { setCursorPosition } = useCursor();
  const place = useMeasured(box);
  setCursorPosition(place && { x: place.x, y: place.y });
  return null;
}
