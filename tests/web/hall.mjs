// A tournament hall: players' tablets and the arbiter's desk, each with its own sequence of inputs.

import assert from "node:assert/strict";
import { call, decode, decodeAll } from "./grpc.mjs";

const SEATS = { white: 1, black: 2, table: 3, desk: 4 };
const RULES = { international: 1, frisian: 2, "international-2006": 3 };
const BERGER = 2;
/** The name of the arbiter in the tournament's log. */
const BY = "Wedstriidlieder";
/** Eighty minutes, and one minute a move. */
const KK = [
  [1, 4_800_000],
  [2, 60_000],
];
const FISCHER = 1;
const REGULATION_2006_RULE_3 = 1;
const STARTS_AT_TABLE = 3;
/** Longest time that a call waits for its verdict, in milliseconds. */
const WAIT_MS = 5000;
const VERDICTS = ["", "stored", "accepted", "refused", "pending"];

/** Matters for which a table calls the arbiter. */
export const MATTERS = { irregularMove: 1, clock: 2, disturbance: 3, result: 4, other: 5 };
export const SCORES = { white: 1, draw: 2, black: 3 };
export const BY_ARBITER = 6;

/**
 * Returns a time control of stages; each has a time, and may have required moves and an increment.
 */
export function stages(...all) {
  return all.map(({ moves = 0, timeMs, incrementMs = 0 }) => [
    3,
    [
      [1, moves],
      [2, timeMs],
      [3, incrementMs > 0 ? FISCHER : 0],
      [4, incrementMs],
    ],
  ]);
}

/** The arbiter's orders to a clock; a pause has its reason (2006 art. 2). */
export const ORDERS = {
  pause: [
    [1, []],
    [9, "a fire alarm"],
  ],
  resume: [[2, []]],
  adjust: (side, leftMs) => [
    [
      3,
      [
        [1, SEATS[side]],
        [2, leftMs],
        [3, "the clock was set wrongly"],
      ],
    ],
  ],
  absent: (side, afterMs) => [
    [
      4,
      [
        [1, SEATS[side]],
        [
          2,
          [
            [1, afterMs],
            [2, REGULATION_2006_RULE_3],
          ],
        ],
      ],
    ],
  ],
  present: (side) => [[5, SEATS[side]]],
  playOn: [[6, []]],
};

export class Hall {
  #system;
  #tournament;
  #token;
  #sequences = new Map();
  /** The round whose games the tablets play. */
  round = 1;

  /** `token` is that of the chief arbiter, where doors are locked. */
  constructor(system, tournament, token = null) {
    this.#system = system;
    this.#tournament = tournament;
    this.#token = token;
  }

  /** Opens the first round of a club of four, by the rules of 2006. */
  static async atClub(system) {
    const hall = new Hall(system, "club");
    const players = ["Anna", "Bauke", "Cor", "Durk"];
    await hall.open({ name: "Club evening", rules: "international-2006", players });
    return hall;
  }

  /** Creates a tournament whose first round is open, with tablets at every table. */
  async open(event) {
    await this.prepare(event);
    await this.#assign("desk", 0, "desk");
    await this.seat(event.players.length / 2);
    await this.openRound(1);
  }

  /** Creates a tournament with its players. */
  async prepare({ name, rules, players, control = KK, place = "", ...points }) {
    const { isForChildren = false, movePresses = isForChildren, signsSheet = false } = points;
    const settings = [
      [1, name],
      [2, RULES[rules]],
      [3, control],
      [4, BERGER],
      [9, place],
      // A move presses the clock, and the tablets show where a piece may go.
      [10, movePresses],
      [11, isForChildren],
      // The players sign the score sheet on the glass.
      [14, signsSheet],
    ];
    await this.#pairing("CreateTournament", [[2, settings]]);
    for (const player of players) await this.enter(player);
  }

  /** Enters a player. */
  async enter(player) {
    await this.#pairing("EnterPlayer", [[2, player]]);
  }

  /** Seats the arbiter's desk, which may rule from then on. */
  async seatDesk() {
    await this.#assign("desk", 0, "desk");
  }

  /** Pairs a round and publishes it. */
  async publish(round) {
    await this.#pairing("PairRound", [[2, round]]);
    await this.#pairing("PublishRound", [[2, round]]);
  }

  /** Opens a round, which is paired if it was not. */
  async openRound(round, isPaired = false) {
    if (!isPaired) await this.#pairing("PairRound", [[2, round]]);
    await this.#pairing("OpenRound", [[2, round]]);
    this.round = round;
  }

