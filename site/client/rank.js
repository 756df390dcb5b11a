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
  function unique(list) { return Array.from(new Set(list)); }
  function isCode(word) { return /^([pc]|\p{L}+-)[0-9]+$/u.test(word); }
  function size(word) { return Array.from(word).length; }

  // Letters of scripts that put no spaces between words.
  var unspaced = /([\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+)/u;
  function partsOf(word) {
    return word.split(/[-_.:\/]/).flatMap((piece) => piece.split(unspaced)).filter(Boolean).flatMap((run) => {
      var letters = Array.from(run);
      return letters[1] && unspaced.test(run) ? letters.slice(1).map((c, i) => letters[i] + c) : run;
    });
  }

  var ending = /^(?:([a-z]*ol)(?:ve[sd]?|ving|utions?)|([a-z]+[ai]b)(?:l(?:es?|y)|ility)|([a-z]{3,}[ae]n)(?:t(?:s|ed|ing|ly)?|c(?:y|e[sd]?|ing))|([a-z]*?[aeiouy][a-z]+?)(?:e[sd]?|s|e?ing|ion(?:s|ed|ing)?)?)$/;
  function stem(word) {
    var s = word.replace(/([a-z]{3})ie[sd]?$/, "$1y").replace(ending, "$1$2$3$4").replace(/(..)([bdgmnprst])\2$|(....l)l$/, "$1$2$3");
    return s.length < 3 || /[^a-z]/.test(word) ? word : s;
  }
  function rootOf(word) { return stem(word).replace(/(...)y$/, "$1"); }

  // Decoding.

  // reader reads numbers as bits.go writes them.
  function reader(text) {
    var at = 0, left = 0, c;
    function bits(n) {
      var value = 0;
      for (; n > 0; n--) {
        if (!left) {
          c = text.charCodeAt(at++);
          c -= c > 92 ? 36 : 35;
          left = 6;
        }
        value = value << 1 | c >> --left & 1;
      }
      return value;
    }
    function gamma() {
      var n = 0;
      while (!bits(1)) n++;
      return 1 << n | bits(n);
    }
    function below(n) {
      var size = 32 - Math.clz32(n - 1), short = (1 << size) - n;
      if (!size) return 0;
      var value = bits(size - 1);
      return value < short ? value : (value << 1 | bits(1)) - short;
    }
    function list(n, high, low = 0) {
      if (!n) return [];
      var middle = n >> 1, first = low + middle, last = high - (n - 1 - middle);
      var value = first + (last > first ? below(last - first + 1) : 0);
      return list(middle, value - 1, low).concat(value, list(n - middle - 1, high, value + 1));
    }
    return { bits: bits, gamma: gamma, below: below, list: list };
  }

  function split(text) {
    var cut = text.indexOf("~"), before = "";
    var terms = (text.slice(0, cut).match(/[A-Z][^A-Z]*/g) || []).map((t) => {
      return before = before.slice(0, t.charCodeAt(0) - 65) + t.slice(1);
    });
    return { terms: terms, bits: reader(text.slice(cut + 1)) };
  }

  var lengths = 8, classOf = [3, 3, 2, 1, 0];
  var dir;
  async function directory() {
    if (dir) return dir;
    var lines = (await load("index")).split("\n"), r = reader(lines[1]);
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
      d.units.push({ page: page, length: r.bits(3), parts: r.gamma() - 1 });
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

  // weightOf is the weight of a term that n units hold.
  function weightOf(n) {
    var weight = 1;
    while (n <= dir.limits[weight + 1]) weight++;
    return weight;
  }

  // decode gives the lists of a shard by their terms.
  function decode(text) {
    var s = split(text), r = s.bits;
    return new Map(s.terms.map((term) => {
      var n = r.gamma(), list = { units: r.list(n, dir.units.length - 1), grades: new Array(n).fill(0), weight: weightOf(n) };
      r.list(r.below(n + 1), n - 1).forEach((i) => {
        var g = 1;
        while (g < classOf.length - 1 && r.bits(1)) g++;
        list.grades[i] = g;
      });
      return [term, list];
    }));
  }

  // shards calls visit with the number of every shard that terms may be in that
  // start so.
  function shards(start, visit) {
    for (var i = Math.max(0, shardOf(start)); i <= shardOf(start + "\uffff"); i++) visit(i);
  }

  // need loads what words are looked up in: first their own shards, which tell
  // whether a short word is one, then those of what they start and of their
  // inflections.
  async function need(words, alone) {
    for (var all of [false, true]) {
      var wanted = [];
      words.forEach((word) => {
        if (!all) wanted.push(shardOf(word));
        else if (isPrefix(word, alone)) shards(rootOf(word), (i) => { wanted.push(i); });
      });
      await Promise.all(unique(wanted).map(async (i) => {
        if (i >= 0 && !decoded[i]) decoded[i] = decode(await load("t" + i));
      }));
    }
  }

  function listOf(word) { return (decoded[shardOf(word)] || new Map()).get(word); }

  // Ranking.

  var exactID = 0, exactTitle = 1, allInTitle = 2, allInSection = 3, onPage = 4, someWords = 5, corrected = 6;

  function add(out, unit, fit, score) {
    var old = out.get(unit);
    out.set(unit, old ? { fit: Math.min(fit, old.fit), score: Math.max(score, old.score) } : { fit: fit, score: score });
  }

  // Eighths are what a term is worth: 8 the word itself, 7 an inflection, 4 a
  // longer word. A fit is 0 for the title, 1 for headings, 2 for the text.
  function addList(out, list, weight, eighths) {
    list.units.forEach((unit, i) => {
      var g = list.grades[i], c = classOf[g];
      add(out, unit, c < 2 && eighths > 4 ? 0 : c < 3 ? 1 : 2, weight * dir.impacts[g * lengths + dir.units[unit].length] * eighths >> 3);
    });
  }

  function isPrefix(word, alone) {
    var n = size(word);
    return !isCode(word) && (n > 2 || unspaced.test(word[0]) || n > 1 && (alone || !listOf(word)));
  }

  function matchTerm(word, alone) {
    var out = new Map(), own = listOf(word), from = rootOf(word);
    if (own) addList(out, own, own.weight, 8);
    if (isPrefix(word, alone)) shards(from, (i) => {
      decoded[i].forEach((list, term) => {
        if (term === word || !term.startsWith(from)) return;
        if (stem(term) === stem(word)) addList(out, list, own ? Math.min(own.weight, list.weight) : list.weight, 7);
        else if (term.startsWith(word)) addList(out, list, list.weight, 4);
      });
    });
    return out;
  }

  function match(word, alone) {
    var out = matchTerm(word, alone), parts = unique(partsOf(word)), all;
    if (isCode(word) || parts[0] === word) return out;
    parts.forEach((part) => {
      var found = matchTerm(part), both = new Map();
      if (all) all.forEach((a, unit) => {
        var b = found.get(unit);
        if (b) add(both, unit, Math.max(a.fit, b.fit), a.score + b.score);
      });
      all = all ? both : found;
    });
    all.forEach((m, unit) => { add(out, unit, m.fit, m.score); });
    return out;
  }

  // joined calls visit with up to four words that stand side by side, joined, and
  // their places.
  function joined(words, visit) {
    words.forEach((_, i) => {
      for (var j = i + 2; j <= i + 4 && words[j - 1]; j++) visit(words.slice(i, j).join("-"), i, j);
    });
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
    var words = unique(wordsOf(query)), found = [], out = Object.assign([], { words: words, corrected: [] });
    if (!words.length) return out;
    await directory();
    var wanted = words.concat(idForms(words));
    joined(words, (term) => { wanted.push(term); });
    words.forEach((word, i) => {
      if (!isCode(word)) wanted = wanted.concat(partsOf(word));
      else if (words.length === 2) wanted.push(firstOf(words, i));
    });
    await need(wanted, !words[1]);
    var ids = new Set();
    idForms(words).forEach((id) => {
      var list = listOf(id);
      if (list) list.units.forEach((unit, i) => { if (!classOf[list.grades[i]]) ids.add(unit); });
    });
    if (!ids.size && absentCode(words)) return out;
    for (var word of words) {
      var m = match(word, !words[1]), other;
      if (!m.size && (other = await correct(word))) {
        await need(partsOf(other).concat(other));
        m = match(other);
        out.corrected.push([word, other]);
      }
      found.push(m);
    }
    joined(words, (term, i, j) => {
      var list = listOf(term);
      if (list) found.slice(i, j).forEach((m) => { addList(m, list, list.weight, 8); });
    });
    rank(out, found, ids);
    if (out.corrected.length) out.forEach((r) => { r.tier += corrected; });
    return out;
  }

  function compare(a, b) { return a.tier - b.tier || b.score - a.score || a.index - b.index; }

  // rank adds the units that were found to out, in order.
  function rank(out, found, ids) {
    var words = out.words, units = new Map(), best = new Map(), pages = new Map(), parts = unique(words.filter((word) => !isCode(word)).flatMap(partsOf)).length;
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
    units.forEach((ms, unit) => {
      var worst = 0, score = 0, tier = someWords;
      ms.forEach((m) => {
        worst = Math.max(worst, m.fit);
        score += m.score;
      });
      if (ids.has(unit)) tier = exactID;
      else if (ms.length === words.length) {
        tier = !worst && parts === dir.units[unit].parts ? exactTitle : worst < 2 ? allInTitle : allInSection;
      }
      var r = { index: unit, tier: tier, score: score };
      var page = dir.units[unit].page, b = best.get(page);
      if (!b || compare(r, b) < 0) best.set(page, r);
      out.push(r);
    });
    best.forEach((r, page) => {
      if (r.tier === someWords && pages.get(page).size === words.length) r.tier = onPage;
    });
    out.sort(compare);
  }

  async function correct(word) {
    var letters = Array.from(word), most = letters.length < 8 ? 1 : 2;
    if (letters.length < 5 || !/^\p{L}+$/u.test(word)) return "";
    var s = decoded.spelling;
    if (!s) {
      s = decoded.spelling = split(await load("spelling"));
      s.counts = s.terms.map(() => s.bits.gamma());
    }
    var best = "", order;
    s.terms.forEach((term, i) => {
      var other = Array.from(term), e = edits(letters, other, most), same = 0, weight = weightOf(s.counts[i]);
      if (e > most) return;
      while (same < letters.length && letters[same] === other[same]) same++;
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
    var kind = r.kind, first = r.label.toLowerCase().split(" ")[0], page = r.page.url, a;
    if (kind === "v" && /^\d+$/.test(given)) a = "#a-violation-" + given;
    else if (given !== undefined) a = given;
    else if (kind === "d") a = "";
    else if (kind === "p" || kind === "c") a = first + ".html";
    else if (kind === "a" || kind === "i") a = "#" + first;
    else a = "#" + fold(r.label).replace(/[^\p{L}\p{M}\p{N} _-]/gu, "").replace(/ /g, "-");
    return a && a[0] !== "#" ? page.replace(/[^\/]*$/, "") + a : page + a;
  }

  Object.assign(api, { words: wordsOf, partsOf: partsOf, stem: stem, fold: fold, find: find, describe: describe, directory: directory, root: root });
})();
