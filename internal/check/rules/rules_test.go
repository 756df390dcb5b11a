package rules_test

import (
	"testing"

	"atelier/internal/check"
	"atelier/internal/check/checktest"
	"atelier/internal/check/rules"
)

func TestCatalogue(t *testing.T) {
	if err := check.Validate(rules.All()); err != nil {
		t.Error(err)
	}
}

func TestCases(t *testing.T) {
	checktest.Run(t, "testdata", rules.All())
}
