// Package browser holds the tests that look at the site in a real browser, and
// those that hand its HTML to a validator. It has no code of its own: what the
// tests need beside Go (Chromium, axe-core, the validator) is told in
// CONTRIBUTING.md, and a test whose part is missing is skipped by name.
package browser
