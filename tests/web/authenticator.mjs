// An authenticator that a browser pretends to have.

/** Gives a page an authenticator that keeps passkeys and verifies its user, as a laptop has one. */
export async function equip({ page, context }) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const send = (method, rest) => devtools.send(`WebAuthn.${method}`, { authenticatorId, ...rest });
  return {
    passkeys: async () => (await send("getCredentials")).credentials,
    take: (credential) => send("addCredential", { credential }),
    clear: () => send("clearCredentials"),
    verifies: (isUserVerified) => send("setUserVerified", { isUserVerified }),
  };
}
