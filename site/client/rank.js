// The search of the site without its looks: box.js follows in the same script.
// Package site/search makes the index and describes its scripts; words, ranks and
// tiers here are those of token.go and rank.go there, which one table of cases
// and one set of judged queries hold together. Shards are loaded as script
// elements, which works from disk.
(() => {
  "use strict";
  var base = document.currentScript.src.replace(/[^\/]*$/, "search/");
  var root = base.replace(/assets\/search\/$/, "");
  var texts = {}, loads = {}, decoded = {};
  var api = window.atelierSearch = (name, text) => { texts[name] = text; };

  function load(name) {
    return loads[name] || (loads[name] = new Promise((done, failed) => {
      var s = document.createElement("script");
      s.src = base + name + ".js";
      s.onload = () => { done(texts[name]); };
      s.onerror = () => { delete loads[name]; failed(new Error(name)); };
      document.head.append(s);
    }));
  }

  // Words.

  function fold(text) {
    return Array.from(text.normalize("NFC"), (c) => String.fromCodePoint(c.toLowerCase().codePointAt(0))).join("");
  }
  function wordsOf(text) { return fold(text).match(/[\p{L}\p{M}\p{N}]+(?:[-_.:\/][\p{L}\p{M}\p{N}]+)*/gu) || []; }
  function partsOf(word) { return word.split(/[-_.:\/]/); }
  function unique(list) { return Array.from(new Set(list)); }
  function isCode(word) { return /^([pc]|\p{L}+-)[0-9]+$/u.test(word); }
  function isLetters(word) { return /^\p{L}+$/u.test(word); }
  function size(word) { return Array.from(word).length; }
  function isPrefix(word) { return !isCode(word) && size(word) > 2; }

  // Decoding.

  function Reader(text) { this.text = text; this.at = 0; this.left = 0; }
  Reader.prototype.bits = function (n) {
    var value = 0;
    for (; n > 0; n--) {
      if (!this.left) {
        var c = this.text.charCodeAt(this.at++);
        this.value = c - (c > 92 ? 36 : 35);
        this.left = 6;
      }
      value = value << 1 | this.value >> --this.left & 1;
    }
    return value;
  };
  Reader.prototype.gamma = function () {
    var n = 0;
    while (!this.bits(1)) n++;
    return 1 << n | this.bits(n);
  };
  Reader.prototype.below = function (n) {
    var bits = 32 - Math.clz32(n - 1), short = (1 << bits) - n;
    if (!bits) return 0;
    var value = this.bits(bits - 1);
    return value < short ? value : (value << 1 | this.bits(1)) - short;
  };
  Reader.prototype.spread = function (n, low, high, out, from) {
    if (!n) return;
    var middle = n >> 1, first = low + middle, last = high - (n - 1 - middle);
    var value = first + (last > first ? this.below(last - first + 1) : 0);
    out[from + middle] = value;
    this.spread(middle, low, value - 1, out, from);
    this.spread(n - middle - 1, value + 1, high, out, from + middle + 1);
  };
  Reader.prototype.list = function (n, high) {
    var out = [];
    this.spread(n, 0, high, out, 0);
    return out;
  };

  function split(text) {
    var cut = text.indexOf("~"), before = "";
    var terms = (text.slice(0, cut).match(/[A-Z][^A-Z]*/g) || []).map((t) => {
      return before = before.slice(0, t.charCodeAt(0) - 65) + t.slice(1);
    });
    return { terms: terms, bits: new Reader(text.slice(cut + 1)) };
  }

  var lengths = 8, classOf = [3, 3, 2, 1, 0];
  var dir;
  async function directory() {
    if (dir) return dir;
    var lines = (await load("index")).split("\n"), r = new Reader(lines[1]);
    var d = { firsts: lines[0] ? lines[0].split(" ") : [], impacts: [], limits: [0], units: [], pages: [] };
    d.perShard = r.gamma();
    var n = r.gamma() - 1;
    for (var i = 0; i < classOf.length * lengths; i++) d.impacts.push(r.bits(7));
    for (var heaviest = r.gamma() - 1; heaviest > 0; heaviest--) d.limits.push(r.gamma() - 1);
    var place = "";
    lines.slice(2).forEach((line) => {
      var cells = line.split("\t");
      if (cells[0]) d.pages.push({ url: cells[0], title: cells[1], place: place });
      else place = cells[1];
    });
    for (var page = 0; d.units.length < n;) {
      page = (page + r.gamma() - 1) % d.pages.length;
      d.units.push({ page: page, length: r.bits(3), words: r.gamma() - 1 });
    }
    return dir = d;
  }

  function shardOf(term) {
    var low = 0, high = dir.firsts.length;
    while (low < high) {
      var middle = low + high >> 1;
      if (dir.firsts[middle] <= term) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  function decode(text) {
    var s = split(text), r = s.bits;
    s.lists = s.terms.map(() => {
      var n = r.gamma(), weight = 1;
      var list = { units: r.list(n, dir.units.length - 1), grades: new Array(n).fill(0) };
      r.list(r.below(n + 1), n - 1).forEach((i) => {
        var g = 1;
        while (g < classOf.length - 1 && r.bits(1)) g++;
        list.grades[i] = g;
      });
      while (n <= dir.limits[weight + 1]) weight++;
      list.weight = weight;
      return list;
    });
    return s;
  }

  // need loads what words are looked up in; a word that finds longer ones may
  // be in several shards.
  function need(words) {
    var wanted = new Set();
    words.forEach((word) => {
      var last = isPrefix(word) ? shardOf(word + "\uffff") : shardOf(word);
      for (var i = Math.max(0, shardOf(word)); i <= last; i++) wanted.add(i);
    });
    return Promise.all(Array.from(wanted, async (i) => {
      if (!decoded[i]) decoded[i] = decode(await load("t" + i));
    }));
  }

  // each calls visit with every term from a word on that has it as a prefix.
  function each(word, visit) {
    var prefix = isPrefix(word);
    for (var i = Math.max(0, shardOf(word)); decoded[i]; i++) {
      var terms = decoded[i].terms;
      for (var j = 0; j < terms.length; j++) {
        if (terms[j] < word) continue;
        if (terms[j] !== word && !(prefix && terms[j].startsWith(word))) return;
        visit(terms[j] === word, decoded[i].lists[j]);
      }
      if (i === shardOf(prefix ? word + "\uffff" : word)) return;
    }
  }
  function listOf(word) {
    var found;
    each(word, (exact, list) => { if (exact) found = list; });
    return found;
  }

  // Ranking.

  var tiers = { id: 0, title: 1, inTitle: 2, inSection: 3, page: 4, some: 5, corrected: 6 };
  var limit = 40;

  function add(out, unit, m) {
    var old = out.get(unit);
    if (old) {
      var score = Math.max(old.score, m.score);
      if (!(m.cls < old.cls || m.cls === old.cls && m.exact)) m = old;
      m = { cls: m.cls, exact: m.exact, score: score };
    }
    out.set(unit, m);
  }

  function matchTerm(word) {
    var out = new Map();
    each(word, (exact, list) => {
      list.units.forEach((unit, i) => {
        var g = list.grades[i], score = list.weight * dir.impacts[g * lengths + dir.units[unit].length];
        add(out, unit, { cls: classOf[g], exact: exact, score: exact ? score : score >> 1 });
      });
    });
    return out;
  }

  function match(word) {
    var out = matchTerm(word), parts = unique(partsOf(word)), all;
    if (isCode(word) || parts.length < 2) return out;
    parts.forEach((part) => {
      var found = matchTerm(part), both = new Map();
      if (all) all.forEach((a, unit) => {
        var b = found.get(unit);
        if (b) both.set(unit, { cls: Math.max(a.cls, b.cls), exact: a.exact && b.exact, score: a.score + b.score });
      });
      all = all ? both : found;
    });
    all.forEach((m, unit) => { add(out, unit, m); });
    return out;
  }

  function idForms(words) {
    var out = [words.join("/")];
    if (words.length === 2 && isCode(words[0])) out.push(words[1] + "/" + words[0]);
    return out;
  }
  function firstOf(words, i) { return words[1 - i] + "/" + Array.from(words[i])[0] + "1"; }

  function absentCode(words) {
    return words.some((word, i) => {
      return isCode(word) && (!listOf(word) || words.length === 2 && listOf(firstOf(words, i)));
    });
  }

  // find ranks the units for a query; each has tier, score and index. The words
  // looked for and the corrections made are properties of the list.
  async function find(query) {
    var words = unique(wordsOf(query)), none = [];
    none.words = words;
    none.corrected = [];
    if (!words.length) return none;
    await directory();
    var wanted = words.concat(idForms(words));
    words.forEach((word, i) => {
      if (!isCode(word)) wanted = wanted.concat(partsOf(word));
      else if (words.length === 2) wanted.push(firstOf(words, i));
    });
    await need(wanted);
    var ids = new Set();
    idForms(words).forEach((id) => {
      var list = listOf(id);
      if (list) list.units.forEach((unit, i) => { if (!classOf[list.grades[i]]) ids.add(unit); });
    });
    if (!ids.size && absentCode(words)) return none;
    var found = [];
    for (var word of words) {
      var m = match(word), other;
      if (!m.size && (other = await correct(word))) {
        await need([other]);
        m = match(other);
        none.corrected.push([word, other]);
      }
      found.push(m);
    }
    var out = rank(words, found, ids);
    if (none.corrected.length) out.forEach((r) => { r.tier += tiers.corrected; });
    out.words = words;
    out.corrected = none.corrected;
    return out;
  }

  function compare(a, b) { return a.tier - b.tier || b.score - a.score || a.index - b.index; }

  function rank(words, found, ids) {
    var units = new Map(), pages = new Map(), codes = words.filter(isCode).length;
    ids.forEach((unit) => { units.set(unit, []); });
    found.forEach((matches, i) => {
      matches.forEach((m, unit) => {
        if (!units.has(unit)) units.set(unit, []);
        units.get(unit).push(m);
        var page = dir.units[unit].page;
        if (!pages.has(page)) pages.set(page, new Set());
        pages.get(page).add(i);
      });
    });
    var out = [], best = new Map();
    units.forEach((ms, unit) => {
      var worst = 0, exact = true, score = 0, tier = tiers.some;
      ms.forEach((m) => {
        worst = Math.max(worst, m.cls);
        exact = exact && m.exact;
        score += m.score;
      });
      if (ids.has(unit)) tier = tiers.id;
      else if (ms.length === words.length) {
        tier = worst < 2 && exact && words.length - codes === dir.units[unit].words ? tiers.title : worst < 3 ? tiers.inTitle : tiers.inSection;
      }
      var r = { index: unit, tier: tier, score: score };
      var page = dir.units[unit].page, b = best.get(page);
      if (!b || compare(r, b) < 0) best.set(page, r);
      out.push(r);
    });
    best.forEach((r, page) => {
      if (r.tier === tiers.some && pages.get(page).size === words.length) r.tier = tiers.page;
    });
    return out.sort(compare).slice(0, limit);
  }

  async function correct(word) {
    var letters = Array.from(word), most = letters.length < 8 ? 1 : 2;
    if (letters.length < 5 || !isLetters(word)) return "";
    var s = decoded.spelling;
    if (!s) {
      s = decoded.spelling = split(await load("spelling"));
      s.counts = s.terms.map(() => s.bits.gamma());
    }
    var best = "", order;
    s.terms.forEach((term, i) => {
      var other = Array.from(term), e = edits(letters, other, most), same = 0, weight = 1;
      if (e > most) return;
      while (same < letters.length && letters[same] === other[same]) same++;
      while (s.counts[i] <= dir.limits[weight + 1]) weight++;
      if (!order || (e - order[0] || order[1] - same || weight - order[2]) < 0) {
        best = term;
        order = [e, same, weight];
      }
    });
    return best;
  }

  function edits(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    var before, row = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (var i = 0; i < a.length; i++) {
      var next = [i + 1];
      for (var j = 0; j < b.length; j++) {
        var n = row[j];
        if (a[i] !== b[j]) {
          n = 1 + Math.min(row[j], row[j + 1], next[j]);
          if (i && j && a[i] === b[j - 1] && a[i - 1] === b[j]) n = Math.min(n, before[j - 1] + 1);
        }
        next.push(n);
      }
      if (Math.min.apply(null, next) > most) return most + 1;
      before = row;
      row = next;
    }
    return Math.min(row[b.length], most + 1);
  }

  // What results show.

  async function describe(results) {
    await Promise.all(results.map(async (r) => {
      var d = dir.units[r.index], shard = Math.floor(r.index / dir.perShard);
      var line = (await load("u" + shard)).split("\n")[r.index % dir.perShard], cells = line.slice(1).split("\t");
      r.kind = line[0];
      r.label = cells[0];
      r.excerpt = cells[1];
      r.page = dir.pages[d.page];
      r.url = address(r, cells[2]);
    }));
    return results;
  }

  function address(r, given) {
    var first = r.label.toLowerCase().split(" ")[0], page = r.page.url, a;
    if (r.kind === "v" && /^\d+$/.test(given)) a = "#a-violation-" + given;
    else if (given !== undefined) a = given;
    else if (r.kind === "d") a = "";
    else if (r.kind === "p" || r.kind === "c") a = first + ".html";
    else if (r.kind === "a" || r.kind === "i") a = "#" + first;
    else a = "#" + fold(r.label).replace(/[^\p{L}\p{M}\p{N} _-]/gu, "").replace(/ /g, "-");
    return a && a[0] !== "#" ? page.replace(/[^\/]*$/, "") + a : page + a;
  }

  api.words = wordsOf;
  api.find = find;
  api.describe = describe;
  api.root = root;
  api.directory = directory;
  api.partsOf = partsOf;
  api.fold = fold;
})();
