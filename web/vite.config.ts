// Static pages with hashed assets; nothing is inlined, so that `default-src 'self'` is enough.

import { defineConfig } from "vitest/config";

/**
 * Address of the broadcast service of `./dev up`, used by the development server (`npm run dev`).
 */
const BROADCAST = "http://127.0.0.1:8080";

/** Writes the descriptions of the contract's messages as text: compressed it is smaller by a fifth than Base64 is. */
const PLAIN_DESCRIPTORS = {
  name: "plain-descriptors",
  transform(code: string, id: string): string | undefined {
    if (!id.includes("/src/gen/")) return undefined;
    return code.replace(/fileDesc\("([\w+/=]+)"/g, (_, base64: string) => {
      return `fileDesc(btoa(${JSON.stringify(atob(base64))})`;
    });
  },
};

/** Leaves out of messages what nobody but translators reads: comments, empty lines, and the space around the sign of equality. */
const BARE_MESSAGES = {
  name: "bare-messages",
  apply: "build" as const,
  transform(code: string, id: string): string | undefined {
    if (!id.includes(".ftl?raw")) return undefined;
    return code.replace(/"(?:[^"\\]|\\.)*"/, (text) => {
      const messages = (JSON.parse(text) as string).replace(/^#.*\n+/gm, "");
      // A line that does not begin with a space begins a message.
      const dense = messages.replace(/\n{2,}(?=\w)/g, "\n");
      return JSON.stringify(dense.replace(/^([\w-]+) = /gm, "$1="));
    });
  },
};

/** Leaves the reading and writing of JSON out of calls, a tenth of the tablet's page: all calls are binary. */
const BINARY_CALLS = {
  name: "binary-calls",
  apply: "build" as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith("/connect/dist/esm/protocol/serialization.js")) return undefined;
    const names = ["fromJsonString", "toJsonString"];
    const imported = /import \{([^}]*)\} from "@bufbuild\/protobuf";/;
    const [, all = ""] = imported.exec(code) ?? [];
    const found = all.split(",").map((name) => name.trim());
    if (!names.every((name) => found.includes(name))) {
      throw new Error(`${id} reads JSON in another way than this plugin knows`);
    }
    const rest = found.filter((name) => name !== "" && !names.includes(name));
    const without = names.map((name) => `const ${name} = () => { throw new Error("no JSON"); };`);
    const kept = `import { ${rest.join(", ")} } from "@bufbuild/protobuf";`;
    return code.replace(imported, [kept, ...without].join("\n"));
  },
};

export default defineConfig({
  base: "/",
  plugins: [PLAIN_DESCRIPTORS, BARE_MESSAGES, BINARY_CALLS],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Nearly everything that a script loads later needs is there by then: naming it costs more than it saves.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === "html" ? needed : needed.filter((path) => path.endsWith(".css")),
    },
    // The desk, the wall and the tablets have what spectators do not need, and so files of their own.
    rolldownOptions: {
      input: ["index.html", "desk.html", "wall.html", "embed.html", "tablet.html"],
    },
  },
  server: {
    proxy: {
      "/api": { target: BROADCAST, ws: true },
      "^/damcast.v1": { target: BROADCAST },
    },
    // The messages of the pages lie beside those of the services.
    fs: { allow: [".", "../crates/phrases/text"] },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
    restoreMocks: true,
    // The machine may be busy: only what never ends fails by time.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
