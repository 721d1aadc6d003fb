// QR codes.

import { encode } from "uqr";

/** A QR code, black on white in the dark, too, as cameras expect it. */
export function QrCode({ text }: { readonly text: string }) {
  const { size, data } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} width="240" height="240" aria-hidden="true">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
