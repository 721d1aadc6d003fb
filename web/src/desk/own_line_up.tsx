// The line-up that a captain proposes by their own phone: a player for each board, by name.

import { useSignal } from "@preact/signals";
import type { Participants, Team } from "../wire/frames";
import type { Field } from "./ask";
import { ProposalForm } from "./proposal_form";
import { BOARDS_MAX, boardsOf, choiceOf, proposedBoards } from "./team_choice";
import { words } from "./text";

interface OwnLineUpProps {
  readonly team: Team;
  readonly participants: Participants;
  /** Sends the numbers of the players by board, 0 for a board without one. */
  readonly send: (boards: readonly number[], reason: string) => void;
}

export function OwnLineUp({ team, participants, send }: OwnLineUpProps) {
  const w = words.value;
  const proposed = proposedBoards(team, participants);
  const known = boardsOf(participants);
  // Only the desk knows how many boards there are until a team has handed in a line-up.
  const chosen = useSignal(proposed.length);
  const boards = known ?? chosen.value;
  const options = [
    { value: "0", label: `– (${w("own-no-player")})` },
    ...choiceOf(team, participants).map(({ id, name, club }) => ({
      value: String(id),
      label: club === null ? `${id}. ${name}` : `${id}. ${name} (${club})`,
    })),
  ];
  const fields = Array.from(
    { length: boards },
    (_, at): Field => ({
      name: `board-${at + 1}`,
      label: w("board-number", { board: at + 1 }),
      kind: "select",
      value: String(proposed[at] ?? 0),
      options,
    }),
  );
  return (
    <ProposalForm
      id="line-up"
      title={w("line-up-of", { name: team.name })}
      text={w("own-line-up-rules")}
      fields={[...fields, { name: "reason", label: w("late-reason"), kind: "text" }]}
      send={({ reason = "", ...answers }) =>
        send(
          fields.map(({ name }) => Number(answers[name] ?? 0)),
          reason,
        )
      }
    >
      {known === null && (
        <>
          <button
            type="button"
            class="button"
            data-boards="more"
            disabled={boards >= BOARDS_MAX}
            onClick={() => {
              chosen.value = boards + 1;
            }}
          >
            {w("own-board-more")}
          </button>
          <button
            type="button"
            class="button"
            data-boards="fewer"
            disabled={boards <= 1}
            onClick={() => {
              chosen.value = boards - 1;
            }}
          >
            {w("own-board-fewer")}
          </button>
        </>
      )}
    </ProposalForm>
  );
}
