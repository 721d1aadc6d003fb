// The code on a printed sheet by which whoever stands before it opens the public page.

import { QrCode } from "../view/qr_code";
import { HallCode, isLoopback } from "./hall_code";
import { words } from "./text";

/** Shows the code of a public path with its address, for those who cannot scan it; nothing where no other device could open it. */
export function SheetCode({ path }: { readonly path: string }) {
  if (isLoopback(location.hostname)) return null;
  const address = location.origin + path;
  return (
    <div class="sheet-code" data-code={address}>
      <QrCode text={address} />
      <p>
        {words.value("follow-live")}
        <span class="sheet-address">{address}</span>
      </p>
    </div>
  );
}

/** Says on the screen, and not on paper, why the sheets have no codes; nothing where they have. */
export function NoSheetCode() {
  if (!isLoopback(location.hostname)) return null;
  return <HallCode text={location.origin} />;
}
