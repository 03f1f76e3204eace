/**
 * Every defect and every oddity of a stream that was measured in OpenCode, sent to the real binary with
 * and without the plugin.
 */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { defects, type Expected, files, PAGE, PROJECT } from './defects.js';
import { oddities } from './oddities.js';
import { OpenCode, type Played } from './opencode.js';
import { withCustomTool, withMcpTool, withPlugin } from './plugin-files.js';
import { newest, root } from './releases.js';
import { Sandbox } from './sandbox.js';
import { ScriptedModel, type Turn } from './scripted-model.js';
import { got, hasRun, markdown, type Row } from './table.js';

const INTRODUCTION = `# OpenCode ${newest}, with and without the plugin

Every defect and every oddity of a stream that was measured in OpenCode, as the model sent it to the real
program: what ran, and what the model got. Made by \`TOOLMEND_UPDATE=1 npm run test:opencode\`.

Left alone are rows where the schema accepts what was sent (\`status: "PENDING"\`, a wrong agent's name,
\`path: "undefined"\`), where nothing can be made up (a custom tool without its arguments), and calls that
are quoted. \`invalid\` is OpenCode's own tool for calls that it could not read.`;

/** An OpenCode with a model of its own, and the words for what differs from run to run. */
interface Stage {
  host: OpenCode;
  model: ScriptedModel;
}

async function serve(plugin: Record<string, string>): Promise<Stage> {
  const model = await ScriptedModel.start();
  const project = Object.entries(files).map(([name, content]) => [`project/${name}`, content]);
  const sandbox = new Sandbox({
    model: model.url,
    files: { ...Object.fromEntries(project), ...withCustomTool(), ...plugin },
    config: withMcpTool(),
  });
  return { host: await OpenCode.serve(sandbox, model), model };
}

/** A text of a row with what it stands for in this run. */
function real(text: string, { host, model }: Stage): string {
  return text.replaceAll(PAGE, model.page).replaceAll(PROJECT, host.sandbox.project);
}

/** A text of this run without what belongs to it alone. */
function general(text: string, { host, model }: Stage): string {
  return text
    .replaceAll(model.page, PAGE)
    .replaceAll(host.sandbox.project, PROJECT)
    .replaceAll(host.sandbox.root, '')
    // The engine shortens long paths.
    .replaceAll(`${dirname(host.sandbox.root)}/toolmend-`, '/toolmend-')
    .replaceAll(/ses_\w+/g, 'ses_…');
}

const [plainStage, mendedStage] = await Promise.all([serve({}), serve(withPlugin())]);
const rows: Row[] = [];

after(async () => {
  for (const { host, model } of [plainStage, mendedStage]) {
    await host.stop();
    await model.stop();
    host.sandbox.remove();
  }
});

/** Plays a scene in both, each with its files as they were. */
async function playInBoth(scene: string, turn: (stage: Stage) => Turn): Promise<[Played, Played]> {
  const play = async (stage: Stage): Promise<Played> => {
    const { host } = stage;
    for (const [name, content] of Object.entries(files)) {
      host.sandbox.write(`project/${name}`, content);
    }
    return host.play(scene, [turn(stage)]);
  };
  return Promise.all([play(plainStage), play(mendedStage)]);
}

// The first session of a server takes longer than all others, and no row should pay for it.
await playInBoth('first', () => ({ calls: [{ name: 'todowrite', arguments: '{"todos": {}}' }] }));

function check(expect: Expected, plain: Played, mended: Played): void {
  if ('runs' in expect) {
    assert.ok(mended.calls.length > 0 && mended.calls.every(hasRun), got(mended));
    const ran = mended.calls.map(({ tool, state }) => [tool, state.input]);
    assert.deepEqual(
      JSON.parse(general(JSON.stringify(ran), mendedStage)),
      [expect.input, ...(expect.also ?? [])].map((input) => [expect.runs, input]),
    );
  } else if ('refused' in expect) {
    assert.ok(!mended.calls.some(hasRun), 'it ran');
    assert.match(got(mended), expect.refused);
    assert.doesNotMatch(got(mended), /SchemaError|JSON parsing failed/);
  } else {
    assert.equal(general(outcome(mended), mendedStage), general(outcome(plain), plainStage));
  }
}

/** What a scene came to: the calls, and all that the model is sent next. */
function outcome({ calls, got: messages, died }: Played): string {
  const states = calls.map(({ tool, state }) => [tool, state.status, state.input, state.output]);
  return JSON.stringify([states, died, messages.filter(({ role }) => role !== 'system')]);
}

for (const [at, { kind, name, sent, expect }] of defects.entries()) {
  test(`${kind}: ${name} ${sent}`, async () => {
    const [plain, mended] = await playInBoth(`defect-${at}`, (stage) => ({
      calls: [{ name, arguments: real(sent, stage) }],
    }));
    rows.push({ kind, sent: `${name} ${sent}`, plain, mended });
    check(expect, plain, mended);
  });
}

for (const [at, { kind, chunks, expect }] of oddities.entries()) {
  test(`stream: ${kind}`, async () => {
    const [plain, mended] = await playInBoth(`oddity-${at}`, () => ({ chunks }));
    rows.push({ kind, sent: '', plain, mended });
    check(expect, plain, mended);
  });
}

test('the table', () => {
  const shown = markdown(rows, (text) => general(general(text, plainStage), mendedStage));
  // The committed page is the table of a run, renewed where it is asked for.
  const page =
    process.env['TOOLMEND_UPDATE'] === undefined ? 'target/opencode.md' : 'docs/opencode.md';
  mkdirSync(dirname(join(root, page)), { recursive: true });
  writeFileSync(join(root, page), `${INTRODUCTION}\n\n${shown}\n`);
  assert.equal(rows.length, defects.length + oddities.length);
});
