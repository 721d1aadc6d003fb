// Reports texts that do not follow the contract.

/** Logs the reason for those who look for the fault; the page itself asks the server again. */
export function complain(reason: string): void {
  // biome-ignore lint/suspicious/noConsole: it is for who mends the server, not for spectators.
  console.error(`the server's answer cannot be read: ${reason}`);
}
