// The frame of the desk: what it is, who is at it, whether it hears the server, and the page.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { TEXTS, texts, timeOfDay } from "../text/language";
import { Languages } from "../view/languages";
import { isOpen, isSignedIn, person } from "../wire/session";
import { paletteIsOpen, useOffer } from "./actions";
import { AskDialog } from "./ask";
import { Boards } from "./boards";
import { LastActs } from "./buttons";
import { DevicesAtTables } from "./devices_at_tables";
import { HandInPage } from "./hand_in";
import { Home } from "./home";
import { Inbox, useWatch } from "./inbox";
import { Live } from "./live";
import { OwnPage } from "./own";
import { Palette } from "./palette";
import { People } from "./people/page";
import { leave } from "./people/session";
import { SignIn } from "./people/sign_in";
import { peopleWords } from "./people/text";
import { Players } from "./players";
import { Print } from "./print";
import { Proposals } from "./proposals";
import { RecordView } from "./record";
import { Register } from "./register_view";
import { isTechnician, sectionsFor } from "./rights";
import { RoundView } from "./round";
import { go, pathOf, route, type Section } from "./router";
import { Seasons } from "./seasons/page";
import { Settings } from "./settings";
import { Standings } from "./standings";
import { Tables } from "./tables";
import { words } from "./text";

/** The keys of the parts of the desk. */
const KEYS: Partial<Record<Section, string>> = {
  round: "r",
  tables: "t",
  players: "e",
  standings: "s",
  record: "d",
  print: "x",
};

export function App() {
  const w = words.value;
  const shown = route.value;
  const live = useLive();
  const tournament = live?.tournament.value ?? null;
  useEffect(() => {
    const name = tournament?.settings?.name;
    document.title = name ? `${name} · ${w("desk")}` : w("desk");
  }, [tournament, w]);
  return (
    <>
      <a class="skip" href="#main">
        {texts.value("skip")}
      </a>
      <header class="header on-screen">
        <a class="brand" href="/desk" aria-label={`Damcast, ${w("desk")}`}>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>{w("desk")}</span>
        </a>
        {live && <LinkLine live={live} />}
        <button
          type="button"
          class="button palette-button"
          aria-label={w("commands")}
          onClick={() => {
            paletteIsOpen.value = true;
          }}
        >
          ⌘<span class="key">Ctrl K</span>
        </button>
        <Languages label={texts.value("language")} nameOf={(one) => TEXTS[one]("language-name")} />
      </header>
      {isOpen.value && (
        <aside class="open-desk on-screen">
          <p>{w("open-desk")}</p>
        </aside>
      )}
      <main id="main" tabIndex={-1} data-page={shown.page}>
        {shown.page === "home" && <Home />}
        {shown.page === "register" && <Register />}
        {shown.page === "seasons" && <Seasons />}
        {shown.page === "people" && <People />}
        {shown.page === "sign-in" && <SignIn />}
        {shown.page === "hand-in" && <HandInPage />}
        {shown.page === "own" && <OwnPage />}
        {shown.page === "tournament" && live && <TournamentPage live={live} />}
      </main>
      <footer class="desk-foot on-screen">
        <LastActs />
        {person.value !== "" && <p class="hint">{w("acts-as", { name: person.value })}</p>}
        <a href="/desk/people">{peopleWords.value("people")}</a>
        {!isSignedIn.value && !isOpen.value && (
          <a href="/desk/sign-in">{peopleWords.value("sign-in")}</a>
        )}
        {isSignedIn.value && (
          <button type="button" class="button" onClick={() => void leave()}>
            {w("sign-out")}
          </button>
        )}
      </footer>
      <Palette />
      <AskDialog />
    </>
  );
}

