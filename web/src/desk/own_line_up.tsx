// The line-up that a captain proposes by their own phone: a player for each board, by name.

import type { Participants, Team } from "../wire/frames";
import type { Field } from "./ask";
import { ProposalForm } from "./proposal_form";
import { choiceOf, proposedBoards } from "./team_choice";
import { words } from "./text";

interface OwnLineUpProps {
  readonly team: Team;
  readonly participants: Participants;
  /** Sends the numbers of the players by board, 0 for a board without one. */
  readonly send: (boards: readonly number[], reason: string) => void;
}

export function OwnLineUp({ team, participants, send }: OwnLineUpProps) {
  const w = words.value;
  const options = [
    { value: "0", label: `– (${w("own-no-player")})` },
    ...choiceOf(team, participants).map(({ id, name, club }) => ({
      value: String(id),
      label: club === null ? `${id}. ${name}` : `${id}. ${name} (${club})`,
    })),
  ];
  const fields = proposedBoards(team, participants).map(
    (player, at): Field => ({
      name: `board-${at + 1}`,
      label: w("board-number", { board: at + 1 }),
      kind: "select",
      value: String(player),
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
    />
  );
}
