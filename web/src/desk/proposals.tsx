// The proposals of participants that wait: each is accepted, or refused with a reason.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Proposal } from "../gen/damcast/v1/pairing_pb";
import { language, timeOfDay } from "../text/language";
import { pairing } from "../wire/api";
import { ask } from "./ask";
import { decide } from "./do";
import type { Live } from "./live";
import type { Tournament } from "./model";
import { words } from "./text";

interface ProposalsProps {
  readonly live: Live;
  readonly tournament: Tournament;
}

export function Proposals({ live, tournament }: ProposalsProps) {
  const w = words.value;
  const known = useSignal<readonly Proposal[]>([]);
  const waiting = tournament.proposals.join(" ");
  useEffect(() => {
    if (waiting === "") {
      known.value = [];
      return;
    }
    const read = async () => {
      const request = { tournament: live.ref, language: language.value };
      known.value = (await pairing.listProposals(request)).proposals;
    };
    // The numbers stand until the texts come.
    void read().catch(() => {});
  }, [live, waiting, language.value, known]);
  if (waiting === "") return null;
  const textOf = (number: number) => known.value.find((one) => one.number === number);
  return (
    <div class="inbox on-screen" role="log" aria-label={w("proposals")}>
      <ul>
        {tournament.proposals.map((number) => {
          const proposal = textOf(number);
          return (
            <li key={number} class="alarm" data-proposal={number}>
              <b>{w("proposal", { number })}</b>
              <span>{proposal?.text}</span>
              <span class="hint">{proposal && timeOfDay(Number(proposal.atMs))}</span>
              {live.offers("answer-proposal") && (
                <span class="buttons">
                  <button
                    type="button"
                    class="button button-next"
                    onClick={() => void answer(live, number, true, "")}
                  >
                    {w("proposal-accept")}
                  </button>
                  <button
                    type="button"
                    class="button"
                    onClick={() => void refuse(live, number, proposal?.text ?? "")}
                  >
                    {w("proposal-refuse")}
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

async function refuse(live: Live, number: number, text: string): Promise<void> {
  const w = words.value;
  const answers = await ask({
    title: w("proposal-refuses", { number }),
    text,
    fields: [{ name: "reason", label: w("reason"), kind: "text", isRequired: true }],
    confirm: w("proposal-refuse"),
  });
  if (answers) await answer(live, number, false, answers.reason ?? "");
}

async function answer(live: Live, number: number, accept: boolean, reason: string): Promise<void> {
  const w = words.value;
  const label = accept ? w("proposal-accepts", { number }) : w("proposal-refuses", { number });
  await decide(live, `proposal ${number}`, label, (common) =>
    pairing.answerProposal({ ...common, proposal: number, accept, reason }),
  );
}
