// Runs the page's own check: a line of JSON in ({data, told}), a line of JSON out (the verdict).
"use strict";
const fs = require("node:fs");
const readline = require("node:readline");

const page = fs.readFileSync(process.argv[2], "utf8");
const [, script] = page.match(/<script id="check">([\s\S]*?)<\/script>/);
const judge = new Function(`${script}; return judge;`)();

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { data, told } = JSON.parse(line);
  const { code, said, lines, rolls } = judge(Buffer.from(data, "base64"), told);
  const refuted = lines.filter((one) => one.holds === false).map((one) => one.name);
  const held = lines.filter((one) => one.holds === true).map((one) => one.name);
  console.log(JSON.stringify({ code, said, refuted, held, rolls: rolls.length }));
});
