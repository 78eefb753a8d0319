import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import budget from "./budget.js";

// the server that `npm run dev` passes calls on to
const server = "http://127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), budget()],
  build: {
    outDir: "../src/sandtable/server/static",
    emptyOutDir: true,
    target: "es2022",
    // nothing inline: a strict content security policy needs no exception
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // the licences of what is bundled
    license: { fileName: "licenses.md" },
    reportCompressedSize: false,
    // what a part may weigh is in budget.js
    chunkSizeWarningLimit: 1000,
  },
  server: {
    // the art of games, which lies in the package
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: server, ws: true },
      "/healthz": server,
    },
  },
  // tests mount the browser's build of a component, not the server's
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: {
    include: ["*.test.js", "src/**/*.test.ts"],
    // files share what they import, which three quarters of the time went into; they hold in any order
    isolate: false,
  },
}));
