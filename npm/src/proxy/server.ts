/**
 * A local server in front of a model's: for hosts that know nothing but a base URL.
 *
 * It holds nobody's keys: a request's headers go to the one upstream it was started with, and nowhere
 * else. A web page cannot use it: its requests have an Origin, or another Host after a DNS rebinding.
 */

import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { createMendingFetch } from '../fetch/mending-fetch.js';
import type { FetchOptions } from '../fetch/types.js';

export interface ProxyOptions extends FetchOptions {
  /** The model server's base URL: https, or http on this machine. */
  upstream: string;
  /** Serve other machines too: then any Host is taken. */
  remote?: boolean;
}

/** Headers of one connection, and those that this server writes itself. */
const NOT_PASSED = new Set(
  `connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer
  transfer-encoding upgrade host content-length expect`.split(/\s+/),
);

/** Requests are read whole; larger ones are refused. */
const LARGEST = 256 * 2 ** 20;

/** Makes the server; it does not listen yet. Throws a `TypeError` for an upstream it must not use. */
export function createProxy({ upstream, remote = false, ...options }: ProxyOptions): Server {
  const base = upstreamOf(upstream);
  const mending = createMendingFetch(options);
  return createServer((request, response) => {
    const refusal = refused(request, remote);
    if (refusal !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`toolmend proxy: ${refusal}\n`);
      return;
    }
    forward(mending, base, request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      options.onFailure?.(error);
      response
        .writeHead(502, { 'content-type': 'text/plain' })
        .end('toolmend proxy: the upstream did not answer\n');
    });
  });
}

function upstreamOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === undefined || !isSafe) {
    throw new TypeError('the upstream must be an https URL, or an http URL of this machine');
  }
  return url;
}

/** Whether a host name is this machine's own. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || name === '::1' || /^127(\.\d+){3}$/.test(name);
}

/** Why a request is not served. */
function refused({ headers, url = '' }: IncomingMessage, remote: boolean): string | undefined {
  if (headers.origin !== undefined) return 'requests of web pages are refused';
  const host = `http://${headers.host ?? ''}`;
  const isOwn = URL.canParse(host) && isLoopback(new URL(host).hostname);
  if (!remote && !isOwn) return 'the Host is not this machine';
  if (!url.startsWith('/')) return 'the request has no path';
  return undefined;
}

async function forward(
  mending: typeof fetch,
  base: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(base);
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
  url.pathname = base.pathname.replace(/\/$/, '') + path;
  url.search = query;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const method = request.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? null : await bodyOf(request);
  const answer = await mending(url, {
    method,
    headers: passedOn(request),
    body,
    redirect: 'manual',
    signal: gone.signal,
  });
  const headers = [...answer.headers].filter(([name]) => !NOT_PASSED.has(name) && name !== 'content-encoding');
  response.writeHead(answer.status, answer.statusText, headers.flat());
  response.flushHeaders();
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body as never), response);
}

function passedOn({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (!NOT_PASSED.has(name)) headers.append(name, rawHeaders[at + 1] ?? '');
  }
  headers.set('accept-encoding', 'identity');
  return headers;
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > LARGEST) throw new Error('the request is too large');
    parts.push(part as Buffer);
  }
  return new Uint8Array(Buffer.concat(parts));
}