  /** Closes a round whose missing games are made up. */
  async closeRound(round) {
    await this.#pairing("CloseRound", [
      [2, round],
      [3, "the hall closes"],
    ]);
  }

  /** Lets the clock of a table stand until Black presses. */
  async startsAtTable(round, table) {
    await this.#pairing("SetStartMode", [
      [2, round],
      [3, table],
      [4, STARTS_AT_TABLE],
    ]);
  }

  /** Returns the number of devices whose clocks are known to be at fault. */
  async clockFaults() {
    const method = "BoardIngestService/ListTables";
    const address = this.#system.address("board-ingest");
    const answer = await call(address, method, [[1, this.#reference()]], this.#token, true);
    const tables = answer.get(1).map(decodeAll);
    const devices = tables.flatMap((table) => (table.get(2) ?? []).map(decodeAll));
    return devices.filter((device) => device.has(3)).length;
  }

  /** Puts tablets at tables, from the first or another. */
  async seat(tables, first = 1) {
    for (let table = first; table <= tables; table += 1) {
      await this.#assign(`white-${table}`, table, "white");
      await this.#assign(`black-${table}`, table, "black");
    }
  }

  /** Takes a device that is enrolled elsewhere to a table of this tournament. */
  async take(device, table, seat) {
    const address = this.#system.address("board-ingest");
    const venue = [[1, "main"]];
    const listed = await call(address, "AccessService/ListAccess", venue, this.#token, true);
    const subjects = listed.get(1).map(decodeAll);
    const subject = subjects.find((one) => one.get(1)[0].toString() === device);
    const [grant] = subject.get(5).map(decode);
    const limits = [
      [1, this.#tournament],
      [
        2,
        [
          [1, table],
          [2, table],
        ],
      ],
    ];
    const move = [...venue, [2, grant.get(1)], [3, limits]];
    await call(address, "AccessService/MoveDevice", move, this.#token);
    await this.#assign(device, table, seat);
  }

  /**
   * Creates a tournament of teams by a preset, whose first round is published. An empty name is an
   * empty board.
   */
  async publishTeams(event) {
    await this.enterTeams(event);
    await this.#pairing("PairRound", [[2, 1]]);
    await this.#pairing("PublishRound", [[2, 1]]);
  }

  /** Creates a tournament with its teams and their players; a team that is `late` has handed in no line-up. */
  async enterTeams({ name, preset, teams, control = null }) {
    // A regulation may leave the playing time to the event.
    const settings =
      control === null
        ? [[1, name]]
        : [
            [1, name],
            [3, control],
          ];
    await this.#pairing("CreateTournament", [
      [2, settings],
      [3, preset],
    ]);
    let player = 0;
    for (const [index, team] of teams.entries()) {
      await this.#pairing("EnterTeam", [[2, team.name]]);
      const boards = [];
      for (const one of team.players) {
        if (one !== "") {
          const entry = [
            [2, one],
            [3, team.name],
          ];
          await this.#pairing("EnterPlayer", entry);
          player += 1;
        }
        boards.push([3, one === "" ? 0 : player]);
      }
      if (!team.late) await this.#pairing("HandInLineUp", [[2, index + 1], ...boards]);
    }
  }

  /**
   * Sends a move such as "32-28" from a tablet; returns the verdict, with its reason if it has one.
   */
  async move(table, side, ply, text) {
    const move = [
      [2, ply],
      [3, moveText(text)],
    ];
    return this.#submit("SubmitMove", `${side}-${table}`, table, move);
  }

  /** Sends legal moves from a ply on, the odd ones from White's tablet. */
  async moves(table, firstPly, texts) {
    for (const [index, text] of texts.entries()) {
      const ply = firstPly + index;
      const verdict = await this.move(table, ply % 2 === 1 ? "white" : "black", ply, text);
      assert.equal(verdict, "accepted", `${text} at ply ${ply}`);
    }
  }

  /** Tells what a physical clock shows, in whole seconds. */
  async display(table, whiteMs, blackMs) {
    const shown = [
      [1, whiteMs],
      [2, blackMs],
    ];
    await this.#submit("SubmitDisplay", "desk", table, [[2, shown]]);
  }

  /** Calls the arbiter from a tablet. */
  async callArbiter(table, side, matter, text) {
    const request = [
      [1, this.#reference()],
      [2, `${side}-${table}`],
      [4, `${side}-${this.#next(`calls-${side}-${table}`)}`],
      [5, matter],
      [6, text],
    ];
    await call(this.#system.address("board-ingest"), "BoardIngestService/CallArbiter", request);
  }

  async resign(table, side) {
    const claim = [[2, [[1, SEATS[side]]]]];
    assert.equal(await this.#submit("SubmitClaim", `${side}-${table}`, table, claim), "accepted");
  }

  async #rule(table, ruling, verdict = "accepted") {
    // Behind locked doors some rulings need a reason.
    const reason = this.#token === null ? [] : [[11, "seen at the board"]];
    assert.equal(await this.#submit("SubmitRuling", "desk", table, [ruling, ...reason]), verdict);
  }

  /** Records a result in the tournament, as a person does. */
  async recordResult(table, score, reason, why, isCorrection = false) {
    const outcome = [
      [1, score],
      [2, reason],
    ];
    await this.#pairing("RecordResult", [
      [2, 1],
      [3, table],
      [4, outcome],
      [5, isCorrection],
      [7, why],
    ]);
  }

  /** Takes a result back that was recorded in the tournament. */
  async withdrawResult(table) {
    await this.#pairing("WithdrawResult", [
      [2, 1],
      [3, table],
    ]);
  }

  giveResult(table, score, reason) {
    return this.#rule(table, [
      2,
      [
        [
          1,
          [
            [1, score],
            [2, reason],
          ],
        ],
      ],
    ]);
  }
  retract(table, fromPly, verdict = "accepted") {
    return this.#rule(table, [3, [[1, fromPly]]], verdict);
  }
  correct(table, ply, text) {
    return this.#rule(table, [
      5,
      [
        [1, ply],
        [2, moveText(text)],
      ],
    ]);
  }
  setPosition(table, fen) {
    return this.#rule(table, [6, [[1, fen]]]);
  }
  goOnPaper(table) {
    return this.#rule(table, [7, []]);
  }
  complete(table, fromPly, texts) {
    return this.#rule(table, [8, [[1, fromPly], ...texts.map((text) => [2, moveText(text)])]]);
  }
  resume(table) {
    return this.#rule(table, [9, []]);
  }

  /** Sends an order to the clock of a table. */
  order(table, order) {
    return this.#rule(table, [10, order]);
  }

  /** Sends an order to the clocks of all games of the round. */
  async orderRound(order) {
    const request = [
      [1, this.#reference()],
      [2, 1],
      [3, "desk"],
      [4, this.#next("desk")],
      [6, WAIT_MS],
      [8, order],
    ];
    await call(
      this.#system.address("board-ingest"),
      "BoardIngestService/RuleRound",
      request,
      this.#token,
    );
  }

  /** Withdraws or reinstates a participant. */
  async withdraw(participant, isBack = false) {
    await this.#pairing("Withdraw", [
      [2, participant],
      [4, isBack],
    ]);
  }

  async #submit(method, device, table, what) {
    const sequence = this.#next(device);
    const game = [
      [1, "main"],
      [2, this.#tournament],
      [3, `r${this.round}-t${table}`],
    ];
    const header = [
      [1, game],
      [2, device],
      [3, sequence],
      [5, WAIT_MS],
    ];
    const address = this.#system.address("board-ingest");
    const answer = await call(
      address,
      `BoardIngestService/${method}`,
      [[1, header], ...what],
      this.#token,
    );
    const verdict = decode(answer.get(1));
    const status = VERDICTS[verdict.get(3)];
    return verdict.has(4) ? `${status}: ${verdict.get(4)}` : status;
  }

  #next(device) {
    const sequence = (this.#sequences.get(device) ?? 0) + 1;
    this.#sequences.set(device, sequence);
    return sequence;
  }

  async #assign(device, table, seat) {
    const request = [
      [1, this.#reference()],
      [2, device],
      [3, table],
      [4, SEATS[seat]],
    ];
    await call(
      this.#system.address("board-ingest"),
      "BoardIngestService/AssignTable",
      request,
      this.#token,
    );
  }

  async #pairing(method, fields) {
    const request = [[1, this.#reference()], ...fields, [15, BY]];
    await call(this.#system.address("pairing"), `PairingService/${method}`, request, this.#token);
  }

  #reference() {
    return [
      [1, "main"],
      [2, this.#tournament],
    ];
  }
}

/** A move between two squares. */
function moveText(text) {
  const [from, to] = text.split(/[-x]/).map(Number);
  return [
    [1, from],
    [2, to],
  ];
}
