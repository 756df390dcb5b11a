// The box of the search: a combobox with a list of results, as a dialog on every
// page and in place on search.html; the keys; and the list of keys.
(() => {
  "use strict";
  var api = window.atelierSearch;
  if (!document.body) return;
  // The results that are shown before the texts of the others are loaded: no
  // more are seen at once in a small window.
  var first = 4, step = 40, place = document.getElementById("a-search"), key = "atelier-single-keys";
  var kinds = { d: "Page", s: "Section", p: "Principle", c: "Core principle", v: "Violation", a: "Anti-pattern", i: "Entry" };

  function make(tag, attributes, ...children) {
    var e = document.createElement(tag);
    for (var name in attributes) e.setAttribute(name, attributes[name]);
    e.append(...children);
    return e;
  }

  // marked is text with the words that were found in <mark>: also what one of three
  // letters starts, or the only one of two.
  function marked(text, words) {
    var out = make("span"), at = 0;
    text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word, start) => {
      var folded = api.fold(word);
      if (words.some((w) => api.stem(folded) === api.stem(w) || w[words[1] ? 2 : 1] && folded.startsWith(w))) {
        out.append(text.slice(at, start), make("mark", {}, word));
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

  // box puts a search into an empty element.
  function box(parent, close) {
    parent.innerHTML = `<div class=search-head><input id=a-search-input type=search role=combobox placeholder="Rule, word or id" autocomplete=off autocapitalize=off spellcheck=false enterkeyhint=go aria-label=Search aria-expanded=false aria-controls=a-search-list aria-autocomplete=list></div>
<p class=search-status role=status>Type a word, a title, or an id such as messaging P4 or D-062.</p>
<div id=a-search-list role=listbox aria-label=Results hidden></div>
<button class=search-more hidden>More results</button>
<p class=search-foot><a href="${api.root}index-az.html">Index A–Z</a><button>Keys</button></p>`;
    var [head, status, list, more, foot] = parent.children, input = head.firstChild;
    var options = [], active = -1, turn = 0;
    if (close) head.append(close);
    foot.lastChild.onclick = showKeys;

    function choose(i) {
      if (options[active]) options[active].ariaSelected = "false";
      active = i;
      var option = options[i];
      input.setAttribute("aria-activedescendant", option ? option.id : "");
      if (!option) return;
      option.ariaSelected = "true";
      option.scrollIntoView({ block: "nearest" });
    }

    function show(results, words) {
      var group, url, n = 0;
      list.replaceChildren();
      // Only neighbours share a heading: the order stays that of the ranks.
      results.forEach((r) => {
        var page = r.page, id = "a-search-group-" + n;
        if (page.url !== url) {
          n++;
          url = page.url;
          group = make("div", { role: "group", "aria-labelledby": id },
            make("div", { class: "search-page", id: id, role: "presentation" }, (page.place && page.place !== page.title ? page.place + " · " : "") + page.title));
          list.append(group);
        }
        group.append(make("a", { role: "option", tabindex: "-1", "aria-selected": "false", href: api.root + r.url },
          make("span", { class: "search-title" }, marked(r.label, words), " ", make("span", { class: "tag" }, kinds[r.kind])),
          make("span", { class: "search-excerpt" }, marked((r.kind === "v" && r.excerpt ? "Breaches " : "") + r.excerpt, words))));
      });
      options = Array.from(list.querySelectorAll("[role=option]"));
      options.forEach((option, i) => { option.id = "a-search-option-" + i; });
      list.hidden = !options.length;
      input.ariaExpanded = String(!!options.length);
      choose(active < options.length ? active : -1);
    }

    function tell(query, found, most) {
      var n = found.length, text = (n > most ? "The first " + most + " of " : "") + n + (n === 1 ? " result" : " results");
      if (!n) text = query[1] ? "Nothing found for “" + query + "”. An id such as P4 is found whole, another word also by its start." : "Type a second letter.";
      found.corrected.forEach((c) => { text += n ? "; nothing has “" + c[0] + "”, shown is “" + c[1] + "”" : ""; });
      status.textContent = query && text;
    }

    // search shows the first results of what is written, and chooses one.
    async function search(results, choice) {
      var mine = ++turn, query = input.value.trim();
      active = -1;
      if (place && !close) {
        try { history.replaceState(null, "", query ? "?q=" + encodeURIComponent(query) : location.pathname); } catch (_) { /* not from disk */ }
      }
      try {
        var found = await api.find(query), words = found.words.flatMap(api.partsOf);
        found.corrected.forEach((c) => { words.push(c[1]); });
        // What is seen at once is shown as soon as its text is here.
        for (var most of [choice || first, results]) {
          var some = await api.describe(found.slice(0, most));
          if (mine !== turn) return;
          show(some, words);
        }
        tell(query, found, results);
        more.hidden = found.length <= results;
        more.onclick = () => {
          input.focus();
          search(results + step, results);
        };
        if (choice) choose(choice);
      } catch (_) {
        if (mine === turn) status.textContent = "A part of the index cannot be loaded. The index from A to Z needs none.";
      }
    }
    function start() { search(step); }

    input.oninput = start;
    input.onkeydown = (event) => {
      var n = options.length;
      if (event.isComposing) return;
      if (event.key === "ArrowDown" && n) choose((active + 1) % n);
      else if (event.key === "ArrowUp" && n) choose(active < 1 ? n - 1 : active - 1);
      else if (event.key === "Enter" && n) options[Math.max(active, 0)].click();
      else if (event.key === "Escape" && input.value && !close) {
        input.value = "";
        start();
      } else if (event.key === "Escape" && close) close.click();
      else return;
      event.preventDefault();
    };
    list.onclick = () => { if (close) close.click(); };
    api.directory().catch(() => {});
    return { input: input, start: start };
  }

  function dialog(label, name) {
    var close = make("button", {}, "Close"), d = make("dialog", { class: name, "aria-label": label });
    close.onclick = () => { d.close(); };
    d.onclick = (event) => { if (event.target === d) d.close(); };
    document.body.append(d);
    return [d, close];
  }

  var opened, inPlace, keys;
  function open() {
    if (inPlace) return inPlace.input.focus();
    if (!opened) {
      var [d, close] = dialog("Search", "search");
      opened = box(d, close);
      opened.dialog = d;
    }
    if (!opened.dialog.open) opened.dialog.showModal();
    opened.input.focus();
    opened.input.select();
  }

  function showKeys() {
    if (!keys) {
      var close;
      [keys, close] = dialog("Keys", "search keys");
      keys.innerHTML = `<div class=search-head><h2>Keys</h2></div>
<dl><dt><kbd>/</kbd><dd>search<dt><kbd>Ctrl K</kbd><dd>search, also while writing<dt><kbd>?</kbd><dd>this list<dt><kbd>↑ ↓</kbd><dd>choose a result<dt><kbd>Enter</kbd><dd>open it<dt><kbd>Escape</kbd><dd>close</dl>
<label for=a-single-keys><input type=checkbox id=a-single-keys> Single keys (/ and ?) work</label>`;
      keys.firstChild.append(close);
      var box = keys.querySelector("input");
      box.checked = singleKeys();
      box.onchange = () => { singleKeys(box.checked); };
    }
    if (!keys.open) keys.showModal();
  }

  document.addEventListener("keydown", (event) => {
    var command = event.ctrlKey || event.metaKey, pressed = event.key;
    if (event.altKey) return;
    var single = !command && singleKeys() && !event.target.closest("input,textarea,select,[contenteditable]");
    if (command && pressed.toLowerCase() === "k" || single && pressed === "/") open();
    else if (single && pressed === "?") showKeys();
    else return;
    event.preventDefault();
  });
  document.querySelectorAll("a.find").forEach((a) => {
    a.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    };
  });
  if (place) {
    inPlace = box(place);
    inPlace.input.value = new URLSearchParams(location.search).get("q") || "";
    if (inPlace.input.value) inPlace.start();
    inPlace.input.focus();
  }
})();
