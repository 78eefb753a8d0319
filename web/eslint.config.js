import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // written by sandtable.server.typescript
  { ignores: ["src/lib/server/protocol.ts", "src/games/*/scene-types.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // Svelte wants a name before an index that is a key
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_" }],
      // sets and maps are derived anew; the few that change in place are watched by nobody
      "svelte/prefer-svelte-reactivity": "off",
      // a space at the end of a block has to be an expression, or Svelte drops it
      "svelte/no-useless-mustaches": "off",
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  // rules that need types: not in components, whose types only svelte-check knows
  {
    files: ["src/**/*.ts"],
    languageOptions: { parser: ts.parser, parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/prefer-promise-reject-errors": "error",
    },
  },
  { files: ["public/*.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["*.js", "vite.config.ts"], languageOptions: { globals: globals.node } },
);
