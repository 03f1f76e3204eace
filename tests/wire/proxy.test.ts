/** The proxy: whom it serves, where it sends, and that it mends. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { createProxy } from '../../npm/src/proxy/server.js';
import '../../npm/test/module.js';
import { type ModelServer, startModel } from './model-server.js';

let model: ModelServer;
let proxy: ReturnType<typeof createProxy>;
let url = '';
before(async () => {
  model = await startModel();
  proxy = createProxy({ upstream: `${model.url}/v1` });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
after(() => {
  model.close();
  proxy.close();
  proxy.closeAllConnections();
});

const body = JSON.stringify({ tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } } }] });
const broken = JSON.stringify({ choices: [{ message: { tool_calls: [{ id: 'c', function: { name: 'Read', arguments: "{'path':'a',}" } }] } }] });
const post = (): Promise<Response> => fetch(`${url}/chat/completions?x=1`, { method: 'POST', body, headers: { authorization: 'Bearer key' } });

test('mends what the upstream answers, compressed or not', async () => {
  const zipped = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(broken) };
  model.answers = [{ type: 'application/json', body: broken }, { type: 'application/json', ...zipped }];
  for (const text of [await (await post()).text(), await (await post()).text()]) {
    assert.match(text, /"name":"read"/);
  }
  const asked = model.asked.at(-1);
  assert.equal(asked?.path, '/v1/chat/completions?x=1');
  assert.equal(asked?.headers.authorization, 'Bearer key');
  assert.equal(asked?.headers['accept-encoding'], 'identity');
});

test('errors and redirects pass', async () => {
  model.answers = [
    { status: 429, type: 'application/json', body: '{"error":"slow"}', headers: { 'retry-after': '7' } },
    { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
  ];
  const limited = await post();
  assert.deepEqual([limited.status, limited.headers.get('retry-after'), await limited.text()], [429, '7', '{"error":"slow"}']);
  const moved = await fetch(`${url}/models`, { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')], [302, 'http://127.0.0.1:1/']);
});

/** The status of a request with headers of its own. */
function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}/models`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('serves no web page and no other Host', async () => {
  model.answers = [{ body: '' }];
  const asked = model.asked.length;
  assert.equal(await statusWith({ origin: 'http://127.0.0.1' }), 403);
  assert.equal(await statusWith({ host: 'evil.example' }), 403);
  assert.equal(model.asked.length, asked);
  assert.equal(await statusWith({ host: 'localhost:1' }), 200);
});

test('takes https or this machine for an upstream, nothing else', () => {
  for (const upstream of ['http://api.example.com', 'ftp://localhost', 'nothing']) {
    assert.throws(() => createProxy({ upstream }), TypeError);
  }
  assert.ok(createProxy({ upstream: 'https://api.example.com/v1' }));
});
