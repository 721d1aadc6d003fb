// The way to the pages of one tournament.

import type { Feed } from "../live/feed";
import { overviewPath, partPath, type Route } from "../router";
import { texts } from "../text/language";

interface TabsProps {
  readonly feed: Feed;
  readonly page: Route["page"];
}

export function Tabs({ feed, page }: TabsProps) {
  const t = texts.value;
  const { venue, id } = feed;
  const tabs = [
    ["overview", t("boards"), overviewPath(venue, id, null)],
    ["players", t("players"), partPath(venue, id, "players")],
    ["crosstable", t("crosstable"), partPath(venue, id, "crosstable")],
    ["schedule", t("schedule"), partPath(venue, id, "schedule")],
  ] as const;
  return (
    <nav class="tabs" aria-label={t("pages")}>
      <ul>
        {tabs.map(([one, name, path]) => (
          <li key={one}>
            <a href={path} aria-current={one === page ? "page" : undefined} data-tab={one}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
