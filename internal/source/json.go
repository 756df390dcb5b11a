package source

import (
	"encoding/json"
	"errors"
	"strings"
)

// InvalidJSON is the offset at which a text ends to be JSON, and why; nil where it
// is some. A decoder that reads value by value gives places within the value.
func InvalidJSON(text string) (at int, err error) {
	var whole json.RawMessage
	err = json.Unmarshal([]byte(text), &whole)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return 0, nil
	case !errors.As(err, &syntax):
		return 0, err
	case int(syntax.Offset) >= len(text) && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return len(text), errors.New("it ends too early")
	}
	return max(0, int(syntax.Offset)-1), err
}
