// Copy buttons: on every code block, without the prompts and the output of a
// session, and where a page offers its text as Markdown.
(function () {
  "use strict";
  function text(code) {
    if (!code.querySelector(".hl-p")) return code.textContent.replace(/\n+$/, "");
    var copy = code.cloneNode(true);
    copy.querySelectorAll(".hl-p, .hl-o").forEach(function (part) { part.remove(); });
    return copy.textContent.split("\n").map(function (line) { return line.replace(/\s+$/, ""); })
      .filter(function (line) { return line !== ""; }).join("\n");
  }
  function oldWay(value) {
    var area = document.createElement("textarea");
    area.value = value;
    area.className = "offscreen";
    document.body.appendChild(area);
    area.select();
    var done = document.execCommand("copy");
    area.remove();
    return done ? Promise.resolve() : Promise.reject(new Error("not copied"));
  }
  function write(value) {
    if (navigator.clipboard && window.isSecureContext) {
      return navigator.clipboard.writeText(value).catch(function () { return oldWay(value); });
    }
    return oldWay(value);
  }
  function button(label, value) {
    var b = document.createElement("button"), timer;
    b.type = "button";
    b.className = "copy";
    b.textContent = label;
    b.addEventListener("click", function () {
      function say(word) {
        b.textContent = word;
        clearTimeout(timer);
        timer = setTimeout(function () { b.textContent = label; }, 1600);
      }
      write(value()).then(function () { say("Copied"); b.focus(); }, function () { say("Not copied"); });
    });
    b.setAttribute("aria-live", "polite");
    return b;
  }
  document.querySelectorAll("pre > code").forEach(function (code) {
    var pre = code.parentElement, box = document.createElement("div");
    box.className = "code";
    pre.before(box);
    box.append(pre, button("Copy", function () { return text(code); }));
  });
  document.querySelectorAll("[data-copy]").forEach(function (place) {
    var from = document.getElementById(place.dataset.copy);
    if (from) place.prepend(button(place.dataset.label, function () { return from.textContent; }));
  });
})();
