// Loads the page anew when the corpus has changed, and keeps its place.
(function () {
  "use strict";
  var seen = document.currentScript.getAttribute("data-seen");
  // An error in the place of the page is not scrolled; the page comes back.
  var broken = document.body.hasAttribute("data-error");
  var key = "atelier-scroll:" + location.pathname;
  var kept = sessionStorage.getItem(key);
  if (kept !== null && !broken) {
    sessionStorage.removeItem(key);
    window.scrollTo(0, Number(kept));
  }

  // A reload would end a navigation that has begun, and with it the click that
  // began it; the page that it leads to is fresh anyway. Where none comes, as for
  // a download, this one is loaded anew after a while. Nor may a reload come
  // between the two halves of a click.
  var patience = 10000;
  var left = -patience;
  var pressed = -patience;
  var waiting = 0;
  window.addEventListener("beforeunload", function () { left = performance.now(); });
  window.addEventListener("pointerdown", function () { pressed = performance.now(); }, true);
  ["pointerup", "pointercancel"].forEach(function (name) {
    window.addEventListener(name, function () { pressed = -patience; }, true);
  });
  function busy() {
    return performance.now() - Math.max(left, pressed) < patience;
  }

  function reload() {
    clearTimeout(waiting);
    if (busy()) {
      waiting = setTimeout(reload, 100);
      return;
    }
    close();
    if (!broken) {
      sessionStorage.setItem(key, String(window.scrollY));
    }
    location.reload();
  }

  // Findings come after the page: they are taken from a fresh copy of it.
  function findings() {
    var request = new XMLHttpRequest();
    request.open("GET", location.pathname);
    request.responseType = "document";
    request.onload = function () {
      var fresh = request.response && request.response.querySelector("main");
      var main = document.querySelector("main");
      if (!fresh || !main) {
        return;
      }
      var old = main.querySelector(".findings");
      var box = fresh.querySelector(".findings");
      if (old) {
        old.remove();
      }
      if (box) {
        var crumbs = main.querySelector(".crumbs");
        main.insertBefore(document.importNode(box, true), crumbs ? crumbs.nextSibling : main.firstChild);
      }
    };
    request.send();
  }

  // A browser opens six streams to one server, and no more; a page that nobody
  // looks at needs none, and says what it shows when it is looked at again.
  var stream = null;
  function close() {
    if (stream) {
      stream.close();
      stream = null;
    }
  }
  function watch() {
    if (document.visibilityState === "hidden") {
      close();
    } else if (!stream) {
      stream = new EventSource("/-/events?seen=" + encodeURIComponent(seen));
      stream.addEventListener("reload", reload);
      stream.addEventListener("findings", function (event) {
        seen = event.lastEventId;
        findings();
      });
    }
  }
  document.addEventListener("visibilitychange", watch);
  window.addEventListener("pagehide", function () {
    clearTimeout(waiting);
    close();
  });
  window.addEventListener("pageshow", function () {
    left = pressed = -patience; // the reader is back
    watch();
  });
  watch();
})();
