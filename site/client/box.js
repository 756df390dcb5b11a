// The box of the search: a combobox with a list of results, as a dialog on every
// page and in place on search.html; the keys; and the list of keys.
(() => {
  "use strict";
  var api = window.atelierSearch;
  if (!document.body) return;
  // The results that are shown before the texts of the others are loaded: no
  // more are seen at once in a small window.
  var first = 4, place = document.getElementById("a-search"), key = "atelier-single-keys";
  var kinds = { d: "Page", s: "Section", p: "Principle", c: "Core principle", v: "Violation", a: "Anti-pattern", i: "Entry" };

  function make(tag, attributes, children) {
    var e = document.createElement(tag);
    Object.keys(attributes || {}).forEach((name) => { e.setAttribute(name, attributes[name]); });
    e.append.apply(e, children || []);
    return e;
  }

  // marked is text with the words that were found in <mark>.
  function marked(text, words) {
    var out = make("span"), at = 0;
    text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word, start) => {
      var folded = api.fold(word);
      if (words.some((w) => folded === w || w.length > 2 && folded.startsWith(w))) {
        out.append(text.slice(at, start), make("mark", {}, [word]));
        at = start + word.length;
      }
    });
    out.append(text.slice(at));
    return out;
  }

  // singleKeys is the switch for keys without Ctrl; a page from disk may have no storage.
  function singleKeys(set) {
    try {
      if (set !== undefined) localStorage.setItem(key, set ? "on" : "off");
      return localStorage.getItem(key) !== "off";
    } catch (_) {
      if (set !== undefined) singleKeys.off = !set;
      return !singleKeys.off;
    }
  }

  // box puts a search into an element.
  function box(parent, close) {
    var input = make("input", {
      id: "a-search-input", type: "search", role: "combobox", placeholder: "Rule, word or id", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go",
      "aria-label": "Search", "aria-expanded": "false", "aria-controls": "a-search-list", "aria-autocomplete": "list"
    });
    var list = make("div", { id: "a-search-list", role: "listbox", "aria-label": "Results", hidden: "" });
    var status = make("p", { class: "search-status", role: "status" }, ["Type a word, a title, or an id such as P4, messaging P4 or D-062."]);
    var help = make("button", { type: "button" }, ["Keys"]), head = make("div", { class: "search-head" }, [input]);
    var options = [], active = -1, turn = 0;
    if (close) head.append(close);
    parent.append(head, status, list, make("p", { class: "search-foot" }, [make("a", { href: api.root + "index-az.html" }, ["Index A–Z"]), help]));
    help.addEventListener("click", showKeys);

    function choose(i) {
      if (options[active]) options[active].setAttribute("aria-selected", "false");
      active = i;
      var option = options[i];
      if (!option) return input.removeAttribute("aria-activedescendant");
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    }

    function show(results, words) {
      var group, url, n = 0;
      list.replaceChildren();
      // Only neighbours share a heading: the order stays that of the ranks.
      results.forEach((r) => {
        if (r.page.url !== url) {
          var id = "a-search-group-" + n++;
          url = r.page.url;
          group = make("div", { role: "group", "aria-labelledby": id }, [
            make("div", { class: "search-page", id: id, role: "presentation" }, [(r.page.place && r.page.place !== r.page.title ? r.page.place + " · " : "") + r.page.title])
          ]);
          list.append(group);
        }
        var excerpt = r.kind === "v" && r.excerpt ? "Breaches " + r.excerpt : r.excerpt;
        group.append(make("a", { role: "option", tabindex: "-1", "aria-selected": "false", href: api.root + r.url }, [
          make("span", { class: "search-title" }, [marked(r.label, words), " ", make("span", { class: "tag" }, [kinds[r.kind]])]),
          make("span", { class: "search-excerpt" }, excerpt ? [marked(excerpt, words)] : [])
        ]));
      });
      options = Array.from(list.querySelectorAll("[role=option]"));
      options.forEach((option, i) => { option.id = "a-search-option-" + i; });
      list.hidden = !options.length;
      input.setAttribute("aria-expanded", String(!!options.length));
      choose(active < options.length ? active : -1);
    }

    function tell(query, found) {
      var n = found.length, text = n === 1 ? "1 result" : n === 40 ? "The first 40 results" : n + " results";
      if (!n) text = "Nothing found for “" + query + "”. An id such as P4 or D-062 is found whole, any other word also by its start.";
      found.corrected.forEach((c) => { text += n ? "; nothing has “" + c[0] + "”, shown is “" + c[1] + "”" : ""; });
      status.textContent = text;
    }

    async function search() {
      var mine = ++turn, query = input.value.trim();
      active = -1;
      if (place && !close) {
        try { history.replaceState(null, "", query ? "?q=" + encodeURIComponent(query) : location.pathname); } catch (_) { /* not from disk */ }
      }
      try {
        var found = await api.find(query), words = found.words.flatMap(api.partsOf);
        found.corrected.forEach((c) => { words.push(c[1]); });
        // What is seen at once is shown as soon as its text is here.
        for (var most of [first, found.length]) {
          var some = await api.describe(found.slice(0, most));
          if (mine !== turn) return;
          show(some, words);
        }
        if (query) tell(query, found);
        else status.textContent = "";
      } catch (_) {
        if (mine === turn) status.textContent = "A part of the index cannot be loaded. The index from A to Z needs none.";
      }
    }

    input.addEventListener("input", search);
    input.addEventListener("keydown", (event) => {
      var n = options.length;
      if (event.isComposing) return;
      if (event.key === "ArrowDown" && n) choose((active + 1) % n);
      else if (event.key === "ArrowUp" && n) choose(active < 1 ? n - 1 : active - 1);
      else if (event.key === "Enter" && n) options[Math.max(active, 0)].click();
      else if (event.key === "Escape" && input.value && !close) {
        input.value = "";
        search();
      } else if (event.key === "Escape" && close) close.click();
      else return;
      event.preventDefault();
    });
    list.addEventListener("click", () => { if (close) close.click(); });
    api.directory().catch(() => {});
    return { input: input, search: search };
  }

  function dialog(label, name) {
    var close = make("button", { type: "button" }, ["Close"]);
    var d = make("dialog", { class: name, "aria-label": label });
    close.addEventListener("click", () => { d.close(); });
    d.addEventListener("click", (event) => { if (event.target === d) d.close(); });
    document.body.append(d);
    return { element: d, close: close };
  }

  var opened, inPlace, keys;
  function open() {
    if (inPlace) return inPlace.input.focus();
    if (!opened) {
      var d = dialog("Search", "search");
      opened = box(d.element, d.close);
      opened.dialog = d.element;
    }
    if (!opened.dialog.open) opened.dialog.showModal();
    opened.input.focus();
    opened.input.select();
  }

  function showKeys() {
    if (!keys) {
      var d = dialog("Keys", "search keys"), box = make("input", { type: "checkbox", id: "a-single-keys" }), rows = [];
      [["/", "search"], ["Ctrl K", "search, also while writing"], ["?", "this list"], ["↑ ↓", "choose a result"], ["Enter", "open it"], ["Escape", "close"]].forEach((row) => {
        rows.push(make("dt", {}, [make("kbd", {}, [row[0]])]), make("dd", {}, [row[1]]));
      });
      box.checked = singleKeys();
      box.addEventListener("change", () => { singleKeys(box.checked); });
      d.element.append(make("div", { class: "search-head" }, [make("h2", {}, ["Keys"]), d.close]), make("dl", {}, rows), make("label", { for: "a-single-keys" }, [box, " Single keys (/ and ?) work"]));
      keys = d.element;
    }
    if (!keys.open) keys.showModal();
  }

  document.addEventListener("keydown", (event) => {
    var command = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    var single = !event.ctrlKey && !event.metaKey && !event.altKey && singleKeys() && !event.target.closest("input,textarea,select,[contenteditable]");
    if (command || single && event.key === "/") open();
    else if (single && event.key === "?") showKeys();
    else return;
    event.preventDefault();
  });
  document.querySelectorAll("a.find").forEach((a) => {
    a.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
  });
  if (place) {
    place.replaceChildren();
    inPlace = box(place);
    inPlace.input.value = new URLSearchParams(location.search).get("q") || "";
    if (inPlace.input.value) inPlace.search();
    inPlace.input.focus();
  }
})();
