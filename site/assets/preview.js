// Previews of links within the site, on hover and on keyboard focus. The data
// of a folder is a script that is loaded once, when a link leads into it;
// Escape closes, and a preview may be pointed at itself.
(function () {
  "use strict";
  var self = document.currentScript.src;
  var root = self.slice(0, self.lastIndexOf("assets/preview.js"));
  var data = {}, loading = {}, current = null, timer = 0, box = null;

  window.atelierPreviews = function (more) { Object.assign(data, more); };

  // place is the page and the fragment that a link leads to, or null.
  function place(link) {
    var address = link.href.split("#");
    if (address[0].indexOf(root) !== 0 || !/\.html$/.test(address[0])) return null;
    try {
      var page = decodeURIComponent(address[0].slice(root.length));
      return { page: page, key: page + (address[1] ? "#" + decodeURIComponent(address[1]) : ""), here: address[0] === location.href.split(/[?#]/)[0] };
    } catch (e) { return null; }
  }
  function load(page, then) {
    var folder = page.indexOf("/") < 0 ? "" : page.slice(0, page.lastIndexOf("/") + 1);
    if (loading[folder] === true) return then();
    if (loading[folder]) return void loading[folder].push(then);
    loading[folder] = [then];
    var script = document.createElement("script");
    script.src = root + "assets/preview/" + folder.split("/").map(encodeURIComponent).join("/") + "data.js";
    script.onload = script.onerror = function () {
      var waiting = loading[folder];
      loading[folder] = true;
      waiting.forEach(function (f) { f(); });
    };
    document.head.append(script);
  }
  function close() {
    clearTimeout(timer);
    if (!current) return;
    current.removeAttribute("aria-describedby");
    if (current.dataset.title) current.title = current.dataset.title;
    current = null;
    box.hidden = true;
  }
  function open(link, entry) {
    close();
    if (!box) {
      box = document.createElement("div");
      box.id = "a-preview";
      box.className = "preview";
      box.setAttribute("role", "tooltip");
      box.addEventListener("mouseenter", function () { clearTimeout(timer); });
      box.addEventListener("mouseleave", later);
      (document.querySelector("main") || document.body).append(box);
    }
    box.replaceChildren();
    [["k", "p", "kind"], ["t", "p", "title"], ["x", "p", "text"]].forEach(function (part) {
      if (!entry[part[0]]) return;
      var p = document.createElement(part[1]);
      p.className = part[2];
      p.textContent = entry[part[0]];
      box.append(p);
    });
    current = link;
    if (link.title) { link.dataset.title = link.title; link.removeAttribute("title"); }
    link.setAttribute("aria-describedby", "a-preview");
    box.hidden = false;
    var at = link.getClientRects()[0], width = box.offsetWidth, height = box.offsetHeight;
    var left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8));
    var below = at.bottom + 8 + height <= window.innerHeight || at.top < height + 8;
    box.style.left = left + window.scrollX + "px";
    box.style.top = (below ? at.bottom + 6 : at.top - height - 6) + window.scrollY + "px";
  }
  function soon(link, wait) {
    var target = place(link);
    if (!target || target.here && target.key === target.page) return;
    clearTimeout(timer);
    timer = setTimeout(function () {
      var ticket = timer;
      load(target.page, function () {
        var entry = data[target.key] || data[target.page];
        if (ticket === timer && entry && link.isConnected && (link.matches(":hover") || link.matches(":focus"))) open(link, entry);
      });
    }, wait);
  }
  function later() {
    clearTimeout(timer);
    timer = setTimeout(close, 180);
  }
  function linkOf(e) {
    var link = e.target.closest && e.target.closest("article a[href], .backlinks a[href]");
    return link && !link.matches(".anchor, .external, [data-key]") && !link.closest("svg") ? link : null;
  }
  document.addEventListener("mouseover", function (e) {
    var link = linkOf(e);
    if (link && link !== current) soon(link, 250);
    else if (link) clearTimeout(timer);
  });
  document.addEventListener("mouseout", function (e) { if (linkOf(e)) later(); });
  document.addEventListener("focusin", function (e) {
    var link = linkOf(e);
    if (link && link.matches(":focus-visible")) soon(link, 0);
  });
  document.addEventListener("focusout", function (e) { if (linkOf(e)) close(); });
  document.addEventListener("keydown", function (e) { if (e.key === "Escape") close(); });
})();
