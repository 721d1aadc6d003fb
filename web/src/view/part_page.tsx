// A page of a tournament beside its boards, which is loaded when it is shown first.

import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import type { Feed } from "../live/feed";
import type { PartRoute } from "../router";
import { texts } from "../text/language";
import { Empty } from "./empty";

interface PartPageProps {
  readonly feed: Feed;
  readonly shown: PartRoute;
}

export function PartPage({ feed, shown }: PartPageProps) {
  const t = texts.value;
  const loaded = useSignal<{ readonly Pages: FunctionComponent<PartPageProps> } | null>(null);
  const isMissing = useSignal(false);
  useEffect(() => {
    void import("./parts").then(
      (file) => {
        loaded.value = file;
      },
      () => {
        isMissing.value = true;
      },
    );
  }, [loaded, isMissing]);
  if (isMissing.value) return <Empty title={t("part-unavailable")} isPage />;
  if (loaded.value === null) return <Empty title={t("loading")} isPage />;
  const { Pages } = loaded.value;
  return <Pages feed={feed} shown={shown} />;
}
