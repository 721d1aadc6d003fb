// Made from crates/phrases/text/en/people.ftl by `npm run messages`; do not edit.

/** A value that a message is filled in with. Numbers choose between one and several. */
export type Argument = string | number;

/** Every message of the people with its arguments. */
export interface PeopleMessages {
  people: undefined;
  "loading-people": undefined;
  devices: undefined;
  "no-devices": undefined;
  "enrol-device": undefined;
  "tournament-of": undefined;
  "table-of": undefined;
  "seat-of": undefined;
  "seat-white": undefined;
  "seat-black": undefined;
  "seat-table": undefined;
  "enrol-hint": { readonly address: Argument };
  "enrol-until": { readonly time: Argument };
  "enrol-renewed": undefined;
  "enrol-done": { readonly name: Argument };
  "same-words": { readonly words: Argument };
  done: undefined;
  "words-of": { readonly words: Argument };
  "put-out": { readonly name: Argument };
  "put-out-title": { readonly name: Argument };
  "put-out-text": { readonly name: Argument };
  "put-out-confirm": undefined;
  persons: undefined;
  "add-person": undefined;
  "person-name": undefined;
  "person-id": undefined;
  "person-id-hint": undefined;
  "role-of": undefined;
  "invite-of": { readonly name: Argument };
  "invite-hint": { readonly name: Argument; readonly time: Argument };
  "invited-link": undefined;
  copy: undefined;
  copied: undefined;
  "sessions-of": { readonly number: Argument };
  "end-session": { readonly time: Argument };
  invitations: undefined;
  "invitation-until": { readonly time: Argument };
  "limits-tournament": { readonly tournament: Argument };
  "limits-tables": { readonly tables: Argument };
  "limits-everything": undefined;
  changes: undefined;
  "changes-of": undefined;
  "changes-all": undefined;
  "more-changes": undefined;
  "role-1": undefined;
  "role-2": undefined;
  "role-3": undefined;
  "role-4": undefined;
  "role-5": undefined;
  "role-6": undefined;
  "role-7": undefined;
  "role-8": undefined;
  "role-9": undefined;
  "role-10": undefined;
  "role-11": undefined;
  "sign-in": undefined;
  passphrase: undefined;
  "new-passphrase": undefined;
  "passphrase-hint": undefined;
  "set-passphrase": undefined;
  "passphrase-set": { readonly name: Argument };
  "not-signed-in": undefined;
  invited: undefined;
  "to-desk": undefined;
}
