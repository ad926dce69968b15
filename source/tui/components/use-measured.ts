import { type DOMElement, type ElementMetrics, measureElement } from 'ink';
import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Where Ink laid a box out in the window, and how large; undefined before the first layout. It is measured whenever its
 * component is drawn, so the component must be drawn by whatever may move the box.
 */
export function useMeasured(box: RefObject<DOMElement | null>): ElementMetrics | undefined {
  const [metrics, setMetrics] = useState<ElementMetrics>();
  useLayoutEffect(() => {
    const measured = box.current ? measureElement(box.current) : undefined;
    setMetrics((before) => (isSame(before, measured) ? before : measured));
  });
  return metrics;
}

function isSame(a: ElementMetrics | undefined, b: ElementMetrics | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height;
}
