package review

import "testing"

func TestQuestion(t *testing.T) {
	for violation, want := range map[string]string{
		"Unbounded prefetch (broker floods consumer memory)": "Does the change avoid unbounded prefetch? Otherwise: broker floods consumer memory.",
		"No consumer-lag metric (consumer falls behind)":     "Is a consumer-lag metric in place? Otherwise: consumer falls behind.",
		"No DLQ":                                   "Is a DLQ in place?",
		"No alert on DLQ depth":                    "Is an alert on DLQ depth in place?",
		"Missing retry limits":                     "Are retry limits in place?",
		"Topic without a schema (readers guess)":   "Does every topic come with a schema? Otherwise: readers guess.",
		"DLQ with no depth alert":                  "Does every DLQ come with a depth alert?",
		"Consumer that assumes FIFO on a queue":    "Does the change avoid consumer that assumes FIFO on a queue?",
		"\"It's FIFO\" with no partition contract": "Does every \"It's FIFO\" come with a partition contract?",
	} {
		if got := Question(violation); got != want {
			t.Errorf("%q:\n got %q\nwant %q", violation, got, want)
		}
	}
}
