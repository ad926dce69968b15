import { type DOMElement, useCursor } from 'ink';
import type { RefObject } from 'react';
import { useUi } from '../app-context.js';
import { useMeasured } from './use-measured.js';

/** Puts the terminal's own cursor where a box begins: on what keys choose. */
export function BoxCursor({ box }: { readonly box: RefObject<DOMElement | null> }) {
  useUi();
  const { setCursorPosition } = useCursor();
  const place = useMeasured(box);
  setCursorPosition(place && { x: place.x, y: place.y });
  return null;
}
