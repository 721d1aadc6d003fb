// The storage of the tablet: inputs that were confirmed, and what has to outlast the page. Everything is on
// the disk before a promise is fulfilled.

import { signal } from "@preact/signals";
import { openDatabase, transactWith } from "../wire/database";
import { countedIfLate, DISK_MS } from "../wire/disk";
import type { Draft, Input, InputStorage } from "./outbox";

const DATABASE = "damcast-tablet";
const INPUTS = "inputs";
const FACTS = "facts";
const SEQUENCE = "sequence";

/** True once the storage could not be read or written, or a write takes too long, until something is written again. */
export const storageFails = signal(false);

/** The inputs in IndexedDB. */
export const inputStorage: InputStorage = {
  all: () => transact([INPUTS], "readonly", (of) => of(INPUTS).getAll()),
  async add(draft: Draft): Promise<Input> {
    let kept: Input | null = null;
    await transact([INPUTS, FACTS], "readwrite", (of) => {
      const read = of(FACTS).get(SEQUENCE);
      // The number is given in the transaction that stores the input: no other tab gives it again.
      read.onsuccess = () => {
        const sequence = Number(read.result ?? 0) + 1;
        kept = { ...draft, sequence, state: "kept", text: "" };
        of(FACTS).put(sequence, SEQUENCE);
        of(INPUTS).put(kept);
      };
      return read;
    });
    if (kept === null) throw new Error("the input was not stored");
    return kept;
  },
  async put(input: Input): Promise<void> {
    await transact([INPUTS], "readwrite", (of) => of(INPUTS).put(input));
  },
  async remove(sequences: readonly number[]): Promise<void> {
    await transact([INPUTS], "readwrite", (of) => {
      for (const sequence of sequences) of(INPUTS).delete(sequence);
      return null;
    });
  },
};

/** Returns a fact that was kept; `undefined` if there is none. */
export function readFact<T>(name: string): Promise<T | undefined> {
  return transact([FACTS], "readonly", (of) => of(FACTS).get(name));
}

/** Keeps a fact. */
export async function keepFact(name: string, value: unknown): Promise<void> {
  await transact([FACTS], "readwrite", (of) => of(FACTS).put(value, name));
}

type Stores = (name: string) => IDBObjectStore;

async function transact<T>(
  names: readonly string[],
  mode: IDBTransactionMode,
  ask: (of: Stores) => IDBRequest | null,
): Promise<T> {
  const writes = mode === "readwrite";
  const fail = () => {
    storageFails.value = true;
  };
  const late = writes ? setTimeout(fail, DISK_MS) : undefined;
  try {
    const answer = transactWith<T>(opened(), names, mode, ask);
    const found = await (writes ? answer : countedIfLate(answer));
    if (writes) storageFails.value = false;
    return found;
  } catch (error) {
    fail();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

function opened(): Promise<IDBDatabase> {
  return openDatabase(DATABASE, (database) => {
    database.createObjectStore(INPUTS, { keyPath: "sequence" });
    database.createObjectStore(FACTS);
  });
}
