import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["gamecourse/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": ["error", { destructuring: "all" }], "no-unused-vars": ["error", { args: "none" }] },
  },
];
