// Filters of a table. The state is the fragment of the address, as in
// #domain=messaging&core=C3&text=retry, so that a filtered table can be linked;
// without this script a fragment of one filter leads to its rows.
(function () {
  "use strict";
  var box = document.querySelector("[data-filter]");
  var table = box && document.getElementById(box.dataset.filter);
  if (!table) return;
  var keys = ["domain", "core", "principle", "text"];
  var bodies = Array.prototype.map.call(table.tBodies, function (body) {
    return {
      element: body,
      rows: Array.prototype.filter.call(body.rows, function (row) { return row.dataset.domain !== undefined; }).map(function (row) {
        return {
          element: row, text: row.textContent.toLowerCase(), domain: [row.dataset.domain],
          core: row.dataset.core.split(" "), principle: row.dataset.principle.split(" ")
        };
      })
    };
  });
  var total = bodies.reduce(function (n, body) { return n + body.rows.length; }, 0);
  var chips = document.querySelectorAll("a[data-key]");

  var tools = document.createElement("div");
  tools.className = "tools";
  var label = document.createElement("label");
  label.textContent = "Containing ";
  var input = document.createElement("input");
  input.type = "search";
  label.append(input);
  var status = document.createElement("span");
  status.setAttribute("role", "status");
  var clear = document.createElement("button");
  clear.type = "button";
  clear.textContent = "Clear";
  tools.append(label, status, clear);
  box.append(tools);

  function read() {
    var state = {};
    location.hash.slice(1).split("&").forEach(function (part) {
      var at = part.indexOf("="), key = part.slice(0, at);
      if (at > 0 && keys.indexOf(key) >= 0) {
        try { state[key] = decodeURIComponent(part.slice(at + 1)); } catch (e) { /* not one of ours */ }
      }
    });
    return state;
  }
  function hash(state) {
    return "#" + keys.filter(function (key) { return state[key]; }).map(function (key) {
      return key + "=" + encodeURIComponent(state[key]);
    }).join("&");
  }
  function fits(row, state) {
    return keys.every(function (key) {
      if (!state[key]) return true;
      if (key !== "text") return row[key].indexOf(state[key]) >= 0;
      return state.text.toLowerCase().split(/\s+/).every(function (word) { return row.text.indexOf(word) >= 0; });
    });
  }
  function show() {
    var state = read(), shown = 0;
    bodies.forEach(function (body) {
      var here = 0;
      body.rows.forEach(function (row) {
        var ok = fits(row, state);
        row.element.hidden = !ok;
        if (ok) here++;
      });
      body.element.hidden = here === 0;
      shown += here;
    });
    chips.forEach(function (chip) {
      var on = state[chip.dataset.key] === chip.dataset.value, next = Object.assign({}, state);
      next[chip.dataset.key] = on ? "" : chip.dataset.value;
      chip.setAttribute("href", hash(next));
      if (on) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
    });
    if (document.activeElement !== input) input.value = state.text || "";
    var filtered = keys.some(function (key) { return state[key]; });
    status.textContent = filtered ? shown + " of " + total : total + " rows";
    clear.hidden = !filtered;
  }
  function go(target, replace) {
    if (replace) history.replaceState(null, "", target);
    else history.pushState(null, "", target);
    show();
  }
  document.addEventListener("click", function (e) {
    var chip = e.target.closest("a[data-key]");
    if (!chip || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey || e.button !== 0) return;
    e.preventDefault();
    go(chip.getAttribute("href"), false);
  });
  input.addEventListener("input", function () {
    var state = read();
    state.text = input.value.trim();
    go(hash(state), true);
  });
  clear.addEventListener("click", function () { input.value = ""; go("#", false); input.focus(); });
  window.addEventListener("popstate", show);
  window.addEventListener("hashchange", show);
  show();
})();
