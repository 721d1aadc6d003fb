// The settings of a tournament, its files, and its end.

import { clone } from "@bufbuild/protobuf";
import { ExportFormat } from "../gen/damcast/v1/pairing_pb";
import { TournamentCreatedSchema } from "../gen/damcast/v1/tournament_pb";
import { language, texts } from "../text/language";
import { pairing, refusalText } from "../wire/api";
import { person, setPerson } from "../wire/session";
import { type Action, useOffer } from "./actions";
import { ask } from "./ask";
import { ActionButtons } from "./buttons";
import { copyEvent } from "./copy";
import { daysText, dayText, readDay } from "./days";
import { decide } from "./do";
import type { Live } from "./live";
import { isOfTeams, type Tournament } from "./model";
import { paceText } from "./pace";
import { usePresetName } from "./preset_name";
import { chosenPublicity, eventField } from "./publicity";
import { allTournaments } from "./register";
import { amendRegulation, checkRegulation } from "./regulation";
import { go } from "./router";
import { saveFile } from "./save_file";
import { seriesOf } from "./series";
import { seriesField } from "./series_field";
import { words } from "./text";

interface SettingsProps {
  readonly live: Live;
  readonly tournament: Tournament;
}

export function Settings({ live, tournament }: SettingsProps) {
  const w = words.value;
  const { settings } = tournament;
  const preset = usePresetName(settings?.regulation?.preset ?? "");
  const all: Action[] = [
    { id: "amend", label: w("amend"), isNext: true, run: () => void amend(live, tournament) },
    ...(settings?.regulation
      ? [
          {
            id: "amend-regulation",
            label: w("amend-regulation"),
            run: () => void amendRegulation(live, tournament),
          },
          {
            id: "check-regulation",
            label: w("check-regulation"),
            run: () => void checkRegulation(tournament),
          },
        ]
      : []),
    { id: "copy", label: w("copy-event"), run: () => void copyEvent(live, tournament) },
    { id: "person", label: w("other-person"), run: () => void otherPerson() },
    {
      id: "export-csv",
      label: w("export-csv"),
      run: () => void save(live, ExportFormat.CSV, "csv"),
    },
    {
      id: "export-html",
      label: w("export-html"),
      run: () => void save(live, ExportFormat.HTML, "html"),
    },
  ];
  if (!isOfTeams(tournament)) {
    all.push({
      id: "export-trf",
      label: w("export-trf"),
      // The federation that counts ratings has to know who they are.
      run: () => void save(live, ExportFormat.TRF16, "trf", live.offers("whole")),
    });
  }
  if (tournament.rounds.every((round) => round.openedAtMs === 0n)) {
    all.push({
      id: "delete",
      label: w("delete"),
      run: () => void remove(live, settings?.name ?? ""),
    });
  }
  const actions = all.filter(({ id }) => live.offers(id));
  useOffer("settings", actions);
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title">{w("settings")}</h2>
      <dl class="facts">
        <dt>{w("name")}</dt>
        <dd>{settings?.name}</dd>
        <dt>{w("place")}</dt>
        <dd>{settings?.place || "–"}</dd>
        <dt>{w("series")}</dt>
        <dd>{settings?.series || "–"}</dd>
        <dt>{w("days")}</dt>
        <dd>{daysText(settings?.firstDay, settings?.lastDay, texts.value.locales) || "–"}</dd>
        <dt>{w("notice")}</dt>
        <dd>{settings?.notice || "–"}</dd>
        <dt>{w("preset")}</dt>
        <dd data-preset={settings?.regulation?.preset}>{preset || "–"}</dd>
        <dt>{w("pace")}</dt>
        <dd>{paceText(settings?.regulation?.pace?.stages ?? []) || "–"}</dd>
        {settings?.regulation?.rounds !== undefined && (
          <>
            <dt>{texts.value("rounds")}</dt>
            <dd>{settings.regulation.rounds}</dd>
          </>
        )}
        <dt>{w("your-name")}</dt>
        <dd>{person.value || "–"}</dd>
      </dl>
      <ActionButtons actions={actions} />
      <p>
        <a href={`/t/${live.venue}/${live.id}`} target="_blank" rel="noreferrer">
          {w("spectators-page")}
        </a>
      </p>
    </section>
  );
}

