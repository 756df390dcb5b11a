// Runs the browser's client under node: client.js CLIENT FOLDER < queries. For each
// query it prints the results, by a client that answers all of them, and the
// scripts that the first four need where nothing is loaded yet.
const fs = require("fs"), path = require("path"), vm = require("vm");
const [client, folder] = process.argv.slice(2);
const code = new vm.Script(fs.readFileSync(client, "utf8"));
const shards = {};

function fresh() {
  const loaded = [];
  const context = vm.createContext({});
  context.window = context;
  context.document = {
    currentScript: { src: "file:///site/assets/search.js" },
    createElement: () => ({}),
    head: {
      append(script) {
        const name = path.basename(script.src);
        loaded.push(name);
        shards[name] ||= new vm.Script(fs.readFileSync(path.join(folder, name), "utf8"));
        shards[name].runInContext(context);
        setImmediate(script.onload);
      },
    },
  };
  code.runInContext(context);
  return { api: context.atelierSearch, loaded };
}

async function main() {
  const input = JSON.parse(fs.readFileSync(0, "utf8"));
  const { api: texts } = fresh();
  const words = (input.texts || []).map((text) => Array.from(texts.words(text)));
  const stems = words.map((list) => list.map(texts.stem));
  const { api: warm } = fresh();
  const answers = [];
  for (const query of input.queries || []) {
    const { api, loaded } = fresh();
    const found = await api.find(query);
    await api.describe(found.slice(0, 4));
    const all = await warm.describe((await warm.find(query)).slice(0, 40)); // search.Limit
    answers.push({ first: loaded, results: all.map((r) => ({ url: r.url, tier: r.tier, score: r.score, label: r.label })) });
  }
  process.stdout.write(JSON.stringify({ words, stems, answers }));
}
main().catch((e) => { console.error(e); process.exit(1); });
