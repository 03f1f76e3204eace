/** A registry on this machine alone, which has the plugin and passes all else on to npm's. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root, verdaccio } from './releases.js';

export class Registry {
  readonly url: string;
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(url: string, folder: string, server: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#server = server;
  }

  /** Starts it with the plugin published. */
  static async start(): Promise<Registry> {
    const folder = mkdtempSync(join(tmpdir(), 'toolmend-registry-'));
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify(settings(folder)));
    const address = `127.0.0.1:${await freePort()}`;
    const server = spawn(process.execPath, [verdaccio(), '--config', config, '--listen', address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await Promise.race([
      once(server.stdout, 'data'),
      once(server, 'exit').then(() => Promise.reject(new Error('verdaccio did not start'))),
    ]);
    const registry = new Registry(`http://${address}/`, folder, server);
    registry.#publish(address);
    return registry;
  }

  async stop(): Promise<void> {
    const exited = once(this.#server, 'exit');
    this.#server.kill();
    await exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** npm wants to be logged in, and this registry takes everyone. */
  #publish(address: string): void {
    const npmrc = join(this.#folder, 'npmrc');
    writeFileSync(npmrc, `//${address}/:_authToken=anyone\n`);
    const args = ['publish', '--silent', '--registry', this.url, '--userconfig', npmrc];
    execFileSync('npm', args, { cwd: join(root, 'opencode-plugin'), stdio: 'inherit' });
  }
}

function settings(folder: string): unknown {
  const storage = join(folder, 'storage');
  mkdirSync(storage);
  const url = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const everyone = { access: '$all', publish: '$all' };
  return {
    storage,
    uplinks: { npm: { url } },
    packages: { 'opencode-toolmend': everyone, '**': { ...everyone, proxy: 'npm' } },
    log: { type: 'stdout', format: 'json', level: 'http' },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