async function amend(live: Live, { settings, rounds }: Tournament) {
  if (!settings) return;
  const w = words.value;
  const isPublished = rounds.some((round) => round.publishedAtMs > 0n);
  const known = await knownSeries(live.venue);
  const answers = await ask({
    title: w("amend"),
    fields: [
      { name: "name", label: w("name"), kind: "text", value: settings.name, isRequired: true },
      { name: "place", label: w("place"), kind: "text", value: settings.place },
      {
        name: "first-day",
        label: w("first-day"),
        kind: "date",
        value: dayText(settings.firstDay),
      },
      { name: "last-day", label: w("last-day"), kind: "date", value: dayText(settings.lastDay) },
      {
        name: "notice",
        label: w("notice"),
        kind: "text",
        value: settings.notice,
        hint: w("notice-hint"),
      },
      eventField(settings.publicity),
      seriesField(settings.series, known),
      ...(isPublished ? [{ name: "reason", label: w("reason"), kind: "text" as const }] : []),
    ],
    confirm: w("save"),
  });
  if (!answers) return;
  const amended = clone(TournamentCreatedSchema, settings);
  amended.name = answers.name ?? "";
  amended.place = answers.place ?? "";
  amended.notice = answers.notice ?? "";
  amended.series = answers.series ?? "";
  amended.publicity = chosenPublicity(answers.publicity);
  const [firstDay, lastDay] = [readDay(answers["first-day"]), readDay(answers["last-day"])];
  delete amended.firstDay;
  delete amended.lastDay;
  if (firstDay) amended.firstDay = firstDay;
  if (lastDay) amended.lastDay = lastDay;
  await decide(live, "amend", w("amend"), (common) =>
    pairing.amendTournament({ ...common, settings: amended, reason: answers.reason ?? "" }),
  );
}

/** Returns the series of a venue; none where they cannot be read. */
async function knownSeries(venue: string): Promise<string[]> {
  try {
    return seriesOf(await allTournaments(venue));
  } catch {
    // Then none is proposed.
    return [];
  }
}

async function otherPerson() {
  const w = words.value;
  const answers = await ask({
    title: w("other-person"),
    fields: [
      {
        name: "person",
        label: w("your-name"),
        kind: "text",
        value: person.value,
        isRequired: true,
      },
    ],
    confirm: w("save"),
  });
  if (answers) setPerson(answers.person ?? "");
}

async function remove(live: Live, name: string) {
  const w = words.value;
  const answers = await ask({
    title: w("deletes", { name }),
    text: w("delete-text"),
    fields: [{ name: "reason", label: w("reason"), kind: "text" }],
    confirm: w("delete"),
    isDangerous: true,
  });
  if (!answers) return;
  const deleted = await decide(live, "delete", w("deletes", { name }), (common) =>
    pairing.deleteTournament({ ...common, reason: answers.reason ?? "" }),
  );
  if (deleted) go("/desk");
}

/** Writes the tournament as a file, and lets the browser save it. */
async function save(live: Live, format: ExportFormat, ending: string, asEntered = false) {
  const w = words.value;
  try {
    const common = { tournament: live.ref, format, language: language.peek() };
    const request = { ...common, asEntered };
    const { content, mediaType, problems } = await pairing.exportTournament(request);
    saveFile(`${live.id}.${ending}`, content, mediaType);
    if (problems.length > 0) {
      await ask({ title: w("warnings"), text: problems.join("\n"), confirm: w("go-on") });
    }
  } catch (error) {
    const text = refusalText(error, language.peek());
    await ask({ title: w("warnings"), text, confirm: w("go-on") });
  }
}
