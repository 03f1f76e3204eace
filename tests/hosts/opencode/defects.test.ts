/**
 * Every defect and every oddity of a stream that was measured in OpenCode, sent to the real binary with
 * and without the plugin.
 */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { defects, type Expected, files, PAGE } from './defects.js';
import { oddities } from './oddities.js';
import { OpenCode, type Played } from './opencode.js';
import { withCustomTool, withMcpTool, withPlugin } from './plugin-files.js';
import { newest, root } from './releases.js';
import { Sandbox } from './sandbox.js';
import { ScriptedModel, type Turn } from './scripted-model.js';
import { got, hasRun, markdown, type Row } from './table.js';

async function serve(plugin: Record<string, string>): Promise<[OpenCode, ScriptedModel]> {
  const model = await ScriptedModel.start();
  const project = Object.entries(files).map(([name, content]) => [`project/${name}`, content]);
  const sandbox = new Sandbox({
    model: model.url,
    files: { ...Object.fromEntries(project), ...withCustomTool(), ...plugin },
    config: withMcpTool(),
  });
  return [await OpenCode.serve(sandbox, model), model];
}

const hosts = await Promise.all([serve({}), serve(withPlugin())]);
const [[plainHost, plainModel], [mendedHost, mendedModel]] = hosts;
const rows: Row[] = [];

after(async () => {
  for (const [host, model] of hosts) {
    await host.stop();
    await model.stop();
    host.sandbox.remove();
  }
});

/** Plays a scene in both hosts, each with its files as they were. */
async function playInBoth(scene: string, turn: (page: string) => Turn): Promise<[Played, Played]> {
  const play = async ([host, model]: [OpenCode, ScriptedModel]): Promise<Played> => {
    for (const [name, content] of Object.entries(files))
      host.sandbox.write(`project/${name}`, content);
    return host.play(scene, [turn(model.page)]);
  };
  return Promise.all([play(hosts[0]), play(hosts[1])]);
}

// The first session of a server takes longer than all others, and no row should pay for it.
await playInBoth('first', () => ({ calls: [{ name: 'todowrite', arguments: '{"todos": {}}' }] }));

function check(expect: Expected, plain: Played, mended: Played): void {
  if ('runs' in expect) {
    assert.ok(
      mended.calls.length > 0 && mended.calls.every(hasRun),
      `it did not run: ${got(mended)}`,
    );
    const inputs = JSON.stringify([expect.input, ...(expect.also ?? [])]);
    assert.deepEqual(
      mended.calls.map(({ tool, state }) => [tool, state.input]),
      (JSON.parse(inputs.replaceAll(PAGE, mendedModel.page)) as unknown[]).map((input) => [
        expect.runs,
        input,
      ]),
    );
  } else if ('refused' in expect) {
    assert.ok(!mended.calls.some(hasRun), 'it ran');
    assert.match(got(mended), expect.refused);
    // Not twice, nor OpenCode's dump beside the message.
    assert.doesNotMatch(got(mended), /SchemaError|JSON parsing failed/);
  } else {
    assert.equal(without(mended, mendedHost, mendedModel), without(plain, plainHost, plainModel));
  }
}

/** What a scene came to, without what differs in any two runs. */
function without(
  { calls, got: messages, died }: Played,
  { sandbox }: OpenCode,
  model: ScriptedModel,
): string {
  const states = calls.map(({ tool, state: { status, input, output, error } }) => ({
    tool,
    status,
    input,
    output,
    error,
  }));
  return JSON.stringify({ states, died, said: messages.filter(({ role }) => role !== 'system') })
    .replaceAll(sandbox.root, '')
    .replaceAll(new URL(model.url).host, '')
    .replaceAll(/ses_\w+/g, '');
}

for (const [at, { kind, name, sent, expect }] of defects.entries()) {
  test(`${kind}: ${name} ${sent}`, async () => {
    const [plain, mended] = await playInBoth(`defect-${at}`, (page) => ({
      calls: [{ name, arguments: sent.replaceAll(PAGE, page) }],
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
  const hidden = {
    [plainHost.sandbox.project]: '…',
    [mendedHost.sandbox.project]: '…',
    [new URL(plainModel.url).host]: 'page.test',
    [new URL(mendedModel.url).host]: 'page.test',
  };
  mkdirSync(join(root, 'target'), { recursive: true });
  const text = `OpenCode ${newest}\n\n${markdown(rows, hidden)}\n`;
  writeFileSync(join(root, 'target/opencode-defects.md'), text);
  assert.equal(rows.length, defects.length + oddities.length);
});
