// The address of what is shown, to be passed on or copied.

import { useSignal } from "@preact/signals";
import { language, texts } from "../text/language";

interface ShareProps {
  /** The path of the page, without a query. */
  readonly path: string;
  /** The number of moves that have led to the position; `null` stands for the latest one. */
  readonly ply: number | null;
}

/** Returns the query of a shared address. */
export function sharedQuery(ply: number | null, lang: string): string {
  return ply === null ? `?lang=${lang}` : `?ply=${ply}&lang=${lang}`;
}

export function Share({ path, ply }: ShareProps) {
  const t = texts.value;
  const outcome = useSignal<"" | "copied" | "by-hand">("");
  const address = `${location.origin}${path}${sharedQuery(ply, language.value)}`;
  const share = async () => {
    outcome.value = await pass(address);
  };
  return (
    <div class="share">
      <button type="button" class="share-button" data-share onClick={() => void share()}>
        {t("share")}
      </button>
      <span role="status">{outcome.value === "copied" && t("address-copied")}</span>
      {outcome.value === "by-hand" && (
        <input
          class="share-address"
          readOnly
          aria-label={t("address")}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  );
}

/** Hands the address to the system, or copies it; returns what the reader is told about it. */
async function pass(address: string): Promise<"" | "copied" | "by-hand"> {
  // On a device that is held the system knows where it goes; elsewhere it would ask too much.
  if (navigator.share !== undefined && matchMedia("(pointer: coarse)").matches) {
    // Whoever changes their mind has cancelled it.
    return navigator.share({ url: address }).then(
      () => "",
      () => "",
    );
  }
  // Pages without encryption may not write to the clipboard.
  if (navigator.clipboard === undefined) return "by-hand";
  return navigator.clipboard.writeText(address).then(
    () => "copied",
    () => "by-hand",
  );
}
