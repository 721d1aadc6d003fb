// Reports texts that do not follow the contract.

/** Tells whoever looks for the fault; the page itself asks again. */
export function complain(reason: string): void {
  // biome-ignore lint/suspicious/noConsole: it is for who mends the server, not for spectators.
  console.error(`the server's answer cannot be read: ${reason}`);
}
