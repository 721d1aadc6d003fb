// One object of the wire, read field by field. A field that this page knows must be as the contract
// says, or a `WireError` names the place; other fields are ignored. A field that is null counts as
// missing.

import { isolated } from "./isolated";
import { isFen } from "./position";

/** A text from the wire that does not follow the contract; the message begins with the path of the field. */
export class WireError extends Error {
  override readonly name = "WireError";
}

export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  /** The path of the object, as in `changes[0].game`; empty for the outermost. */
  readonly #place: string;

  private constructor(value: unknown, place: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new WireError(place === "" ? "not an object" : `${place}: not an object`);
    }
    this.#values = value as Record<string, unknown>;
    this.#place = place;
  }

  /** Returns the outermost object of a text. */
  static of(text: string): Fields {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new WireError("not JSON", { cause });
    }
    return new Fields(value, "");
  }

  has(key: string): boolean {
    return this.#values[key] !== undefined && this.#values[key] !== null;
  }

  text(key: string): string {
    return this.#read(key, isText, "not a text");
  }

  /** Returns a text that people wrote, such as a name: `isolated`. */
  written(key: string): string {
    return isolated(this.text(key));
  }

  whole(key: string): number {
    return this.#read(key, isWhole, "not a whole number");
  }

  square(key: string): number {
    return this.#read(key, isSquare, "not a square");
  }

  position(key: string): string {
    return this.#read(key, isPosition, "not a position");
  }

  /** Returns a truth value, which is false if it is missing. */
  flag(key: string): boolean {
    return this.has(key) && this.#read(key, isFlag, "neither true nor false");
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T {
    const is = (value: unknown): value is T => allowed.some((one) => one === value);
    return this.#read(key, is, `none of ${allowed.join(", ")}`);
  }

  /** Returns a value of a list that the contract may extend; `null` if it is missing or unknown. */
  known<T extends string>(key: string, known: readonly T[]): T | null {
    if (!this.has(key)) return null;
    const value = this.text(key);
    return known.find((one) => one === value) ?? null;
  }

  object<T>(key: string, read: (one: Fields) => T): T {
    return read(new Fields(this.#values[key], this.#at(key)));
  }

  objects<T>(key: string, read: (one: Fields) => T): T[] {
    return this.#list(key).map((value, at) => read(new Fields(value, `${this.#at(key)}[${at}]`)));
  }

  texts(key: string): string[] {
    return this.#all(key, isText, "not a text");
  }

  wholes(key: string): number[] {
    return this.#all(key, isWhole, "not a whole number");
  }

  squares(key: string): number[] {
    return this.#all(key, isSquare, "not a square");
  }

  /** Returns a list of whole numbers, each of which may be `null`. */
  values(key: string): (number | null)[] {
    const is = (value: unknown): value is number | null => value === null || isWhole(value);
    return this.#all(key, is, "not a whole number");
  }

  #read<T>(key: string, is: (value: unknown) => value is T, wrong: string): T {
    const value = this.#values[key];
    if (!is(value)) throw new WireError(`${this.#at(key)}: ${wrong}`);
    return value;
  }

  #all<T>(key: string, is: (value: unknown) => value is T, wrong: string): T[] {
    return this.#list(key).map((value, at) => {
      if (!is(value)) throw new WireError(`${this.#at(key)}[${at}]: ${wrong}`);
      return value;
    });
  }

  #list(key: string): unknown[] {
    return this.#read(key, Array.isArray, "not a list");
  }

  #at(key: string): string {
    return this.#place === "" ? key : `${this.#place}.${key}`;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isSquare(value: unknown): value is number {
  return isWhole(value) && value >= 1 && value <= 50;
}

function isPosition(value: unknown): value is string {
  return isText(value) && isFen(value);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}
