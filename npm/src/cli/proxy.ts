/** The command `toolmend proxy`. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

import { createProxy, isLoopback } from '../proxy/server.js';

export const proxyHelp = `usage: toolmend proxy --upstream URL [--port N] [--address ADDRESS] [--level off|safe|all] [--observe]

Serves a model server's API on this machine, with the tool calls in its answers mended. For hosts that
have nothing but a base URL, like Claude Code and Codex. Neither keys nor texts are written anywhere.

  --upstream URL      the base URL that the host would have used (https, or http on this machine)
  --port N            8765 if not said; 0 takes a free one
  --address ADDRESS   127.0.0.1 if not said. Any other opens the proxy to other machines
  --level LEVEL       how much is recovered from text: off, safe (if not said) or all
  --observe           change nothing
`;

export async function proxy(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      upstream: { type: 'string' },
      port: { type: 'string', default: '8765' },
      address: { type: 'string', default: '127.0.0.1' },
      level: { type: 'string', default: 'safe' },
      observe: { type: 'boolean', default: false },
    },
  });
  const { upstream, address, observe } = values;
  const level = (['off', 'safe', 'all'] as const).find((one) => one === values.level);
  const port = Number(values.port);
  if (upstream === undefined || level === undefined || !Number.isInteger(port)) {
    process.stderr.write(proxyHelp);
    return 2;
  }
  const server = createProxy({ upstream, remote: !isLoopback(address), level, observe });
  server.listen(port, address);
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  process.stdout.write(instructions(`http://${isLoopback(address) ? '127.0.0.1' : address}:${own}`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  await once(server, 'close');
  return 0;
}

function instructions(url: string): string {
  return `listening on ${url}

Claude Code:  ANTHROPIC_BASE_URL=${url} claude
Codex, in ~/.codex/config.toml:
  model_provider = "toolmend"
  [model_providers.toolmend]
  name = "toolmend"
  base_url = "${url}"
  wire_api = "responses"
  env_key = "OPENAI_API_KEY"
`;
}
