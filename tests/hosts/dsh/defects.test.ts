/**
 * The defects that were measured in dsh, sent to the real program with and without the plugin: one
 * session for each way to present tools.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { ScriptedModel } from '../opencode/scripted-model.js';
import { codeDefects, type Defect, files, nativeDefects } from './defects.js';
import { Dsh, type Played } from './dsh.js';
import { packed } from './packed.js';

const model = await ScriptedModel.start('A title');
const plugin = packed();
const plain = new Dsh(model);
const mended = new Dsh(model);
mended.add(plugin.tarball);
plugin.remove();

after(async () => {
  await model.stop();
  plain.remove();
  mended.remove();
});

async function play(host: Dsh, mode: 'native' | 'code', defects: Defect[]): Promise<Played> {
  for (const [name, content] of Object.entries(files)) host.write(name, content);
  const played = await host.play(
    defects.map(({ turn }) => turn),
    { mode },
  );
  assert.equal(played.status, 0, played.stderr);
  return played;
}

/** The calls that a session's log says were made, by turns. */
function logged({ log }: Played): { name: string; arguments: string }[] {
  return log
    .filter(({ type }) => type === 'tool/call')
    .map(({ data, ...event }) => (data ?? event) as unknown as { name: string; arguments: string });
}

for (const mode of ['native', 'code'] as const) {
  const rows = (host: Dsh): Defect[] =>
    mode === 'native' ? nativeDefects(host.work) : codeDefects();
  // A call written as text ends the turn of a dsh that does not see it.
  const [withLeak, others] = [
    rows(plain).filter(({ turn }) => turn.text !== undefined),
    rows(plain).filter(({ turn }) => turn.text === undefined),
  ];

  test(`${mode}: what dsh says by itself`, async (context) => {
    const played = await play(plain, mode, others);
    for (const [at, defect] of others.entries()) {
      const [result = ''] = played.results[at] ?? [];
      await context.test(defect.kind, () => assert.match(result, defect.without));
    }
  });

  test(`${mode}: a call written as text is text to dsh`, async () => {
    const played = await play(plain, mode, withLeak);
    assert.equal(played.requests.length, 1);
    assert.match(played.stdout, /<tool_call>/);
  });

  test(`${mode}: what comes of it with the plugin`, async (context) => {
    const defects = rows(mended);
    const played = await play(mended, mode, defects);
    context.diagnostic(`${defects.length} calls in one session`);
    const log = logged(played);
    for (const [at, defect] of defects.entries()) {
      await context.test(defect.kind, () => {
        const [result = ''] = played.results[at] ?? [];
        assert.match(result, defect.with);
        const [call, ...more] = played.calls[at] ?? [];
        assert.deepEqual(more, []);
        assert.ok(call !== undefined, 'the next request has no call');
        assert.equal(call.name, defect.call.name);
        assert.deepEqual(JSON.parse(call.arguments), defect.call.arguments);
        // The log and the next request agree.
        assert.equal(log[at]?.name, call.name);
        assert.equal(log[at]?.arguments, call.arguments);
      });
    }
    assert.doesNotMatch(played.stdout, /<tool_call>/);
  });
}
