// Loads the page anew when the corpus has changed, and keeps its place.
(function () {
  "use strict";
  var key = "atelier-scroll:" + location.pathname;
  var kept = sessionStorage.getItem(key);
  if (kept !== null) {
    sessionStorage.removeItem(key);
    window.scrollTo(0, Number(kept));
  }

  function reload() {
    sessionStorage.setItem(key, String(window.scrollY));
    location.reload();
  }

  // Findings come after the page: they are taken from a fresh copy of it.
  function findings() {
    var request = new XMLHttpRequest();
    request.open("GET", location.pathname);
    request.responseType = "document";
    request.onload = function () {
      if (!request.response) {
        return;
      }
      var fresh = request.response.querySelector(".findings");
      var old = document.querySelector(".findings");
      var main = document.querySelector("main");
      if (old) {
        old.remove();
      }
      if (fresh && main) {
        var crumbs = main.querySelector(".crumbs");
        main.insertBefore(document.importNode(fresh, true), crumbs ? crumbs.nextSibling : main.firstChild);
      }
    };
    request.send();
  }

  var events = new EventSource("/-/events");
  events.addEventListener("reload", reload);
  events.addEventListener("findings", findings);
  var lost = false;
  events.onerror = function () {
    lost = true;
  };
  events.onopen = function () {
    if (lost) {
      reload();
    }
  };
})();
