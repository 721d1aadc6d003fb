// Static pages with hashed assets; nothing is inlined, so that `default-src 'self'` is enough.

import { defineConfig } from "vitest/config";

/** Where the development server (`npm run dev`) finds the broadcast service of `./dev up`. */
const BROADCAST = "http://127.0.0.1:8080";

export default defineConfig({
  base: "/",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": { target: BROADCAST, ws: true } },
    // The messages lie beside the crate that writes the others.
    fs: { allow: [".", "../crates/phrases/text"] },
  },
  test: { include: ["src/**/*.test.{ts,tsx}"], environment: "node", restoreMocks: true },
});
