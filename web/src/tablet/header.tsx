// Always in sight: the table, and what the tablet knows of the connection.

import { timeOfDay } from "../text/choice";
import { ArbiterButton } from "./call";
import { enrolled } from "./device";
import { Elsewhere } from "./elsewhere";
import { connection, cutOffSince, outbox, refused, table, unsent } from "./link";
import { storageFails } from "./storage";
import { words } from "./text";
import { version } from "./version";

export function TabletHeader() {
  const w = words.value;
  const number = table.value?.table ?? enrolled.value?.table ?? 0;
  return (
    <header class="tablet-header">
      <p class="tablet-number" data-table={number}>
        {w("table-number", { table: number })}
      </p>
      <ArbiterButton />
      <LinkLine />
      {storageFails.value && (
        <p role="alert" class="tablet-trouble">
          {w("cannot-save")}
        </p>
      )}
    </header>
  );
}

function LinkLine() {
  const w = words.value;
  const count = unsent.value.length;
  // A tablet that knows no table has nothing to play on with.
  const link = connection.value === "cut" && table.value === null ? "connecting" : connection.value;
  const text =
    link === "cut" ? w("link-cut", { time: timeOfDay(cutOffSince.value ?? 0) }) : w(`link-${link}`);
  const trouble = refused.value || outbox.trouble.value;
  return (
    <div class="tablet-link" role="status" data-link={link} data-kept={count}>
      <p class="status" data-status={link === "live" ? "live" : "offline"}>
        <span class="status-dot" aria-hidden="true" />
        <span>{text}</span>
        <span class="tablet-version" data-version={version}>
          <span class="hidden">{w("version")} </span>
          {version}
        </span>
      </p>
      {count > 0 && <p class="tablet-kept">{w("kept-count", { count })}</p>}
      {trouble !== "" && <p class="tablet-trouble">{trouble}</p>}
      {refused.value !== "" && <Elsewhere />}
    </div>
  );
}
