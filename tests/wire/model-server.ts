/** A model's server that answers what a test says. */

import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ModelServer {
  url: string;
  asked: Asked[];
  /** The next answers; the last is repeated. */
  answers: { status?: number; type?: string; headers?: Record<string, string>; body: string | Buffer }[];
  close(): void;
}

/** Starts a server on a free port of this machine. */
export async function startModel(): Promise<ModelServer> {
  const model: ModelServer = { url: '', asked: [], answers: [], close: () => undefined };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      model.asked.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      const next = model.answers.length > 1 ? model.answers.shift() : model.answers[0];
      const { status = 200, type = 'text/event-stream', headers, body = '' } = next ?? {};
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  model.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return model;
}
