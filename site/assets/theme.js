// The theme: that of the system, unless the reader has chosen one. It runs
// before the page is drawn, so that nothing flashes.
(function () {
  "use strict";
  var root = document.documentElement, key = "atelier-theme", names = ["system", "light", "dark"];
  function read() {
    try { return localStorage.getItem(key) || "system"; } catch (e) { return "system"; }
  }
  function show(name) {
    if (name === "light" || name === "dark") root.dataset.theme = name;
    else delete root.dataset.theme;
  }
  show(read());
  document.addEventListener("DOMContentLoaded", function () {
    var bar = document.querySelector(".bar");
    if (!bar) return;
    var button = document.createElement("button");
    button.type = "button";
    button.className = "theme";
    function label(name) {
      button.textContent = name === "system" ? "Theme: system" : "Theme: " + name;
    }
    label(names.indexOf(read()) < 0 ? "system" : read());
    button.addEventListener("click", function () {
      var next = names[(names.indexOf(read()) + 1) % names.length];
      try { localStorage.setItem(key, next); } catch (e) { /* the choice lasts for this page */ }
      show(next);
      label(next);
    });
    bar.appendChild(button);
    window.addEventListener("storage", function (e) {
      if (e.key === key) { show(read()); label(read()); }
    });
  });
})();
