// The note on pages that came over a network without TLS.

import { texts } from "../text/language";

export function InTheClear() {
  // True also for this machine itself, where nobody is on the way.
  if (window.isSecureContext) return null;
  return (
    <p class="in-the-clear" role="note">
      {texts.value("in-the-clear")}
    </p>
  );
}
