// The code of a link that is to be opened by another device in the hall.

import { QrCode } from "../view/qr_code";
import { words } from "./text";

/** Shows the code; where the desk is open under an address of its own machine, why nothing could open it. */
export function HallCode({ text }: { readonly text: string }) {
  const { hostname, origin } = new URL(text);
  if (!isLoopback(hostname)) return <QrCode text={text} />;
  return (
    <p class="panel" role="note" data-only-here>
      {words.value("only-here", { address: origin })}
    </p>
  );
}

/** Returns true for the name or address by which a machine calls itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