function TournamentPage({ live }: { readonly live: Live }) {
  const w = words.value;
  const shown = route.value;
  const tournament = live.tournament.value;
  const isOfTables = shown.page === "tournament" && shown.section === "tables";
  const watch = useWatch(live, tournament, isOfTables ? shown.detail : "");
  const sections = sectionsFor(live.roles.value);
  const isOfDevices = isTechnician(live.roles.value) && !sections.includes("tables");
  const showsDevices = isOfDevices && isOfTables && shown.detail === "devices";
  useOffer(
    "sections",
    sections.map((section) => ({
      id: `section-${section}`,
      label: sectionName(section),
      ...(KEYS[section] === undefined ? {} : { key: KEYS[section] }),
      run: () => go(pathOf(live.venue, live.id, section)),
    })),
  );
  const nav = useRef<HTMLElement>(null);
  const part = shown.page === "tournament" ? shown.section : "";
  const isThere = tournament !== null;
  useEffect(() => {
    // On a phone the parts are wider than the screen. `scrollIntoView` would scroll the page too.
    const [all, current] = [nav.current, nav.current?.querySelector("[aria-current]")];
    if (!all || !current) return;
    const [outer, inner] = [all.getBoundingClientRect(), current.getBoundingClientRect()];
    all.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }, [part, isThere]);
  if (shown.page !== "tournament") return null;
  if (live.link.value === "missing") {
    return <p class="empty">{texts.value("missing-tournament")}</p>;
  }
  const isHidden = live.link.value === "hidden";
  if (tournament === null && !isHidden && shown.section !== "boards") {
    return <p class="empty">{texts.value("loading")}</p>;
  }
  if (tournament === null) return <TechnicianPage live={live} isHidden={isHidden} />;
  return (
    <>
      <div class="title">
        <h1>{tournament.settings?.name}</h1>
      </div>
      <nav class="sections on-screen" aria-label={w("sections")} ref={nav}>
        {sections.map((section) => (
          <a
            key={section}
            href={pathOf(live.venue, live.id, section)}
            aria-current={section === shown.section ? "page" : undefined}
            data-section={section}
          >
            {sectionName(section)}
          </a>
        ))}
        {isOfDevices && (
          <a
            href={pathOf(live.venue, live.id, "tables", "devices")}
            aria-current={showsDevices ? "page" : undefined}
            data-section="devices"
          >
            {w("devices-at-tables")}
          </a>
        )}
      </nav>
      {live.offers("whole") && <Proposals live={live} tournament={tournament} />}
      {watch && <Inbox live={live} watch={watch} isWhole={shown.section === "tables"} />}
      {showsDevices && <DevicesAtTables live={live} />}
      {!sections.includes(shown.section) && !showsDevices && (
        <p class="empty">{w("not-your-section")}</p>
      )}
      {shown.section === "round" && (
        <RoundView live={live} tournament={tournament} detail={shown.detail} />
      )}
      {shown.section === "tables" && sections.includes("tables") && (
        <Tables live={live} tournament={tournament} watch={watch} detail={shown.detail} />
      )}
      {shown.section === "boards" && sections.includes("boards") && <Boards live={live} />}
      {shown.section === "players" && <Players live={live} tournament={tournament} />}
      {shown.section === "standings" && <Standings live={live} tournament={tournament} />}
      {shown.section === "record" && sections.includes("record") && (
        <RecordView live={live} tournament={tournament} version={live.version()} />
      )}
      {shown.section === "print" && (
        <Print live={live} tournament={tournament} detail={shown.detail} />
      )}
      {shown.section === "settings" && sections.includes("settings") && (
        <Settings live={live} tournament={tournament} />
      )}
    </>
  );
}

/** Shows what a technician sees of a tournament: its boards, and the devices at its tables. */
function TechnicianPage({ live, isHidden }: { readonly live: Live; readonly isHidden: boolean }) {
  const w = words.value;
  const shown = route.value;
  const isOfDevices = shown.page === "tournament" && shown.section === "tables";
  return (
    <>
      <div class="title">
        <h1>{live.id}</h1>
      </div>
      {isHidden && (
        <nav class="sections on-screen" aria-label={w("sections")}>
          <a
            href={pathOf(live.venue, live.id, "boards")}
            aria-current={isOfDevices ? undefined : "page"}
            data-section="boards"
          >
            {sectionName("boards")}
          </a>
          <a
            href={pathOf(live.venue, live.id, "tables", "devices")}
            aria-current={isOfDevices ? "page" : undefined}
            data-section="devices"
          >
            {w("devices-at-tables")}
          </a>
        </nav>
      )}
      {isOfDevices ? <DevicesAtTables live={live} /> : <Boards live={live} />}
    </>
  );
}

function sectionName(section: Section): string {
  return words.value(`section-${section}`);
}

/** Shows the state of the connection, and since when it is lost. */
function LinkLine({ live }: { readonly live: Live }) {
  const t = texts.value;
  const link = live.link.value;
  if (link === "hidden") return null;
  const text =
    link === "live"
      ? t("live")
      : link === "connecting"
        ? t("connecting")
        : t("offline-since", { time: timeOfDay(live.since.value) });
  const status = link === "live" ? "live" : link === "connecting" ? "connecting" : "offline";
  return (
    <p class="status" role="status" data-status={status}>
      <span class="status-dot" aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

/** Follows the tournament of the address. */
function useLive(): Live | null {
  const live = useSignal<Live | null>(null);
  const shown = route.value;
  const venue = shown.page === "tournament" ? shown.venue : null;
  const id = shown.page === "tournament" ? shown.id : null;
  useEffect(() => {
    if (venue === null || id === null) return;
    const followed = new Live(venue, id);
    live.value = followed;
    followed.start();
    return () => {
      followed.stop();
      live.value = null;
    };
  }, [venue, id, live]);
  return live.value;
}
