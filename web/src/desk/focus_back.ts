// The way back to the button of a part of the page that was opened and is closed (WCAG 2.4.3).

import { useEffect, useRef } from "preact/hooks";

/**
 * Gives the focus to the button of an action once what it opened is closed, unless the focus is elsewhere by then: keys go
 * on where they began.
 */
export function useFocusBack(action: string, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    // What held the focus is gone with the part.
    if (!isClosed || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus();
  }, [action, isOpen]);
}
